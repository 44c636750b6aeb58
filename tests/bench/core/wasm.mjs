// The core as the page of the bench calls it: bench/src/abi.rs.

/** Loads the WebAssembly and the files of a made city into it. */
export async function core(address, files) {
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), {});
  const { exports } = instance;
  const bytes = (length) => new Uint8Array(exports.memory.buffer, exports.output(), length);
  const put = (...parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    let at = exports.input(length);
    for (const part of parts) {
      new Uint8Array(exports.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  };
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const write = (text) => put(encoder.encode(text));
  for (const [path, content] of files) {
    const name = encoder.encode(path);
    put(name, content);
    exports.put(name.length);
  }
  return {
    exports,
    open: () => exports.open(),
    addLayer: () => exports.add_layer(),
    columns: () => new Float64Array(bytes(exports.columns()).slice().buffer),
    texts: () => decoder.decode(bytes(exports.texts())),
    queries(queries) {
      write(JSON.stringify(queries));
      return exports.queries();
    },
    answer: (number) => exports.answer(number),
    listed: () => Array.from(new Uint32Array(bytes(exports.listed()).slice().buffer)),
    /** A call of a tool as text, answered as text. */
    call(text) {
      write(text);
      return decoder.decode(bytes(exports.call()));
    },
    lookAt: (lng, lat, zoom) => exports.look_at(lng, lat, zoom),
    link: () => decoder.decode(bytes(exports.link())),
    openLink(url) {
      write(url);
      return exports.open_link();
    },
    read(path) {
      write(path);
      return exports.read();
    },
    weigh: () => exports.weigh(),
    memory: () => exports.memory.buffer.byteLength,
  };
}
