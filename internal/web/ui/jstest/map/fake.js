// @ts-check

import { MapModel } from "../../static/map/model.js";
import { FakeElement } from "../dom.js";

/** A view whose canvas shows a metre in a pixel, with the north up, and notes what it is told. */
class FakeView {
  canvas = Object.assign(new FakeElement("canvas"), {
    setPointerCapture() {},
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
  });
  /** @type {any[]} */
  calls = [];
  /** @type {any} */
  frame = null;
  /** @type {number[][] | null} */
  drawing = null;
  moved = false;

  /** @param {MapModel} model */
  constructor(model) {
    this.model = model;
  }

  /** @param {number} left @param {number} top */
  toWorld(left, top) {
    return [left, 1000 - top];
  }

  /** @param {number[]} point */
  toScreen([x, z]) {
    return [x, 1000 - z];
  }

  /** @param {number} left @param {number} top */
  at(left, top) {
    const feature = this.model.features.findIndex(({ now }) => now.points[0][0] === left && now.points[0][1] === 1000 - top);
    return feature < 0 ? {} : { feature, point: 0 };
  }

  /** @param {number[]} by */
  pan(...by) {
    this.calls.push(["pan", ...by.map((n) => n + 0)]); // no -0
  }

  /** @param {number[]} how */
  zoom(...how) {
    this.calls.push(["zoom", ...how]);
  }

  showAll() {
    this.calls.push(["showAll"]);
  }

  draw() {}
}

/**
 * Makes a view of two positions that can be moved, at 100 / 100 and 200 / 200, and one at 300 / 300 that cannot, with a hand that
 * notes what is done.
 * @returns {{ view: any, model: MapModel, done: any[][], hand: any }}
 */
export function heldMap() {
  const model = new MapModel([
    { slug: "events", title: "Events", edit: true, sorts: [""] },
    { slug: "objects", title: "Objects", edit: false },
  ]);
  const feature = (/** @type {string} */ layer, /** @type {number} */ at) => ({
    id: `${layer}/${at}`,
    geometry: { type: "Point", coordinates: [at, at] },
    properties: { layer, name: `${layer} ${at}` },
  });
  model.load({ features: [feature("events", 100), feature("events", 200), feature("objects", 300), feature("unknown", 400)] });
  const view = new FakeView(model);
  /** @type {any[][]} */
  const done = [];
  const names = ["moved", "menu", "at", "finish", "undo", "remove", "add", "leave"];
  const hand = Object.fromEntries(names.map((name) => [name, (/** @type {any[]} */ ...what) => done.push([name, ...what])]));
  const choose = (/** @type {number[]} */ list, /** @type {boolean} */ more) => {
    done.push(["choose", list, more]);
    list.forEach((i) => model.chosen.add(i));
  };
  return { view, model, done, hand: { ...hand, choose, at: () => {} } };
}
