// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { fillings, formulaIn, madeOf, preview, sumsText } from "../../static/grid/arithmetic.js";
import { FakeGrid } from "./fake.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

/** @type {Column[]} */
const columns = [
  { key: "name", label: "Class name", kind: "text", edit: "never" },
  { key: "nominal", label: "Nominal", kind: "int", edit: "always", min: 0, nullable: true },
  { key: "min", label: "Min", kind: "int", edit: "always", nullable: true },
  { key: "lifetime", label: "Lifetime", kind: "int", unit: "s", edit: "always", nullable: true },
];

const grid = () => {
  const made = new FakeGrid(columns, [
    ["AKM", 10, 5, 3600],
    ["SVD", 7, -1, 7200],
    ["Rag", null, 2, 3600],
  ]);
  made.range = { top: 0, bottom: 2, left: 1, right: 1 };
  return /** @type {any} */ (made);
};

test("what is typed is a formula, a value, or a slip", () => {
  /** @type {[string, boolean, any][]} */
  const cases = [
    ["*1.5", false, { of: "", sign: "*", by: 1.5 }],
    ["=*1,5", true, { of: "", sign: "*", by: 1.5 }],
    ["/ 2", false, { of: "", sign: "/", by: 2 }],
    ["+10%", false, { of: "", sign: "*", by: 1.1 }],
    ["-10%", true, { of: "", sign: "*", by: 0.9 }],
    ["+5", true, { of: "", sign: "+", by: 5 }],
    ["=-5", false, { of: "", sign: "-", by: 5 }],
    ["=12", true, { of: "", sign: "=", by: 12 }],
    ["=min", true, { of: "min", sign: "", by: 0 }],
    ["=Nominal*0.5", true, { of: "nominal", sign: "*", by: 0.5 }],
    ["+5", false, null],
    ["-1", true, null],
    ["12", true, null],
    ["4h", true, null],
    ["", true, null],
    ["=moon", true, "there is no number column “moon”"],
    ["=", true, "type a column, or what to do with the number"],
    ["/0", true, "you can’t divide by 0"],
    ["=2**3", true, "“=2**3” is not a formula; try *1.5, +10%, =+5 or =min*2"],
  ];
  for (const [text, several, want] of cases) {
    assert.deepEqual(formulaIn(text, columns.slice(1), several), want, `${text} ${several}`);
  }
});

test("a formula stays within the bounds, and leaves what is not set or not used", () => {
  const of = (/** @type {string} */ text, /** @type {Column} */ column, /** @type {Record<string, any>} */ row) =>
    madeOf(/** @type {any} */ (formulaIn(text, columns, true)), column, (key) => row[key]);
  assert.equal(of("*1.5", columns[1], { nominal: 7 }), 11);
  assert.equal(of("=-9", columns[1], { nominal: 7 }), 0);
  assert.equal(of("*2", columns[1], { nominal: null }), null);
  assert.equal(of("*2", columns[2], { min: -1 }), -1);
  assert.equal(of("=nominal/2", columns[2], { nominal: 9, min: -1 }), 5);
  assert.equal(of("+10%", { ...columns[1], kind: "decimal", key: "price" }, { price: "10.00" }), "11.00");
  assert.equal(of("=-5", { key: "x", label: "X", kind: "float", edit: "always" }, { x: -2.5 }), -7.5);
});

test("a formula or a value goes into all selected cells", () => {
  const on = grid();
  const formula = /** @type {any} */ (formulaIn("*2", columns, true));
  assert.deepEqual(fillings(on, formula), [
    { row: 0, key: "nominal", value: 20 },
    { row: 1, key: "nominal", value: 14 },
  ]);
  assert.equal(preview(on, formula), "2 cells change: 10 → 20, 7 → 14");
  on.range = { top: 0, bottom: 1, left: 0, right: 2 };
  assert.deepEqual(
    fillings(on, "7").map(({ row, key }) => [row, key]),
    [
      [0, "nominal"],
      [0, "min"],
      [1, "min"],
    ],
  );
});

test("the numbers of a selection are summed up, durations in words", () => {
  const on = grid();
  assert.equal(sumsText(on), "sum 17 · average 8.5 · 7 to 10 · 2 numbers");
  on.range = { top: 0, bottom: 2, left: 3, right: 3 };
  assert.equal(sumsText(on), "sum 4 h · average 1 h 20 min · 1 h to 2 h · 3 numbers");
  on.range = { top: 0, bottom: 2, left: 0, right: 0 };
  assert.equal(sumsText(on), "");
});
