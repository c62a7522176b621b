// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { Model } from "../../static/grid/model.js";
import { doubtsIn } from "../../static/grid/usual.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const columns = /** @type {Column[]} */ ([
  { key: "name", label: "Name", kind: "text", edit: "new" },
  { key: "nominal", label: "Nominal", kind: "int", edit: "always", nullable: true, within: { low: 0 } },
  { key: "min", label: "Min", kind: "int", edit: "always", within: { low: 0, of: "nominal" } },
  { key: "qmax", label: "Fill to", kind: "int", edit: "always", within: { low: -1, high: 100 } },
  { key: "x", label: "X", kind: "decimal", edit: "always", within: { low: 0, high: 15360, map: true } },
]);

/** @type {[string, Record<string, any>, string[]][]} */
const cases = [
  ["what is stored is not asked about", {}, []],
  ["a negative count", { nominal: -3 }, ["Nominal is below 0.", "Min is above “Nominal”, which is -3."]],
  ["a minimum above the other number", { min: 999 }, ["Min is above “Nominal”, which is 10."]],
  ["the other number below it", { nominal: 4 }, ["Min is above “Nominal”, which is 4."]],
  ["both at once", { nominal: 20, min: 20 }, []],
  ["a number that is not known", { nominal: null, min: 999 }, []],
  ["too full", { qmax: 101 }, ["Fill to is above 100."]],
  ["off the map", { x: "15360.50" }, ["X is off the map, which is 15360 m wide."]],
  ["at its edge", { x: "15360.00", qmax: -1 }, []],
];

for (const [what, values, texts] of cases) {
  test(`unusual values: ${what}`, () => {
    const model = new Model(columns);
    model.load({ sids: ["a"], values: [["AKM"], [10], [5], [500], ["-7.00"]] });
    model.arrange();
    model.change(Object.entries(values).map(([key, value]) => ({ row: 0, key, value })));
    assert.deepEqual(
      doubtsIn(model).map(({ text }) => text),
      texts,
    );
  });
}
