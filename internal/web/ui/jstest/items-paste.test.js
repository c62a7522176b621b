// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { readLine } from "../static/items-paste.js";

const row = /** @type {HTMLElement} */ ({});
const known = new Map([["akm", row]]);

test("a line is read with tabs or semicolons, and finds its row whatever the case", () => {
  assert.deepEqual(readLine("AKM\t10 \t 20", known), { name: "AKM", cells: ["AKM", "10", "20"], row, problem: "" });
  assert.equal(readLine("akm;;30", known).problem, "");
});

test("a line says what is wrong with it", () => {
  const problems = {
    "\t10\t20": "no class name",
    "M4A1\t10": "a new item needs both prices",
    "AKM\tcheap": "“cheap” is not a number",
    "AKM\t1e3": "“1e3” is not a number",
    "M4A1\t1\t2": "",
    "AKM\t-1.5": "",
  };
  for (const [line, problem] of Object.entries(problems)) {
    assert.equal(readLine(line, known).problem, problem, line);
  }
});
