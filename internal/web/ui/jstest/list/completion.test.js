// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { suggest } from "../../static/list/completion.js";

const fields = [
  { name: "cat", label: "Category", values: ["weapons", "food", "two words"] },
  { name: "nominal", label: "Nominal", number: true },
  { name: "name", label: "Class name" },
];

/** @param {string} text a bar stands for the cursor */
function texts(text) {
  return suggest(fields, text.replace("|", ""), text.indexOf("|")).map((one) => one.text);
}

test("fields are found by the beginning of their name or label", () => {
  assert.deepEqual(texts("n|"), ["nominal:", "name:"]);
  assert.deepEqual(texts("ak -cl|"), ["name:"]);
  assert.deepEqual(texts("|"), ["cat:", "nominal:", "name:"]);
  assert.deepEqual(texts("ak|"), []);
});

test("a number is followed by comparisons", () => {
  assert.deepEqual(texts("nominal|"), ["nominal>", "nominal>=", "nominal<", "nominal<=", "nominal:"]);
  assert.deepEqual(texts("nominal>|"), []);
});

test("values come after the colon and after each comma", () => {
  assert.deepEqual(texts("cat:|"), ["weapons", "food", '"two words"', "none", "any"]);
  assert.deepEqual(texts("-cat:food,w|"), ["weapons", '"two words"']);
  assert.deepEqual(texts('cat:"two w|'), ['"two words"']);
  assert.deepEqual(texts("other:|"), []);
});

test("only what is typed of the term is replaced", () => {
  const [first] = suggest(fields, "ak cat:we nominal>3", 9);
  assert.deepEqual([first.text, first.from, first.to, first.more], ["weapons", 7, 9, false]);
  const [field] = suggest(fields, 'x "a b" -ca', 11);
  assert.deepEqual([field.text, field.from, field.to, field.more], ["cat:", 9, 11, true]);
});
