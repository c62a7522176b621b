// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { badge } from "../../static/list/marks.js";
import { fakeDocument, withGlobals } from "../dom.js";

test("a badge has the tone of what was found, and leads to it", (t) => {
  withGlobals(t, { document: fakeDocument() });
  for (const [severity, tone] of [
    ["error", "bad"],
    ["warning", "warn"],
    ["note", "neutral"],
  ]) {
    const made = badge({ text: "2 mistakes", severity, url: "/lint" });
    assert.deepEqual([made.className, made.textContent, made.href], [`badge mark tone-${tone}`, "2 mistakes", "/lint"]);
  }
});
