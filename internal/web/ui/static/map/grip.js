// @ts-check

import { reaching, rounded, shifted } from "./shift.js";

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./hand.js").Grip} Grip */
/** @typedef {import("./hand.js").Spot} Spot */

/** How close to the last point of a route another click is part of a double click, in pixels. */
const sameClick = 8;

/**
 * @param {Spot} spot
 * @returns {Grip}
 */
export function gripAt(spot) {
  return { start: spot, last: spot, hit: {}, frame: false, moving: false, before: new Map() };
}

/**
 * @param {Spot} a
 * @param {Spot} b
 */
export function far(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/**
 * Shows what a grip moves where the pointer is; a single route moves by the point that is held.
 * @param {MapView} view
 * @param {Grip} grip
 * @param {Point} from
 * @param {Point} to
 */
export function moveFeatures({ model }, { before, hit }, from, to) {
  const single = hit.feature !== undefined && before.size === 1 && model.features[hit.feature].route;
  for (const [i, was] of before) {
    model.features[i].now = hit.handle ? reaching(was, to) : shifted(was, to[0] - from[0], to[1] - from[1], single ? hit.point : undefined);
  }
}

/**
 * Puts what a grip has moved back, and returns the changes.
 * @param {MapView} view
 * @param {Grip} grip
 */
export function takeBack({ model }, { before }) {
  return [...before].map(([feature, was]) => {
    const place = model.features[feature].now;
    model.features[feature].now = was;
    return { feature, place };
  });
}

/**
 * Adds a point to the route that is drawn.
 * @param {MapView} view
 * @param {Point[]} drawing
 * @param {Spot} spot
 */
export function drawTo(view, drawing, spot) {
  const last = drawing.at(-1);
  if (!last || far(view.toScreen(last), spot) > sameClick) {
    drawing.push(view.toWorld(...spot).map(rounded));
    view.draw();
  }
}

/**
 * Returns the features in the frame.
 * @param {MapView} view
 * @param {{ from: Point, to: Point }} frame
 */
export function within({ model }, { from, to }) {
  const [west, east] = [from[0], to[0]].sort((a, b) => a - b);
  const [south, north] = [from[1], to[1]].sort((a, b) => a - b);
  return model.shown().filter((i) => {
    const [x, z] = model.features[i].now.points[0];
    return x >= west && x <= east && z >= south && z <= north;
  });
}
