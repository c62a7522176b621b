// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { followMapKeys } from "../../static/map/keys.js";
import { press } from "../dom.js";
import { heldMap } from "./fake.js";

test("keys move the map, and do what the buttons do", () => {
  /** @type {[string, object, any[], any[]][]} key, with it, what the view is told, what the page */
  const cases = [
    ["ArrowLeft", {}, ["pan", 60, 0], []],
    ["ArrowDown", {}, ["pan", 0, -60], []],
    ["+", {}, ["zoom", 1.5], []],
    ["=", {}, ["zoom", 1.5], []],
    ["-", {}, ["zoom", 1 / 1.5], []],
    ["0", {}, ["showAll"], []],
    ["Delete", {}, [], ["remove"]],
    ["z", { ctrlKey: true }, [], ["undo"]],
    ["Z", { metaKey: true }, [], ["undo"]],
    ["a", {}, [], ["add"]],
    ["Insert", {}, [], ["add"]],
    ["Enter", {}, [], ["finish"]],
    ["Escape", {}, [], ["leave"]],
  ];
  for (const [key, more, view, page] of cases) {
    const held = heldMap();
    followMapKeys(held.view, held.hand);
    assert.ok(press(held.view.canvas, key, more), key);
    assert.deepEqual([held.view.calls[0] ?? [], held.done[0] ?? []], [view, page], key);
  }
});

test("other keys are left to the browser", () => {
  const { view, hand } = heldMap();
  followMapKeys(view, hand);
  assert.equal(press(view.canvas, "z"), false);
  assert.equal(press(view.canvas, "Tab"), false);
});

test("arrows with Alt move what is chosen, ten times as far with Shift", () => {
  const { view, model, hand, done } = heldMap();
  followMapKeys(view, hand);
  [0, 2].forEach((i) => model.chosen.add(i)); // the second cannot be moved
  press(view.canvas, "ArrowUp", { altKey: true });
  press(view.canvas, "ArrowLeft", { altKey: true, shiftKey: true });
  assert.deepEqual(done, [
    ["moved", [{ feature: 0, place: { points: [[100, 101]], radius: null } }]],
    ["moved", [{ feature: 0, place: { points: [[90, 100]], radius: null } }]],
  ]);
});
