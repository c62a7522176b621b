// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { clear, fillDown, selectedText } from "../../static/grid/clipboard.js";
import { types } from "./fake.js";

test("the selection is copied as spreadsheets do, with the names of the columns on demand", () => {
  const grid = types();
  grid.range = { top: 0, bottom: 1, left: 0, right: 2 };
  assert.equal(selectedText(grid, false), "AKM\t10\tno\nApple\t40\tyes");
  assert.equal(selectedText(grid, true), "Name\tNominal\tCrafted\nAKM\t10\tno\nApple\t40\tyes");
});

test("the first row of a selection fills the others, and a single one is filled from above", () => {
  const grid = types();
  grid.range = { top: 0, bottom: 2, left: 0, right: 1 };
  fillDown(grid);
  assert.deepEqual(
    [0, 1, 2].map((row) => grid.model.get(row, "nominal")),
    [10, 10, 10],
  );
  assert.equal(grid.model.get(1, "name"), "Apple", "a name stays");
  grid.range = { top: 1, bottom: 1, left: 2, right: 2 };
  fillDown(grid);
  assert.equal(grid.model.get(1, "flag"), false);
  grid.range = { top: 0, bottom: 0, left: 1, right: 1 };
  fillDown(grid); // there is nothing above
  assert.deepEqual(grid.said, ["2 cells filled.", "1 cell filled."]);
});

test("cells that may be empty are emptied as one step", () => {
  const grid = types();
  grid.range = { top: 0, bottom: 2, left: 1, right: 2 };
  clear(grid);
  assert.equal(grid.model.get(0, "nominal"), null);
  assert.equal(grid.model.get(1, "nominal"), null);
  grid.model.undo();
  assert.equal(grid.model.get(1, "nominal"), 40);
  assert.equal(grid.model.pending().cells, 0);
});
