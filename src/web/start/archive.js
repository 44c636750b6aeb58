// Tile archives by range requests.

import { PMTiles, Protocol } from 'pmtiles';

const archives = new Set();
let protocol;

/** From now on `pmtiles://` + `url` reads the archive at `url`, which is `bytes` long. */
export function openArchive(gl, url, bytes) {
  if (!protocol) {
    protocol = new Protocol();
    gl.addProtocol('pmtiles', protocol.tile);
  }
  if (archives.has(url)) return;
  archives.add(url);
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
