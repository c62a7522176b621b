// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { newPrice, priceOf } from "../static/items-prices.js";

test("a price changes by a percentage or an amount, in multiples of a step", () => {
  assert.equal(newPrice(40, { by: 10, step: 1, percent: true }), 44);
  assert.equal(newPrice(40, { by: -15, step: 1, percent: false }), 25);
  assert.equal(newPrice(44, { by: 10, step: 5, percent: true }), 50);
});

test("a price stays between 0 and what the game can hold", () => {
  assert.equal(newPrice(10, { by: -20, step: 1, percent: false }), 0);
  assert.equal(newPrice(2147483647, { by: 10, step: 1, percent: true }), 2147483647);
});

test("only whole numbers change", () => {
  const double = (/** @type {number} */ price) => 2 * price;
  assert.deepEqual(priceOf(" 21 ", double), { old: "21", now: "42" });
  for (const text of ["", "x", "-5", "1.5"]) {
    assert.deepEqual(priceOf(text, double), { old: text, now: text });
  }
});
