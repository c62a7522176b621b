// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { common, edited } from "../../static/grid/panel.js";
import { types } from "./fake.js";

test("a value is common to rows, or mixed", () => {
  const grid = types();
  assert.deepEqual(common(grid, [0, 2], "flag"), { value: false, mixed: false });
  assert.deepEqual(common(grid, [0, 1], "flag"), { value: false, mixed: true });
});

test("members come to a list and go from it, the others stay in their order", () => {
  assert.deepEqual(edited([3, 1, 2], [5, 1], [2]), [3, 1, 5]);
  assert.deepEqual(edited([], [1], [2]), [1]);
});
