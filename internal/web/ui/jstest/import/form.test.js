// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { tellSize } from "../../static/import/form.js";

test("sizes are told in bytes, or in kilobytes rounded up", () => {
  assert.equal(tellSize(1023), "1023 B");
  assert.equal(tellSize(1025), "2 KB");
  assert.equal(tellSize(3 << 20), "3,072 KB");
});
