// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { followColumns, moveColumn, sortBy } from "../../static/grid/columns.js";
import { withGlobals } from "../dom.js";
import { types } from "./fake.js";

/**
 * Shows a grid at an address; returns it with what the address became last.
 * @param {any} t
 * @param {string} search
 */
function shownAt(t, search) {
  const location = { href: `http://host/grid${search}`, search };
  const history = {
    replaceState: (/** @type {any} */ _, /** @type {any} */ __, /** @type {string} */ href) => (location.href = href),
  };
  withGlobals(t, { location, history, matchMedia: () => ({ matches: false }) });
  const grid = types();
  Object.assign(grid, {
    scroller: new EventTarget(),
    widths: {},
    anchor: { ...grid.active },
    root: { dataset: {}, querySelectorAll: () => [] },
  });
  grid.root.querySelector = () => null;
  grid.view = { setColumns: (/** @type {any[]} */ heads) => (grid.heads = heads), reveal() {} };
  followColumns(grid);
  return { grid, at: () => location.href.replace("http://host/grid", "") };
}

const keys = (/** @type {any} */ grid) => grid.shown.map((/** @type {any} */ { key }) => key);

test("the address says which columns are shown, in which order and how wide, and by what they are sorted", (t) => {
  const { grid, at } = shownAt(t, "?columns=name,flag:200,nominal,none&sort=-nominal,none");
  assert.deepEqual(keys(grid), ["name", "flag", "nominal"]);
  assert.deepEqual(grid.model.sorts, [{ key: "nominal", down: true }]);
  assert.equal(grid.heads[1].width, 200);
  assert.deepEqual(
    grid.heads.map((/** @type {any} */ { sort }) => sort),
    ["none", "none", "descending"],
  );
  assert.equal(at(), "?columns=name,flag:200,nominal&sort=-nominal");
});

test("widths stay within their bounds, and the usual columns are not named", (t) => {
  assert.equal(shownAt(t, "?columns=name,flag:2,nominal:9000").grid.widths.flag, 40);
  const { grid, at } = shownAt(t, "?columns=name,nominal,flag");
  assert.equal(grid.heads[1].width > 0, true);
  assert.equal(at(), "");
});

test("a column moves beside the others, but not before the name, which stays", (t) => {
  const { grid } = shownAt(t, "");
  moveColumn(grid, "flag", -1);
  assert.deepEqual(keys(grid), ["name", "flag", "nominal"]);
  moveColumn(grid, "flag", -5);
  moveColumn(grid, "name", 1);
  assert.deepEqual(keys(grid), ["name", "flag", "nominal"]);
  assert.deepEqual(grid.said, ["Crafted is column 2 now."]);
});

test("a sort goes up, down and away, and says so", (t) => {
  const { grid, at } = shownAt(t, "");
  sortBy(grid, "nominal", false);
  assert.deepEqual(grid.model.order, [2, 0, 1]);
  sortBy(grid, "nominal", false);
  sortBy(grid, "name", true);
  assert.equal(at(), "?sort=-nominal,name");
  sortBy(grid, "name", false);
  sortBy(grid, "name", false);
  assert.deepEqual(grid.said, [
    "Sorted by Nominal, ascending.",
    "Sorted by Nominal, descending.",
    "Sorted by Nominal, descending; Name, ascending.",
    "Sorted by Name, descending.",
    "Not sorted.",
  ]);
});
