// @ts-check

import { drawTo, far, gripAt, moveFeatures, takeBack, within } from "./grip.js";
import { rounded } from "./shift.js";

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./model.js").Place} Place */
/** @typedef {[left: number, top: number]} Spot a place of the canvas, in pixels */
/** @typedef {{ choose: (features: number[], more: boolean) => void, moved: (changes: { feature: number, place: Place }[]) => void, menu: (at: Point) => void, at: (at: Point) => void, finish: () => void }} Hand what the pointer does to the page */

/**
 * @typedef {object} Grip what a pointer that is down has hold of
 * @property {Spot} start
 * @property {Spot} last
 * @property {ReturnType<MapView["at"]>} hit
 * @property {boolean} frame whether it draws the frame that selects
 * @property {boolean} moving
 * @property {Map<number, Place>} before where the features were that it moves
 */

/** How long a finger rests until that counts as a right click, in milliseconds. */
const longPress = 550;

/** How far the pointer goes until it moves something, in pixels. */
const still = 4;

/**
 * Follows mouse, pen and fingers.
 * @param {MapView} view
 * @param {Hand} hand
 */
export function followHand(view, hand) {
  const { canvas } = view;
  const pointer = new Pointer(view, hand);
  canvas.addEventListener("pointerdown", (event) => pointer.down(event));
  canvas.addEventListener("pointermove", (event) => pointer.drag(event));
  canvas.addEventListener("pointerup", (event) => pointer.up(event));
  canvas.addEventListener("pointercancel", (event) => pointer.cancel(event));
  canvas.addEventListener("dblclick", (event) => (view.drawing ? hand.finish() : view.zoom(2, ...spotOf(canvas, event))));
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") {
      pointer.openMenu(spotOf(canvas, event));
    }
  });
  const zoom = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...spotOf(canvas, event));
  };
  canvas.addEventListener("wheel", zoom, { passive: false });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {MouseEvent} event
 * @returns {Spot}
 */
export function spotOf(canvas, event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/** The pointers that are down on a map, and what they do. */
class Pointer {
  /**
   * @param {MapView} view
   * @param {Hand} hand
   */
  constructor(view, hand) {
    this.view = view;
    this.hand = hand;
    /** @type {Map<number, Spot>} */
    this.fingers = new Map();
    /** @type {Grip | null} */
    this.grip = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} of a finger that rests */
    this.press = undefined;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) {
      return;
    }
    const { view, fingers } = this;
    view.canvas.setPointerCapture(event.pointerId);
    const spot = spotOf(view.canvas, event);
    fingers.set(event.pointerId, spot);
    const hit = fingers.size === 1 ? view.at(...spot) : {};
    view.moved = false;
    clearTimeout(this.press);
    if (event.pointerType === "touch" && fingers.size === 1) {
      this.press = setTimeout(() => this.openMenu(spot), longPress);
    }
    this.grip = { ...gripAt(spot), hit, frame: event.shiftKey && hit.feature === undefined };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const spot = spotOf(this.view.canvas, event);
    this.hand.at(this.view.toWorld(...spot));
    const was = this.fingers.get(event.pointerId);
    if (!was || !this.grip) {
      return;
    }
    this.fingers.set(event.pointerId, spot);
    if (this.fingers.size === 2) {
      this.pinch(event.pointerId, was, spot);
    } else if (this.grip.moving || far(spot, this.grip.start) >= still) {
      this.begin(this.grip, event.pointerType === "touch");
      this.move(this.grip, spot);
    }
  }

  /** @param {Spot} spot */
  openMenu(spot) {
    this.grip = null;
    this.fingers.clear();
    this.hand.menu(this.view.toWorld(...spot).map(rounded));
  }

  /**
   * Begins to move what the pointer has hold of, if it does not do so already. A finger moves the map until a feature is chosen.
   * @param {Grip} grip
   * @param {boolean} touch
   */
  begin(grip, touch) {
    if (grip.moving) {
      return;
    }
    const { model, drawing } = this.view;
    clearTimeout(this.press);
    grip.moving = true;
    this.view.moved = true;
    const { feature } = grip.hit;
    const known = feature !== undefined && model.chosen.has(feature);
    if (feature === undefined || drawing || !model.editable(feature) || (touch && !known)) {
      grip.hit = {};
      return;
    }
    if (!known) {
      this.hand.choose([feature], false);
    }
    const all = [...model.chosen].filter((i) => model.editable(i));
    grip.before = new Map(all.map((i) => [i, model.features[i].now]));
  }

  /**
   * @param {Grip} grip
   * @param {Spot} spot
   */
  move(grip, spot) {
    const { view } = this;
    const [from, to] = [view.toWorld(...grip.start), view.toWorld(...spot)];
    if (grip.frame) {
      view.frame = { from, to };
    } else if (grip.before.size > 0) {
      moveFeatures(view, grip, from, to);
    } else {
      view.pan(spot[0] - grip.last[0], spot[1] - grip.last[1]);
    }
    grip.last = spot;
    view.draw();
  }

  /**
   * Zooms and pans by two fingers.
   * @param {number} id of the one that moves
   * @param {Spot} was
   * @param {Spot} spot
   */
  pinch(id, was, spot) {
    const other = [...this.fingers].find(([each]) => each !== id)?.[1] ?? was;
    this.view.pan((spot[0] - was[0]) / 2, (spot[1] - was[1]) / 2);
    this.view.zoom(far(spot, other) / Math.max(1, far(was, other)), (spot[0] + other[0]) / 2, (spot[1] + other[1]) / 2);
    this.grip = { ...gripAt(spot), moving: true };
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { view, hand, grip } = this;
    this.release(event);
    if (!grip) {
      return;
    }
    if (!grip.moving) {
      this.click(event);
    } else if (grip.frame && view.frame) {
      hand.choose(within(view, view.frame), true);
    } else if (grip.before.size > 0) {
      hand.moved(takeBack(view, grip));
    }
    view.frame = null;
    const [left] = this.fingers.values();
    this.grip = left ? { ...grip, start: left, last: left, before: new Map() } : null; // the finger that is left goes on from where it is
    view.draw();
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.release(event);
    if (this.grip) {
      takeBack(this.view, this.grip);
    }
    this.grip = null;
    this.view.draw();
  }

  /** @param {PointerEvent} event */
  release(event) {
    clearTimeout(this.press);
    this.fingers.delete(event.pointerId);
  }

  /** @param {PointerEvent} event */
  click(event) {
    const spot = spotOf(this.view.canvas, event);
    const { feature, cluster } = this.view.at(...spot);
    if (this.view.drawing) {
      drawTo(this.view, this.view.drawing, spot);
    } else if (cluster) {
      this.view.zoom(3, ...spot);
    } else {
      this.hand.choose(feature === undefined ? [] : [feature], event.shiftKey || event.ctrlKey || event.metaKey);
    }
  }
}
