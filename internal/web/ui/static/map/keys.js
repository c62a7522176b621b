// @ts-check

import { shifted } from "./shift.js";

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {Hand & { undo: () => void, remove: () => void, add: () => void, leave: () => void }} Keys what the keys do to the page */

/** How many metres the arrows move what is chosen, and pixels the map. */
const [step, bigStep, panned] = [1, 10, 60];

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @type {Record<string, (view: MapView, keys: Keys) => void>} */
const actions = {
  "+": (view) => view.zoom(1.5),
  "=": (view) => view.zoom(1.5),
  "-": (view) => view.zoom(1 / 1.5),
  0: (view) => view.showAll(),
  Delete: (_, keys) => keys.remove(),
  a: (_, keys) => keys.add(),
  Insert: (_, keys) => keys.add(),
  Enter: (_, keys) => keys.finish(),
  Escape: (_, keys) => keys.leave(),
};

/**
 * Follows the keys while the canvas has the focus.
 * @param {MapView} view
 * @param {Keys} keys
 */
export function followMapKeys(view, keys) {
  view.canvas.addEventListener("keydown", (event) => {
    if (press(view, keys, event)) {
      event.preventDefault();
    }
  });
}

/**
 * Does what a key does; returns whether it does something.
 * @param {MapView} view
 * @param {Keys} keys
 * @param {Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">} event
 */
export function press(view, keys, event) {
  const arrow = arrows[event.key];
  if (arrow) {
    event.altKey ? shiftChosen(view, keys, arrow, event.shiftKey ? bigStep : step) : view.pan(-arrow[0] * panned, arrow[1] * panned);
    return true;
  }
  const undoes = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
  const action = undoes ? () => keys.undo() : actions[event.key];
  action?.(view, keys);
  return action !== undefined;
}

/**
 * @param {MapView} view
 * @param {Keys} keys
 * @param {[number, number]} arrow
 * @param {number} by metres
 */
function shiftChosen({ model }, keys, [east, north], by) {
  const movable = [...model.chosen].filter((i) => model.editable(i));
  keys.moved(movable.map((feature) => ({ feature, place: shifted(model.features[feature].now, east * by, north * by) })));
}
