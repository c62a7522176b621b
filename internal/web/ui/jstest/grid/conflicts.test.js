// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "../../static/grid/conflicts.js";
import { types } from "./fake.js";

test("their value is the stored one then, and mine a change of it or none", () => {
  for (const [which, shown, pending] of /** @type {[string, number, number][]} */ ([
    ["mine", 12, 1],
    ["theirs", 15, 0],
  ])) {
    const grid = types();
    grid.change([{ row: 0, key: "nominal", value: 12 }]);
    resolve(grid, { row: "r0", field: "nominal", theirs: 15 }, which);
    assert.equal(grid.model.stored(0, "nominal"), 15);
    assert.equal(grid.model.get(0, "nominal"), shown);
    assert.equal(grid.model.pending().rows, pending);
  }
});

test("a row that was to be deleted stays where theirs counts", () => {
  const grid = types();
  grid.change([{ row: 0, key: "", value: true }]);
  resolve(grid, { row: "r0", field: "nominal", theirs: 15 }, "theirs");
  assert.equal(grid.model.removed.has(0), false);
});

test("a record that is gone is dropped, with its changes", () => {
  const grid = types();
  grid.change([{ row: 0, key: "nominal", value: 12 }]);
  resolve(grid, { row: "r0" }, "theirs");
  assert.equal(grid.model.findRow("r0"), undefined);
  assert.equal(grid.model.pending().rows, 0);
});
