// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { withFormula, withFormulas } from "../../static/grid/formulas.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const price = /** @type {Column} */ ({ key: "price", label: "Price", kind: "int", edit: "always", min: 0 });

const row = /** @type {Record<string, any>} */ ({ low: 25, share: -1, half: 50, buy: "25.00", none: "-1.00", empty: null });

test("formulas work with what is entered", () => {
  const value = (/** @type {string} */ name) => ["value", name];
  const priced = (/** @type {string} */ name) => [">=", value(name), 0];
  const share = (/** @type {string} */ name) => ["if", priced(name), value(name), ["given", "usual"]];
  /** @type {[Column["kind"], import("../../static/grid/formulas.js").Term, any][]} */
  const cases = [
    ["int", ["/", ["*", value("low"), share("half")], 100], 12],
    ["int", ["/", ["*", value("low"), share("share")], 100], 18],
    ["int", ["/", ["*", value("low"), share("empty")], 100], 18],
    ["int", ["/", ["*", value("empty"), share("half")], 100], null],
    ["decimal", ["-", value("buy"), 10], "15.00"],
    ["decimal", ["if", ["and", priced("buy"), priced("none")], 1, null], null],
    ["decimal", ["if", ["and", priced("buy"), priced("half")], 1, null], "1.00"],
    ["text", ["if", priced("none"), "sold", "not sold"], "not sold"],
    ["text", ["if", priced("empty"), "sold", "not sold"], "not sold"],
  ];
  for (const [kind, is, want] of cases) {
    const { work } = withFormula({ ...price, kind, is, edit: "never" }, { usual: 75 });
    assert.equal(
      work((key) => row[key]),
      want,
      JSON.stringify(is),
    );
  }
});

test("a computed column stands behind the one that it names", () => {
  const margin = /** @type {Column} */ ({ ...price, key: "margin", is: ["value", "buy"], behind: "sell" });
  const columns = withFormulas([{ ...price, key: "buy" }, { ...price, key: "sell" }, price], [margin], {});
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
