// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { enter } from "../../static/grid/enter.js";
import { paste } from "../../static/grid/paste.js";
import { types } from "./fake.js";

test("what fits is taken over as one step, and the rest is told with its reason", async () => {
  const grid = types();
  const [name, nominal] = grid.shown;
  const targets = [
    { line: 1, row: 0, column: nominal, text: "12" },
    { line: 2, row: 1, column: nominal, text: "many" },
    { line: 3, row: 2, column: name, text: "M16" },
    { line: 3, row: 2, column: name, text: "M4A1" }, // the same as it is
  ];
  await enter(grid, { targets, added: [], left: [] }, false);
  assert.equal(grid.model.get(0, "nominal"), 12);
  assert.equal(grid.model.get(1, "nominal"), 40);
  assert.match(grid.said[0], /^1 cell changed, 2 left out: “many” is not a whole number/);
  grid.model.undo();
  assert.equal(grid.model.pending().rows, 0);
});

test("new rows are made in the same step, and keep their defaults where nothing is pasted", async () => {
  const grid = types();
  const [name, nominal] = grid.shown;
  const [row] = grid.model.makeRows(1);
  const targets = [
    { line: 1, row, column: name, text: "Pear" },
    { line: 1, row, column: nominal, text: "" },
  ];
  await enter(grid, { targets, added: [row], left: [] }, false);
  assert.deepEqual(grid.said, ["1 cell changed, 1 row added."]);
  assert.equal(grid.model.get(row, "name"), "Pear");
  grid.model.undo();
  assert.equal(grid.model.pending().added.length, 0);
});

test("a table is pasted below the names of columns, and makes the rows that are missing", async () => {
  const grid = types();
  grid.range = { top: 2, bottom: 2, left: 1, right: 1 };
  await paste(grid, "Nominal\tCrafted\n5\tyes\n6\tno\n");
  assert.equal(grid.model.get(2, "nominal"), 5);
  assert.equal(grid.model.get(2, "flag"), true);
  assert.equal(grid.model.pending().added.length, 1);
});
