// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { followHand } from "../../static/map/hand.js";
import { heldMap } from "./fake.js";

/** @returns {any} */
function followed() {
  const held = heldMap();
  followHand(held.view, held.hand);
  const point = (/** @type {string} */ type, /** @type {number} */ clientX, /** @type {number} */ clientY, more = {}) => {
    const about = { clientX, clientY, button: 0, pointerId: 1, pointerType: "mouse", shiftKey: false, ctrlKey: false, metaKey: false };
    held.view.canvas.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { ...about, ...more }));
  };
  return { ...held, point };
}

test("a click chooses what is there, or nothing", () => {
  const { point, done } = followed();
  point("pointerdown", 100, 900);
  point("pointermove", 102, 901); // a hand trembles
  point("pointerup", 100, 900);
  point("pointerdown", 500, 500);
  point("pointerup", 500, 500, { shiftKey: true });
  assert.deepEqual(done, [
    ["choose", [0], false],
    ["choose", [], true],
  ]);
});

test("dragging moves what is chosen as one change, and leaves what cannot be moved", () => {
  const { point, done, model } = followed();
  model.chosen.add(1);
  point("pointerdown", 100, 900);
  point("pointermove", 110, 880);
  assert.deepEqual(model.features[0].now.points, [[110, 120]], "it is shown meanwhile");
  point("pointerup", 110, 880);
  assert.deepEqual(done.at(-1), [
    "moved",
    [
      { feature: 1, place: { points: [[210, 220]], radius: null } },
      { feature: 0, place: { points: [[110, 120]], radius: null } },
    ],
  ]);
  assert.deepEqual(model.features[0].now.points, [[100, 100]], "the page makes the change");
});

test("dragging what cannot be moved, or the ground, moves the map", () => {
  for (const [x, y] of [
    [300, 700],
    [500, 500],
  ]) {
    const { point, done, view } = followed();
    point("pointerdown", x, y);
    point("pointermove", x + 10, y + 5);
    point("pointerup", x + 10, y + 5);
    assert.deepEqual(view.calls, [["pan", 10, 5]]);
    assert.deepEqual(done, []);
  }
});

test("a frame chooses what is in it", () => {
  const { point, done, view } = followed();
  point("pointerdown", 50, 950, { shiftKey: true });
  point("pointermove", 250, 750);
  assert.deepEqual(view.frame, { from: [50, 50], to: [250, 250] });
  point("pointerup", 250, 750);
  assert.deepEqual(done, [["choose", [0, 1], true]]);
  assert.equal(view.frame, null);
});

test("a move that is broken off is taken back", () => {
  const { point, done, model } = followed();
  point("pointerdown", 100, 900);
  point("pointermove", 150, 900);
  point("pointercancel", 150, 900);
  assert.deepEqual(model.features[0].now.points, [[100, 100]]);
  assert.deepEqual(done, [["choose", [0], false]]);
});

test("two fingers zoom and pan, and the one that is left goes on", () => {
  const { point, view } = followed();
  point("pointerdown", 400, 500, { pointerType: "touch" });
  point("pointerdown", 500, 500, { pointerType: "touch", pointerId: 2 });
  point("pointermove", 600, 500, { pointerType: "touch", pointerId: 2 });
  assert.deepEqual(view.calls, [
    ["pan", 50, 0],
    ["zoom", 2, 500, 500],
  ]);
  point("pointerup", 600, 500, { pointerType: "touch", pointerId: 2 });
  point("pointermove", 410, 500, { pointerType: "touch" });
  assert.deepEqual(view.calls.at(-1), ["pan", 10, 0]);
  point("pointerup", 410, 500, { pointerType: "touch" });
});

test("a finger that rests opens the menu", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { point, done } = followed();
  point("pointerdown", 400, 500, { pointerType: "touch" });
  t.mock.timers.tick(600);
  point("pointerup", 400, 500, { pointerType: "touch" });
  assert.deepEqual(done, [["menu", [400, 500]]]);
});

test("clicks draw a route, but for the second of a double click, which ends it", () => {
  const { point, done, view } = followed();
  view.drawing = [];
  for (const [x, y] of [
    [10, 10],
    [50, 60],
    [52, 61],
  ]) {
    point("pointerdown", x, y);
    point("pointerup", x, y);
  }
  assert.deepEqual(view.drawing, [
    [10, 990],
    [50, 940],
  ]);
  point("dblclick", 52, 61);
  assert.deepEqual(done, [["finish"]]);
});

test("the wheel zooms where the pointer is, and another button does nothing", () => {
  const { point, view, done } = followed();
  point("wheel", 10, 20, { deltaY: 0, deltaMode: 0 });
  assert.deepEqual(view.calls, [["zoom", 1, 10, 20]]);
  point("pointerdown", 100, 900, { button: 2 });
  point("pointerup", 100, 900, { button: 2 });
  assert.deepEqual(done, []);
});
