// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { classOf } from "../../static/market/items.js";

/** @param {string | undefined} item @param {string} [typed] */
const row = (item, typed) =>
  /** @type {any} */ ({ dataset: { item }, querySelector: () => (typed === undefined ? null : { value: typed }) });

test("an item has its stored class name, or the one that is typed", () => {
  assert.equal(classOf(row("AKM", "M4A1")), "AKM");
  assert.equal(classOf(row(undefined, " Apple ")), "Apple");
  assert.equal(classOf(row("", undefined)), "");
});
