// The WebAssembly that reads opening hours, run in Node: whether places are open, by the very file that the page fetches.

import { readFileSync, readdirSync } from 'node:fs';

const dist = new URL('../../../dist/', import.meta.url);

/**
 * Compiles the file of dist/. The answer asks it about the tags of places at one point.
 * @returns {Promise<(question: {at: string, offset: number, country: string, lng: number, lat: number}, values: string[]) => {state: string, nextChange: string, comment: string}[]>}
 */
export async function hours() {
  const name = readdirSync(dist).find((name) => /^hours-[0-9a-f]+\.wasm$/.test(name));
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(name, dist)));
  const { memory, question, answer, answer_start: answerStart } = instance.exports;
  return ({ at, offset, country, lng, lat }, values) => {
    const lines = values.map((value) => `${lng} ${lat} ${value.replace(/\p{Cc}/gu, ' ')}`);
    const bytes = new TextEncoder().encode([`${at} ${offset} ${country}`, ...lines].join('\n'));
    const start = question(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    const length = answer();
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answerStart(), length));
    return text.split('\n').map((line) => {
      const [state, nextChange, comment] = line.split('\t');
      return { state, nextChange, comment };
    });
  };
}
