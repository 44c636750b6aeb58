// Reads one file of places, away from the page's own thread: layers/src/abi.rs. The page ends it when the human gives up.

const STEP = 4 << 20; // bytes read at a time

onmessage = async ({ data: { file, prefix, bounds, asWritten } }) => {
  try {
    postMessage(await read(file, prefix, bounds, asWritten));
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};

async function read(file, prefix, bounds, asWritten) {
  const source = await fetch(new URL('layers.wasm', self.location.href));
  if (!source.ok) throw new Error(`layers.wasm: ${source.status}`);
  const page = { progress: (places) => postMessage({ places }) };
  const { instance } = await WebAssembly.instantiate(await source.arrayBuffer(), { page });
  const { memory, input, name, read_file: readFile, answer_start: answerStart, drawing, drawing_start: drawingStart } = instance.exports;
  // A new view each time: memory that grows leaves the old ones empty.
  const view = (start, length) => new Uint8Array(memory.buffer, start >>> 0, length);
  const names = new TextEncoder().encode(`${file.name.replaceAll('\n', ' ')}\n${prefix}`);
  view(name(names.length), names.length).set(names);
  const start = input(file.size);
  for (let at = 0; at < file.size; at += STEP) {
    const part = new Uint8Array(await file.slice(at, at + STEP).arrayBuffer());
    view(start + at, part.length).set(part);
    postMessage({ read: Math.min(at + STEP, file.size) });
  }
  const [west, south, east, north] = bounds ?? [NaN, NaN, NaN, NaN];
  const length = readFile(west, south, east, north, asWritten ? 1 : 0);
  const answer = view(answerStart(), length).slice();
  const shown = new Blob([view(drawingStart(), drawing()).slice()], { type: 'application/geo+json' });
  return { answer, shown };
}
