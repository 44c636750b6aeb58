// New shapes: terra-draw's modes over an adapter of our own, so that drafts show in the style's layers (dashed, in both
// themes, after a change of theme too).

import { STILL, feature, picture, same } from './shape.js';

const POINTERS = ['pointerdown', 'pointermove', 'pointerleave', 'pointerup', 'pointercancel'];

/** New shapes, by terra-draw: its modes know the gestures, and draw through an adapter into our layers. */
export class Drafter {
  constructor(library, pen) {
    const common = { keyEvents: null, pointerDistance: 16 };
    const drags = { drawInteraction: 'click-move-or-drag' };
    this.modes = {
      polygon: new library.TerraDrawPolygonMode(common),
      line: new library.TerraDrawLineStringMode({ ...common, modeName: 'line' }),
      circle: new library.TerraDrawCircleMode({ ...common, ...drags, startingRadiusKilometers: 0.0005 }),
      freehand: new library.TerraDrawFreehandMode({ ...common, ...drags, minDistance: 5 }),
    };
    this.pen = pen;
    this.adapter = new (adapterOver(library))(pen, this);
    this.draw = new library.TerraDraw({
      adapter: this.adapter, modes: Object.values(this.modes), tracked: false, undoRedo: { modeLevel: new library.TerraDrawModeUndoRedo({ maxStackSize: 500 }) },
    });
    this.draw.on('finish', (id) => this.finished(id));
  }

  begin(kind) {
    Object.assign(this, { kind, center: undefined, edge: undefined, feature: undefined, done: undefined, points: [] });
    this.draw.start();
    this.draw.setMode(kind);
    this.pen.map.getContainer().classList.add('draws');
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.feature = undefined;
    if (this.draw.enabled) this.draw.stop();
    this.pen.map.dragPan.enable();
    this.pen.map.getContainer().classList.remove('draws');
  }

  /** The pointer left the map: what follows it does not show until it is back. */
  leave(left) {
    if (this.left === left) return;
    this.left = left;
    this.look();
  }

  /** terra-draw changed what is drawn. */
  changed(feature) {
    if (this.done) return;
    this.feature = feature;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.look());
  }

  look() {
    if (this.done || this.pen.work !== this) return;
    const { committed, live: next } = this.read();
    const live = this.left && !this.pen.aims && this.kind !== 'circle' ? undefined : next;
    this.points = live ? [...committed, live] : committed;
    const last = live ?? committed.at(-1);
    const open = this.kind === 'freehand' ? committed.slice(0, 1) : live ? committed : committed.slice(0, -1);
    this.pen.show(picture(this.kind === 'freehand' ? 'polygon' : this.kind, this.points), last, open.map((at) => feature('Point', at)));
    this.pen.report(this.points, { live: Boolean(live), back: committed.length > 0, forward: this.draw.canRedo() });
  }

  /** The points that are set, and the one that still follows the pointer. */
  read() {
    if (!this.feature) return { committed: [] };
    if (this.kind === 'circle') return this.center ? { committed: [this.center], live: same(this.edge, this.center) ? undefined : this.edge } : { committed: [] };
    const all = this.kind === 'line' ? this.feature.geometry.coordinates : this.feature.geometry.coordinates[0];
    if (this.kind === 'freehand') return { committed: all.slice(0, -1).filter((at, i) => !same(at, all[i - 1])) };
    const count = this.modes[this.kind].undoSize();
    const committed = all.slice(0, count);
    const next = all[count];
    return { committed, live: next && !same(next, committed.at(-1)) && !same(next, committed[0]) ? next : undefined };
  }

  finished(id) {
    const { coordinates } = this.draw.getSnapshotFeature(id).geometry;
    if (this.kind === 'circle') this.points = [this.center, this.edge];
    else this.points = this.kind === 'line' ? coordinates : coordinates[0].slice(0, -1);
    this.points = this.points.filter((at, i) => !same(at, this.points[i - 1]));
    this.done = true;
    // Within the mode's own handler it is too early for another mode.
    queueMicrotask(() => {
      if (this.pen.work !== this) return;
      this.draw.setMode('static');
      this.pen.report(this.points, {});
      this.pen.tell({ what: 'finish' });
    });
  }

  press(x, y) { this.adapter.imitate('onClick', x, y); }
  move(x, y) { this.adapter.imitate('onMouseMove', x, y); }
  settled() {}
  remove() { this.back(); }

  finish() {
    const { committed, live } = this.read();
    // The point that follows the pointer is not one that was set; a circle's edge is.
    if (this.kind === 'circle') { if (live) this.press(...this.pen.on(live)); return; }
    if (this.kind === 'line' && committed.length < 2) return;
    if (committed.length >= (this.kind === 'line' ? 2 : 3)) this.close(committed);
  }

  /** Ends the shape as it stands. */
  close(points) {
    this.points = points;
    this.done = true;
    this.draw.setMode('static');
    this.pen.show(picture(this.kind === 'line' ? 'line' : 'polygon', points), points.at(-1), points.map((at) => feature('Point', at)));
    this.pen.report(points, {});
    this.pen.tell({ what: 'finish' });
  }

  back() {
    if (this.kind === 'polygon' || this.kind === 'line') this.draw.undo();
    else this.draw.setMode(this.kind);
    this.look();
  }

  forward() {
    this.draw.redo();
    this.look();
  }
}

