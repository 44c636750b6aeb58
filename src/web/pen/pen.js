// The pen: what a human draws or reshapes on the map until it is finished. Imported when a tool is first taken in hand.
// New shapes follow the gestures of terra-draw's modes. The points of a shape that is there are moved by an editor of our
// own, since terra-draw's takes 40 ms for each move of the pointer once a shape has 500 points.

import { Drafter } from './drafter.js';
import { Editor } from './editor.js';
import { collection, feature, pairs } from './shape.js';

/** The pen of a map. `tell` hears what became of the draft: `{ what: 'draft' | 'finish' | 'pointer', … }`. */
export const openPen = (map, tell) => new Pen(map, tell);

/** Points that are set by steps stand at least so far from each other on the screen, in CSS pixels. */
const ROOM = 24;

class Pen {
  constructor(map, tell) {
    Object.assign(this, { map, tell, work: undefined, drafter: undefined, turn: 0, aims: false, pointer: undefined });
    this.shown = { draft: [], 'draft-live': [], 'draft-points': [] };
    map.on('style.load', () => Object.keys(this.shown).forEach((id) => this.put(id)));
    map.on('moveend', () => this.work?.settled());
    map.on('move', () => { if (this.aims) this.work?.move(...this.middle()); });
  }

  /** Takes a tool for new shapes: polygon, line, circle or freehand. */
  async take(kind) {
    this.stop();
    const turn = this.turn;
    this.drafter ??= import('terra-draw').then((library) => new Drafter(library, this));
    try {
      const drafter = await this.drafter;
      if (turn === this.turn) this.begin(drafter, kind);
    } catch (error) {
      this.drafter = undefined;
      throw error;
    }
  }

  begin(drafter, kind) {
    this.work = drafter;
    drafter.begin(kind);
  }

  /** Lets the points of a shape be moved; `points` is lng, lat, lng, lat and so on. A circle is its centre and an edge. */
  reshape(kind, points) {
    this.stop();
    this.work = new Editor(this, kind, pairs(points), false);
  }

  /** The finished shape was refused: its points can be moved, and nothing of it is lost. */
  mend() {
    const { kind, points } = this.work;
    this.stop();
    this.work = new Editor(this, kind === 'freehand' ? 'polygon' : kind, points, true);
  }

  /** Puts down whatever is in hand. */
  stop() {
    this.turn += 1;
    this.work?.end();
    this.work = undefined;
    this.map.getContainer().classList.remove('over-point');
    this.show([], undefined, []);
  }

  /** The keyboard leads from now on, or the pointer again. */
  aim(aims) {
    this.aims = aims;
    if (aims) this.work?.move(...this.middle());
  }

  press() { this.work?.press(...this.middle()); }

  /** Sets a point there, wherever the pointer or the aim is. */
  setPoint(lng, lat) {
    // A click near a point is a click on it, so the map comes nearer where a step would be too short to tell them apart.
    const apart = Math.min(...(this.work?.read?.().committed ?? []).map((point) => this.away(point, ...this.on([lng, lat]))));
    const nearer = apart > 0 && apart < ROOM ? Math.log2(ROOM / apart) : 0;
    this.map.jumpTo({ center: [lng, lat], zoom: this.map.getZoom() + nearer });
    const at = this.on([lng, lat]);
    // A click sets the point that follows the pointer, so the pointer goes there first.
    this.work?.move(...at);
    this.work?.press(...at);
  }
  finish() { this.work?.finish(); }
  back() { this.work?.back(); }
  forward() { this.work?.forward(); }
  remove() { this.work?.remove(); }

  /** Lets go what a tap has chosen to be moved. */
  unchoose() { this.work?.unchoose?.(); }

  /** Makes the circle in hand as wide as its new edge says. */
  setEdge(lng, lat) { this.work?.setEdge?.([lng, lat]); }

  /** Where the aim is: in the middle of the free map. */
  middle() { return this.on(this.map.getCenter()); }

  /** Where a point of the map is on the screen. */
  on(point) {
    const { x, y } = this.map.project(point);
    return [x, y];
  }

  /** Which point of the map is there on the screen. */
  at(x, y) {
    const { lng, lat } = this.map.unproject([x, y]);
    return [lng, lat];
  }

  away(point, x, y) {
    const [atX, atY] = this.on(point);
    return Math.hypot(atX - x, atY - y);
  }

  /** Shows a shape, the point of it that is in hand, and its other points. */
  show(draft, live, points) {
    this.set('draft', draft);
    this.set('draft-live', live ? [feature('Point', live)] : []);
    this.set('draft-points', points);
  }

  set(id, features) {
    if (!features.length && !this.shown[id].length) return;
    this.shown[id] = features;
    this.put(id);
  }

  put(id) { this.map.getSource(id)?.setData(collection(this.shown[id])); }

  /** Tells the page what the draft is now. */
  report(points, { live = false, back = false, forward = false, mending = false, chosen = false }) {
    const [x, y] = (this.aims ? this.middle() : this.pointer) ?? [undefined, undefined];
    this.tell({ what: 'draft', points: new Float64Array(points.flat()), live, back, forward, mending, chosen, x, y });
  }
}
