// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { pendingText } from "../../static/grid/save.js";

test("what is not saved is told in cells and rows", () => {
  /** @type {[number, number, number, number, string][]} */
  const cases = [
    [38, 21, 2, 0, "38 cells in 21 rows changed, 2 rows added"],
    [1, 1, 0, 1, "1 cell in 1 row changed, 1 row to be deleted"],
    [0, 0, 0, 0, ""],
  ];
  for (const [cells, changed, added, removed, text] of cases) {
    const rows = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
    assert.equal(pendingText({ cells, changed: rows(changed), added: rows(added), removed: rows(removed) }), text);
  }
});
