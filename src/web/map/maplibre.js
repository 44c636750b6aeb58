// The map libraries are ES modules that the page's import map names. They are imported inside a function, so that pages
// without that map, such as those of tests, load as well.
export const importMapLibre = () => import('maplibre-gl');
/** What the human draws with; it comes when it is first taken in hand. */
export const importPen = () => import('glassmap-pen');

/** What reads and draws data of one's own; it comes when it is first needed. */
export const importLayers = () => import('glassmap-layers');

/** A `transformRequest` that asks for no letters but those of the `ranges` (of 256 each, by number) that have a file; MapLibre draws the others itself. */
export const onlyGlyphs = (ranges) => (url) => {
  const first = /\/glyphs\/.+\/(\d+)-\d+\.pbf$/.exec(url)?.[1];
  if (first !== undefined && !ranges.includes(first / 256)) throw new Error(`no file has the letters from ${first} on`);
  return { url };
};

const archives = new Map();
let protocol;

/** From now on `pmtiles://` + `url` reads the archive at `url`, which is `bytes` long. */
export async function openArchive(gl, url, bytes) {
  const { PMTiles, Protocol } = await import('pmtiles');
  if (!protocol) {
    protocol = new Protocol();
    gl.addProtocol('pmtiles', protocol.tile);
  }
  if (archives.has(url)) return;
  archives.set(url, true);
  protocol.add(new PMTiles(new PackArchive(url, bytes)));
}

/** Parts of a file by range requests; a server that knows none sends the whole file once, and it is kept. */
class PackArchive {
  constructor(url, bytes) {
    this.url = url;
    this.bytes = bytes;
    this.whole = undefined;
  }

  getKey() {
    return this.url;
  }

  async getBytes(offset, length, signal) {
    if (!this.whole) {
      const response = await fetch(this.url, { signal, headers: { range: `bytes=${offset}-${offset + length - 1}` } });
      if (response.status === 206) return { data: await response.arrayBuffer() };
      if (response.status !== 200) throw new Error(`the basemap's server answered ${response.status}`);
      if (Number(response.headers.get('content-length') ?? 0) > this.bytes) throw new Error('the basemap is longer than announced');
      this.whole ??= response.arrayBuffer();
    }
    const whole = await this.whole;
    if (whole.byteLength > this.bytes) throw new Error('the basemap is longer than announced');
    return { data: whole.slice(offset, offset + length) };
  }
}
