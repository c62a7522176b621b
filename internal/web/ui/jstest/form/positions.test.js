// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";

import { pathsIn, positionsOf } from "../../static/form/positions.js";

test("positions in lists of lists: points, corners of areas, and of a box its middle", () => {
  assert.deepEqual(
    pathsIn([
      [1, 2],
      [3, 4, 5],
    ]),
    [[0], [1]],
  );
  const corners = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  assert.deepEqual(pathsIn([corners]), [
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  const box = [
    [10, 5, 10],
    [0, 0, 0],
    [100, 7, 200],
  ];
  assert.deepEqual(pathsIn([box]), [[0, 2]]);
  assert.deepEqual(pathsIn(undefined), []);
});

test("what a position's control holds beside it stays", () => {
  const read = (/** @type {string} */ position, /** @type {string} */ value, /** @type {number} */ i) => {
    const text = { dataset: { position }, value, localName: "textarea" };
    const form = /** @type {any} */ ({ querySelectorAll: () => [text] });
    const held = positionsOf(form)[i];
    const was = held.read();
    held.write([7, 8]);
    return [was, text.value];
  };
  assert.deepEqual(read("xyz", "1 2 3\n4 5 6", 1), [[4, 6], "1 2 3\n7 5 8"]);
  assert.deepEqual(read("xyz", "1 2 3\n", 1), [null, "1 2 3\n7 2 8"]);
  assert.deepEqual(read("xz", "1 2 90 group", 0), [[1, 2], "7 8 90 group"]);
  assert.deepEqual(read("column", "1\n2\n3", 0), [[1, 3], "7\n2\n8"]);
  assert.deepEqual(read("json", "[[1,2],[3,4,5]]", 1), [[3, 5], "[[1,2],[7,4,8]]"]);
});
