// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { newNumber } from "../../static/grid/numbers.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const price = /** @type {Column} */ ({ key: "price", label: "Price", kind: "int", edit: "always", min: 0 });

test("a number changes by a percentage or an amount, in multiples of a step", () => {
  assert.equal(newNumber(price, 40, { by: 10, step: 1, percent: true }), 44);
  assert.equal(newNumber(price, 40, { by: -15, step: 1, percent: false }), 25);
  assert.equal(newNumber(price, 44, { by: 10, step: 5, percent: true }), 50);
  assert.equal(newNumber({ ...price, kind: "decimal" }, "25.00", { by: 10, step: 5, percent: true }), "30.00");
});

test("a number stays within its bounds, and one below 0 as it is", () => {
  assert.equal(newNumber(price, 10, { by: -20, step: 1, percent: false }), 0);
  assert.equal(newNumber({ ...price, max: 100 }, 95, { by: 10, step: 1, percent: true }), 100);
  assert.equal(newNumber(price, 2147483647, { by: 10, step: 1, percent: true }), 2147483647);
  assert.equal(newNumber(price, -1, { by: 10, step: 1, percent: false }), -1);
  assert.equal(newNumber(price, null, { by: 10, step: 1, percent: false }), null);
});
