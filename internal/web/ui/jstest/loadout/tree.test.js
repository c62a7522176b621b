// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { copyOf, enterAt, isObject, listIn, numberOf, ownList, parse, percent, shownAt, write } from "../../static/loadout/tree.js";

test("numbers keep their spelling where the browser can tell it", { skip: !("rawJSON" in JSON) }, () => {
  assert.equal(write(parse('{"Chance":1.0}')), '{\n    "Chance": 1.0\n}');
  assert.equal(numberOf(parse("1.50")), 1.5);
});

test("a copy is apart from what it was made of", () => {
  const node = { Items: [{ ClassName: "AKM" }] };
  const copy = copyOf(node);
  copy.Items[0].ClassName = "M4A1";
  assert.equal(node.Items[0].ClassName, "AKM");
});

test("objects are told from everything else", () => {
  assert.equal(isObject({}), true);
  for (const value of /** @type {unknown[]} */ ([[], null, 1, "x", undefined])) {
    assert.equal(isObject(value), false);
  }
});

test("numbers may be written as text", () => {
  assert.equal(numberOf("0.5"), 0.5);
  for (const value of ["", " ", "x", undefined, null, {}]) {
    assert.ok(Number.isNaN(numberOf(value)));
  }
});

test("a list is made when it is added to, and not before", () => {
  const node = parse("{}");
  assert.deepEqual(listIn(node, "Items"), []);
  assert.deepEqual(node, {});
  ownList(node, "Items").push(1);
  assert.deepEqual(node, { Items: [1] });
});

test("a control shows texts as they are and numbers without digits that mean nothing", () => {
  const node = { Quantity: { Min: 0.30000001192092896 }, ClassName: "AKM" };
  assert.equal(shownAt(node, "Quantity.Min"), "0.3");
  assert.equal(shownAt(node, "ClassName"), "AKM");
  for (const path of ["Quantity.Max", "ClassName.Min", "None.Min"]) {
    assert.equal(shownAt(node, path), "", path);
  }
});

test("entering a value makes the objects on the way, but no empty text", () => {
  const node = parse("{}");
  enterAt(node, "Quantity.Min", 0.5);
  enterAt(node, "Include", "");
  assert.deepEqual(node, { Quantity: { Min: 0.5 } });
  enterAt(node, "Include", "Police");
  enterAt(node, "Include", "");
  assert.equal(node.Include, "");
});

test("a chance is told in percent, and is 100 % where it is missing", () => {
  for (const [value, text] of [
    [0.6, "60 %"],
    [0.333333, "33.33 %"],
    [undefined, "100 %"],
    [null, "100 %"],
    ["much", "? %"],
  ]) {
    assert.equal(percent(value), text);
  }
});
