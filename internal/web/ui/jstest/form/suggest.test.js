// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { wordAt } from "../../static/form/suggest.js";

test("the word is that at the start of the caret's line", () => {
  /** @type {[string, string, number][]} the text with a bar for the caret */
  const cases = [
    ["App|", "App", 0],
    ["Apple 0.5\nPe|", "Pe", 10],
    ["Apple| 0.5\nPear", "Apple", 0],
    ["Apple 0|.5", "", 0],
    ["|", "", 0],
    ["Apple\n|", "", 6],
  ];
  for (const [text, typed, start] of cases) {
    const box = { value: text.replace("|", ""), selectionStart: text.indexOf("|") };
    assert.deepEqual(wordAt(box), { start, typed }, text);
  }
});