/** Between terra-draw and the map: pointers in, the style's layers out; a second finger always means the map. */
function adapterOver({ TerraDrawExtend }) {
  return class extends TerraDrawExtend.TerraDrawBaseAdapter {
    constructor(pen, drafter) {
      super({ minPixelDragDistance: STILL, minPixelDragDistanceDrawing: STILL, coordinatePrecision: 7 });
      Object.assign(this, { pen, map: pen.map, drafter, fingers: new Set() });
      this.pointed = (event) => {
        if (event.type === 'pointerleave') drafter.leave(true);
        if (event.type === 'pointermove') {
          drafter.leave(false);
          if (event.isPrimary) this.note(event);
        }
        if (event.type === 'pointermove' || event.type === 'pointerleave') return;
        if (event.type !== 'pointerdown') { this.fingers.delete(event.pointerId); return; }
        if (event.isPrimary) this.fingers.clear();
        this.fingers.add(event.pointerId);
        this.note(event);
        const drags = drafter.kind === 'circle' || drafter.kind === 'freehand';
        if (this.fingers.size > 1) {
          this._dragState = 'dragging';
          if (drags) drafter.draw.setMode(drafter.kind);
          this.map.dragPan.enable();
        } else if (drags && event.button === 0) {
          this.map.dragPan.disable();
        }
      };
    }

    note(event) {
      const { left, top } = this.map.getContainer().getBoundingClientRect();
      this.pen.pointer = [event.clientX - left, event.clientY - top];
      this.pen.aims = false;
    }

    register(callbacks) {
      const { drafter } = this;
      const begins = (event) => { if (callbacks.getState() === 'started') drafter.center = [event.lng, event.lat]; };
      const heard = (event) => { drafter.edge = [event.lng, event.lat]; return event; };
      for (const kind of POINTERS) this.getMapEventElement().addEventListener(kind, this.pointed, true);
      super.register({
        ...callbacks,
        onClick: (event) => {
          begins(event);
          callbacks.onClick(heard(event));
          // What is set is known at once; what follows the pointer, once a frame.
          drafter.look();
        },
        onMouseMove: (event) => callbacks.onMouseMove(heard(event)),
        // What is dragged begins where the pointer went down, not where it was seen to move.
        onDragStart: (event, pan) => { const from = this._lastDrawEvent ?? event; begins(from); callbacks.onDragStart(from, pan); heard(event); },
        onDrag: (event, pan) => callbacks.onDrag(heard(event), pan),
        onDragEnd: (event, pan) => callbacks.onDragEnd(heard(event), pan),
      });
      callbacks.onReady?.();
    }

    unregister() {
      for (const kind of POINTERS) this.getMapEventElement().removeEventListener(kind, this.pointed, true);
      super.unregister();
    }

    /** Does what the pointer would do there: the keyboard's aim. */
    imitate(what, x, y) {
      const [lng, lat] = this.pen.at(x, y).map((value) => Number(value.toFixed(7)));
      this._currentModeCallbacks?.[what]({ lng, lat, containerX: x, containerY: y, button: 'left', heldKeys: [], isContextMenu: false });
    }

    getLngLatFromEvent(event) {
      const { left, top } = this.map.getContainer().getBoundingClientRect();
      const { lng, lat } = this.map.unproject([event.clientX - left, event.clientY - top]);
      return { lng, lat };
    }

    getMapEventElement() { return this.map.getCanvas(); }
    setDraggability(enabled) { if (enabled) this.map.dragPan.enable(); else this.map.dragPan.disable(); }
    setDoubleClickToZoom(enabled) { if (enabled) this.map.doubleClickZoom.enable(); else this.map.doubleClickZoom.disable(); }
    setCursor() {}
    project(lng, lat) { const { x, y } = this.map.project([lng, lat]); return { x, y }; }
    unproject(x, y) { const { lng, lat } = this.map.unproject([x, y]); return { lng, lat }; }
    render({ created, updated, unchanged }) { this.drafter.changed([...created, ...updated, ...unchanged].find(({ geometry }) => geometry.type !== 'Point')); }
    clear() { this._currentModeCallbacks?.onClear(); }
  };
}
