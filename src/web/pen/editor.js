// Reshaping: the points of one shape are moved, added and removed. What is dragged can be tapped as well: a tap chooses a
// point, or inside of it the whole shape, and the next one says where it goes.

import { Lifted, STILL, feature, picture, remainder, ring, shifted, step } from './shape.js';

/** How near to a point a press takes hold of it, in CSS pixels. */
const REACH = { mouse: 12, pen: 16, touch: 24 };
/** Points that are shown keep this far apart; what is hidden comes out when the map is zoomed in. */
const APART = 18;
/** A finger resting on a point this long removes it. */
const HOLD_MS = 550;
/** From so many points on, the page hears of a drag at most so often, in milliseconds. */
const MANY = 60;
const PAUSE_MS = 250;
/** Most steps back. */
const STEPS = 100;

/** The points of one shape, to be moved, added and removed. */
export class Editor {
  constructor(pen, kind, points, mending) {
    Object.assign(this, { pen, map: pen.map, kind, points, mending, past: [], future: [], active: undefined, chosen: undefined, pressed: undefined, drag: undefined, held: false, told: 0 });
    this.heard = (event) => this[event.type](event);
    const canvas = this.map.getCanvas();
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'contextmenu']) canvas.addEventListener(type, this.heard, true);
    this.map.doubleClickZoom.disable();
    this.settled();
    this.report();
  }

  end() {
    this.letGo();
    cancelAnimationFrame(this.frame);
    const canvas = this.map.getCanvas();
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'contextmenu']) canvas.removeEventListener(type, this.heard, true);
    this.map.doubleClickZoom.enable();
  }

  /** The map came to rest: as many points show as there is room for. */
  settled() {
    if (this.drag) return;
    this.handles = this.kind === 'point' || this.kind === 'circle' ? this.points.map((at, index) => ({ index, at })) : this.roomy();
    this.paint();
  }

  roomy() {
    const { points } = this;
    const room = new Map();
    const cell = ({ x, y }) => [Math.floor(x / APART), Math.floor(y / APART)];
    const free = (at) => {
      const [cx, cy] = cell(at);
      for (let x = cx - 1; x <= cx + 1; x++) for (let y = cy - 1; y <= cy + 1; y++) {
        const other = room.get(`${x},${y}`);
        if (other && Math.hypot(other.x - at.x, other.y - at.y) < APART) return false;
      }
      room.set(`${cx},${cy}`, at);
      return true;
    };
    const screen = points.map((at) => this.map.project(at));
    // The one in hand first, so that it is there in any crowd.
    const order = points.map((_, index) => index);
    if (this.active < points.length) order.unshift(...order.splice(this.active, 1));
    const corners = order.filter((index) => free(screen[index])).map((index) => ({ index, at: points[index] }));
    const sides = this.kind === 'polygon' ? points.length : points.length - 1;
    const between = Array.from({ length: sides }, (_, index) => {
      const [a, b] = [screen[index], screen[(index + 1) % points.length]];
      if (Math.hypot(a.x - b.x, a.y - b.y) < 2.5 * APART) return undefined;
      const { lng, lat } = this.map.unproject([(a.x + b.x) / 2, (a.y + b.y) / 2]);
      return { index, at: [lng, lat], between: true };
    });
    return [...corners, ...between.filter(Boolean)];
  }

  paint() {
    const live = this.kind === 'point' ? 0 : this.active;
    const { drag } = this;
    if (drag?.lifted) return;
    this.pen.set('draft', picture(this.kind, this.points));
    const at = this.chosen?.from ?? this.points[live];
    this.pen.set('draft-live', at ? [feature('Point', at, this.chosen ? { chosen: true } : {})] : []);
    if (drag?.moved) return;
    const open = this.handles.filter(({ index, between }) => between || index !== live);
    this.pen.set('draft-points', open.map(({ at, between }) => feature('Point', at, between ? { between } : {})));
  }

  report() {
    this.told = performance.now();
    this.pen.report(this.points, { back: this.past.length > 0, forward: this.future.length > 0, mending: this.mending, chosen: Boolean(this.chosen) });
  }

  /** What is near to there: a point, else the middle of a side. */
  near(x, y, reach) {
    let best;
    for (const handle of this.handles) {
      const away = this.pen.away(handle.at, x, y) + (handle.between ? 2 : 0);
      if (away <= reach && (!best || away < best.away)) best = { ...handle, away };
    }
    return best;
  }

  isInside(x, y) {
    if (this.kind === 'line' || this.kind === 'point') return false;
    const outline = this.kind === 'circle' ? ring(...this.points) : this.points;
    let inside = false;
    const [lng, lat] = this.pen.at(x, y);
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [[ax, ay], [bx, by]] = [outline[i], outline[j]];
      if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside;
    }
    return inside;
  }

  remember() {
    this.chosen = undefined;
    this.past.push(this.points);
    if (this.past.length > STEPS) this.past.shift();
    this.future = [];
  }

  /** Takes hold of a point, of a new one on a side, or of the whole; what moves it less than `still` is a tap. */
  grab(handle, x, y, still = 3) {
    const before = this.points;
    if (handle?.between) {
      this.points = before.toSpliced(handle.index + 1, 0, handle.at);
      this.active = handle.index + 1;
    } else {
      this.active = handle?.index;
    }
    const whole = !handle || (this.kind === 'circle' && handle.index === 0);
    this.drag = { before, start: this.points, from: this.pen.at(x, y), x, y, still, handle, index: whole ? undefined : this.active, moved: false };
  }

  letGo() {
    if (!this.drag) return;
    clearTimeout(this.drag.timer);
    const { moved, before, lifted } = this.drag;
    lifted?.drop();
    this.drag = undefined;
    this.held = false;
    this.map.dragPan.enable();
    if (moved) {
      const now = this.points;
      this.points = before;
      this.remember();
      this.points = now;
    } else {
      this.points = before;
    }
    this.settled();
    this.report();
  }

  /** A tap chooses what is under it or lets it go again; elsewhere, what is chosen goes there. */
  tapped(handle, index, x, y, reach) {
    const { chosen } = this;
    if (chosen && (!handle || handle.index === chosen.active) && this.pen.away(chosen.from, x, y) <= reach) return this.unchoose();
    if (chosen && !handle) return this.put(x, y);
    const from = handle ? this.points[this.active] : this.pen.at(x, y);
    this.chosen = { active: this.active, index, from };
    this.settled();
    return this.report();
  }

  put(x, y) {
    const { active, index, from } = this.chosen;
    const by = step(from, this.pen.at(x, y));
    this.remember();
    if (index === undefined) this.points = this.points.map((at) => shifted(at, by));
    else this.points = this.points.with(index, shifted(from, by));
    this.active = active;
    this.settled();
    this.report();
  }

  /** Lets go what a tap has chosen. */
  unchoose() {
    this.chosen = undefined;
    this.settled();
    this.report();
  }

  /** What is held follows to there. */
  follow(x, y) {
    const { drag } = this;
    if (!drag.moved) {
      if (Math.hypot(x - drag.x, y - drag.y) < (this.held ? 1 : drag.still)) return;
      clearTimeout(drag.timer);
      drag.moved = true;
      this.chosen = undefined;
      // The others stand still or go with the shape; they are shown again when it rests.
      const open = drag.index === undefined ? [] : this.handles.filter(({ index, between }) => !between && index !== drag.index);
      this.pen.set('draft-points', open.map(({ at }) => feature('Point', at)));
    }
    // A tilted map moves near and far points differently, and under the aim it is the map that moves.
    if (!drag.lifted && this.points.length >= MANY && !this.held && this.map.getPitch() === 0) this.lift();
    const by = step(drag.from, this.pen.at(x, y));
    this.carry(x - drag.x, y - drag.y);
    if (drag.index === undefined) this.points = drag.start.map((at) => shifted(at, by));
    else this.points = drag.start.with(drag.index, shifted(drag.start[drag.index], by));
    this.paint();
    if (this.points.length < MANY || performance.now() - this.told > PAUSE_MS) this.report();
  }

  /** Takes what is in hand of a large shape off the map, over it. */
  lift() {
    const { drag, kind } = this;
    const { start: points, index } = drag;
    this.pen.set('draft-live', []);
    if (index === undefined) {
      this.pen.set('draft', []);
      drag.lifted = new Lifted(this.map, points.map((at) => this.pen.on(at)), kind === 'polygon');
      return;
    }
    this.pen.set('draft', remainder(kind, points, index));
    const beside = (by) => (kind === 'line' ? points[index + by] : points.at((index + by) % points.length));
    const [before, after] = [beside(-1), beside(1)].map((at) => (at ? [this.pen.on(at)] : []));
    drag.place = this.pen.on(points[index]);
    drag.sides = (at) => [...before, at, ...after];
    drag.lifted = new Lifted(this.map, drag.sides(drag.place), false, drag.place);
  }

  /** What is lifted goes so far from where it was. */
  carry(dx, dy) {
    const { lifted, place, sides } = this.drag;
    if (!lifted) return;
    if (!place) return lifted.moveAll(dx, dy);
    const at = [place[0] + dx, place[1] + dy];
    lifted.movePoint(sides(at), at);
  }

  where(event) {
    const { left, top } = this.map.getContainer().getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  pointerdown(event) {
    if (!event.isPrimary) {
      // A second finger means the map: the point goes back to where it was.
      this.pressed = undefined;
      if (this.drag) { this.points = this.drag.before; this.drag.moved = false; this.letGo(); }
      return;
    }
    const [x, y] = this.where(event);
    this.pen.pointer = [x, y];
    this.pen.aims = false;
    if (this.held) return;
    const reach = REACH[event.pointerType] ?? REACH.mouse;
    const handle = this.near(x, y, reach);
    this.pressed = event.button === 0 && !event.ctrlKey ? { x, y, reach } : undefined;
    if (event.button === 2 || event.ctrlKey) {
      if (handle && !handle.between) this.removeAt(handle.index);
      return;
    }
    if (event.button !== 0 || (!handle && !this.isInside(x, y))) return;
    this.map.dragPan.disable();
    const mark = this.active;
    this.grab(handle, x, y, event.pointerType === 'mouse' ? 3 : STILL);
    // A tap inside may be where a point goes: it stays in hand until the shape moves.
    if (!handle && this.chosen) this.active = mark;
    if (event.pointerType !== 'mouse' && handle && !handle.between) {
      this.drag.timer = setTimeout(() => {
        const { index } = handle;
        this.letGo();
        this.removeAt(index);
      }, HOLD_MS);
    }
    this.paint();
  }

  pointermove(event) {
    if (!event.isPrimary) return;
    const [x, y] = this.where(event);
    this.pen.pointer = [x, y];
    if (this.held) return;
    if (this.pressed && Math.hypot(x - this.pressed.x, y - this.pressed.y) >= STILL) this.pressed = undefined;
    if (!this.drag) {
      const over = Boolean(this.near(x, y, REACH.mouse)) || this.isInside(x, y);
      this.map.getContainer().classList.toggle('over-point', over);
      return;
    }
    this.wanted = [x, y];
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      if (this.drag && !this.held) this.follow(...this.wanted);
    });
  }

  pointerup(event) {
    if (!event.isPrimary || this.held) return;
    const [x, y] = this.where(event);
    const { reach } = this.pressed ?? {};
    this.pressed = undefined;
    if (!this.drag) {
      if (reach && this.chosen) this.tapped(undefined, undefined, x, y, reach);
      return;
    }
    if (this.drag.moved || this.wanted) this.follow(x, y);
    this.wanted = undefined;
    const { moved, handle, index } = this.drag;
    // A tap on the middle of a side makes a point there.
    if (!moved && this.points !== this.drag.before) this.drag.moved = true;
    this.letGo();
    if (!moved && reach) this.tapped(handle, index, x, y, reach);
  }

  pointercancel(event) { if (event.isPrimary && !this.held) { this.pressed = undefined; this.letGo(); } }
  contextmenu(event) { event.preventDefault(); }

  removeAt(index) {
    const least = this.kind === 'polygon' ? 3 : 2;
    if (this.kind === 'circle' || this.kind === 'point' || this.points.length <= least) return;
    this.remember();
    this.points = this.points.toSpliced(index, 1);
    this.active = undefined;
    this.settled();
    this.report();
  }

  /** Removes the point that was touched last, or the one under the aim. */
  remove() {
    const aimed = this.pen.aims ? this.near(...this.pen.middle(), REACH.touch) : undefined;
    const index = aimed && !aimed.between ? aimed.index : this.active;
    if (this.held) this.letGo();
    if (index !== undefined) this.removeAt(index);
  }

  /** The aim takes hold of what is under it, and lets go of it. */
  press(x, y) {
    if (this.held) return this.letGo();
    this.chosen = undefined;
    const handle = this.near(x, y, REACH.touch);
    if (!handle && !this.isInside(x, y)) return undefined;
    this.grab(handle, x, y);
    this.held = true;
    this.drag.moved = Boolean(handle?.between);
    return this.paint();
  }

  move(x, y) { if (this.held) this.follow(x, y); }
  setEdge(edge) {
    if (this.kind !== 'circle') return;
    this.remember();
    this.points = [this.points[0], edge];
    this.settled();
    this.report();
  }

  finish() {
    this.letGo();
    this.report();
    this.pen.tell({ what: 'finish' });
  }

  back() { this.turn(this.past, this.future); }
  forward() { this.turn(this.future, this.past); }

  turn(from, to) {
    if (!from.length) return;
    this.chosen = undefined;
    to.push(this.points);
    this.points = from.pop();
    this.active = undefined;
    this.settled();
    this.report();
  }
}
