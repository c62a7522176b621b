// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { reaching, shifted } from "../../static/map/shift.js";

test("a place moves to the centimetre, with its heights and its radius", () => {
  const place = {
    points: [
      [10, 20, 5.5],
      [30, 40],
    ],
    radius: 7,
  };
  assert.deepEqual(shifted(place, 1.006, -2).points, [
    [11.01, 18, 5.5],
    [31.01, 38],
  ]);
  assert.equal(shifted(place, 1, 1).radius, 7);
  assert.deepEqual(shifted(place, 1, 1, 1).points, [
    [10, 20, 5.5],
    [31, 41],
  ]);
});

test("a radius reaches to a point in whole metres, and is never 0", () => {
  const place = { points: [[0, 0]], radius: 5 };
  assert.equal(reaching(place, [3, 4.2]).radius, 5);
  assert.equal(reaching(place, [0, 0]).radius, 1);
});
