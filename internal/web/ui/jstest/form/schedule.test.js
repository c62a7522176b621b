// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../static/form/schedule.js";

test("times are told, or what is wrong with them", () => {
  assert.deepEqual(linesOf({ times: ["Monday", "Tuesday"], problem: "" }), ["Monday", "Tuesday"]);
  assert.deepEqual(linesOf({ times: null, problem: "it needs five fields" }), ["it needs five fields"]);
  assert.deepEqual(linesOf({ times: null, problem: "" }), []);
});
