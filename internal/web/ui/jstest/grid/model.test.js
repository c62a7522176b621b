// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../static/grid/model.js";
import { bodyOf } from "../../static/grid/send.js";
import { nextSort, parseSort, writeSort } from "../../static/grid/sort.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const columns = /** @type {Column[]} */ ([
  { key: "name", label: "Name", kind: "text", edit: "new" },
  { key: "nominal", label: "Nominal", kind: "int", edit: "always", nullable: true },
  { key: "usage_ids", label: "Usages", kind: "refs", edit: "always" },
  { key: "updated_at", label: "Changed", kind: "time", edit: "never" },
]);

function filled() {
  const model = new Model(columns);
  model.load({
    sids: ["a", "b", "c"],
    values: [
      ["AKM", "M4A1", "Apple"],
      [10, null, 10],
      [[1], [1, 2], []],
      ["t1", "t2", "t3"],
    ],
  });
  model.arrange();
  return model;
}

test("changes are undone and done again, step by step", () => {
  const model = filled();
  assert.equal(
    model.change([
      { row: 0, key: "nominal", value: 5 },
      { row: 1, key: "usage_ids", value: [1, 2] },
    ]),
    1,
  );
  assert.equal(model.change([{ row: 0, key: "nominal", value: 5 }]), 0);
  model.change([{ row: 0, key: "nominal", value: 7 }]);
  assert.deepEqual(model.pending(), { changed: [0], added: [], removed: [], cells: 1, rows: 1 });
  model.undo();
  assert.equal(model.get(0, "nominal"), 5);
  model.undo();
  assert.equal(model.pending().rows, 0);
  assert.deepEqual(model.undo(), []);
  model.redo();
  model.redo();
  assert.equal(model.get(0, "nominal"), 7);
});

test("a value that becomes what is stored is no change", () => {
  const model = filled();
  model.change([{ row: 0, key: "nominal", value: 5 }]);
  model.setStored(0, "nominal", 5);
  assert.equal(model.pending().rows, 0);
});

test("a save sends what was seen with what is to be, and leaves nothing to save", () => {
  const model = filled();
  const [row] = model.makeRows(1);
  model.change([
    { row: 0, key: "nominal", value: 5 },
    { row: 2, key: "", value: true },
    { row, key: "", value: false },
    { row, key: "name", value: "Pear" },
  ]);
  model.arrange();
  assert.deepEqual(model.order, [0, 1, 2, 3]);
  assert.deepEqual(bodyOf(model), {
    changed: [{ row: "a", was: { nominal: 10 }, now: { nominal: 5 } }],
    added: [{ row: "new-1", now: { name: "Pear" } }],
    removed: [{ row: "c", was: { updated_at: "t3" } }],
  });
  const sent = model.snapshot();
  model.change([{ row: 1, key: "nominal", value: 8 }]); // while the save is on its way
  const block = {
    sids: ["a", "d"],
    values: [
      ["AKM", "Pear"],
      [5, null],
      [[1], []],
      ["t4", "t4"],
    ],
  };
  model.saved(["a", "new-1"], block, sent);
  model.arrange();
  assert.deepEqual(model.pending(), { changed: [1], added: [], removed: [], cells: 1, rows: 1 });
  assert.deepEqual(
    model.order.map((each) => model.sids[each]),
    ["a", "b", "d"],
  );
  model.undo(); // what was typed meanwhile
  assert.equal(model.pending().rows, 0);
  model.undo(); // what can be: the deleted record is forgotten
  assert.equal(model.get(0, "nominal"), 10);
  assert.deepEqual(model.pending().removed, [3]);
});

test("new rows that are taken back are gone", () => {
  const model = filled();
  const [row] = model.makeRows(1);
  model.change([{ row, key: "", value: false }]);
  model.undo();
  model.arrange();
  assert.deepEqual(model.order, [0, 1, 2]);
  assert.equal(model.pending().rows, 0);
});

test("discarded changes can be brought back", () => {
  const model = filled();
  model.change([
    { row: 0, key: "nominal", value: 5 },
    { row: 1, key: "", value: true },
  ]);
  model.discard();
  assert.equal(model.pending().rows, 0);
  model.undo();
  assert.deepEqual(model.pending(), { changed: [0], added: [], removed: [1], cells: 1, rows: 2 });
});

test("rows are sorted by several columns, those without a value first", () => {
  const model = filled();
  model.sorts = parseSort("-nominal,name");
  model.arrange();
  assert.deepEqual(
    model.order.map((row) => model.sids[row]),
    ["a", "c", "b"],
  );
  model.sorts = parseSort("nominal");
  model.arrange();
  assert.deepEqual(
    model.order.map((row) => model.sids[row]),
    ["b", "a", "c"],
  );
});

test("a column is sorted up, down and not at all", () => {
  const steps = ["", "a", "-a"].map((sorts) => writeSort(nextSort(parseSort(sorts), "a", false)));
  assert.deepEqual(steps, ["a", "-a", ""]);
  assert.equal(writeSort(nextSort(parseSort("a,b"), "a", true)), "-a,b");
  assert.equal(writeSort(nextSort(parseSort("a,b"), "c", true)), "a,b,c");
  assert.equal(writeSort(nextSort(parseSort("a,b"), "c", false)), "c");
});
