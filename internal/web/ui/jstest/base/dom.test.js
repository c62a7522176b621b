// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { dataOf, make, plural, tableOf } from "../../static/base/dom.js";
import { element, fakeDocument, withGlobals } from "../dom.js";

test("numbers have their nouns", () => {
  assert.equal(plural(1, "cell"), "1 cell");
  assert.equal(plural(0, "cell"), "0 cells");
  assert.equal(plural(1200, "value is", "values are"), "1,200 values are");
});

test("an attribute that is undefined is left out, an empty one is not", (t) => {
  withGlobals(t, { document: fakeDocument() });
  const made = make("input", { id: "a", required: "", list: undefined }, "text");
  assert.deepEqual(Object.fromEntries(made.attributes), { id: "a", required: "" });
  assert.equal(made.textContent, "text");
});

test("a table labels its cells, and shows a dash for an empty one", (t) => {
  withGlobals(t, { document: fakeDocument() });
  const cells = /** @type {any} */ (tableOf(["Row", "Why"], [["1", ""]])).querySelectorAll("td");
  assert.deepEqual(
    cells.map((/** @type {any} */ cell) => [cell.dataset.label, cell.textContent]),
    [
      ["Row", "1"],
      ["Why", "–"],
    ],
  );
});

test("data that a template does not give is empty", () => {
  const room = element("div", { "data-save-to": "/save" });
  assert.equal(dataOf(room, "saveTo"), "/save");
  assert.equal(dataOf(room, "undo"), "");
});
