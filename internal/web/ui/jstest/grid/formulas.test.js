// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { withFormula, withFormulas } from "../../static/grid/formulas.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const price = /** @type {Column} */ ({ key: "price", label: "Price", kind: "int", edit: "always", min: 0 });

test("formulas work with what is entered", () => {
  const row = /** @type {Record<string, any>} */ ({
    low: 25,
    share: -1,
    half: 50,
    buy: "25.00",
    sell: "10.00",
    none: "-1.00",
    empty: null,
  });
  const of = (/** @type {Partial<Column>} */ column) =>
    withFormula({ ...price, ...column, edit: "never" }).work((/** @type {string} */ key) => row[key]);
  assert.equal(of({ formula: "share", of: "low", by: "share", usual: 75 }), 18);
  assert.equal(of({ formula: "share", of: "low", by: "half", usual: 75 }), 12);
  assert.equal(of({ formula: "share", of: "empty", by: "half", usual: 75 }), null);
  assert.equal(of({ formula: "margin", of: "buy", by: "sell" }), "15.00");
  assert.equal(of({ formula: "margin", of: "buy", by: "none" }), null);
  const trades = [
    ["buy", "sell"],
    ["buy", "none"],
    ["none", "sell"],
    ["none", "none"],
  ].map(([buy, sell]) => of({ formula: "trade", of: buy, by: sell }));
  assert.deepEqual(trades, ["buy and sell", "only buy", "only sell", "neither"]);
});

test("a computed column stands behind the last that it follows from", () => {
  const margin = /** @type {Column} */ ({ ...price, key: "margin", formula: "margin", of: "buy", by: "sell" });
  const columns = withFormulas([{ ...price, key: "buy" }, { ...price, key: "sell" }, price], [margin]);
  assert.deepEqual(
    columns.map(({ key, edit }) => [key, edit]),
    [
      ["buy", "always"],
      ["sell", "always"],
      ["margin", "never"],
      ["price", "always"],
    ],
  );
});
