// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { around, clustersOf, merged, squaresOf } from "../../static/map/squares.js";

/** @param {number} x @param {number} z @param {object} [more] */
const at = (x, z, more = {}) => /** @type {any} */ ({ layer: 0, route: false, now: { points: [[x, z]], radius: null }, ...more });

test("what is in one square is one cluster in its middle, without a layer where they differ", () => {
  const features = [at(10, 10), at(30, 50), at(20, 30, { layer: 1 }), at(1000, 1000)];
  const clusters = clustersOf(features, [0, 1, 2, 3], 128);
  assert.deepEqual(clusters, [
    { x: 20, z: 30, count: 3, first: 0, layer: -1 },
    { x: 1000, z: 1000, count: 1, first: 3, layer: 0 },
  ]);
});

test("squares put together hold the same as larger ones", () => {
  const features = Array.from({ length: 60 }, (_, i) => at((i * 37) % 500, (i * 91) % 500));
  const shown = features.map((_, i) => i);
  const [large, small] = [clustersOf(features, shown, 256), merged(clustersOf(features, shown, 128), 256)];
  const told = (/** @type {typeof large} */ list) => list.map(({ x, z, count }) => [Math.round(x), Math.round(z), count].join()).sort();
  assert.deepEqual(told(small), told(large));
});

test("what is around holds everything in sight, and what reaches far", () => {
  const features = Array.from({ length: 400 }, (_, i) => at((i % 20) * 500, Math.floor(i / 20) * 500));
  features.push(at(9000, 9000, { route: true }));
  const near = squaresOf(
    features,
    features.map((_, i) => i),
  );
  const found = around(near, 900, 900, 1600, 1600) ?? [];
  const inSight = features.flatMap(({ now, route }, i) => {
    const [x, z] = now.points[0];
    return route || (x >= 900 && x <= 1600 && z >= 900 && z <= 1600) ? [i] : [];
  });
  assert.deepEqual(
    inSight.filter((i) => !found.includes(i)),
    [],
  );
  assert.ok(found.length < 40, `${found.length} are looked through`);
  assert.equal(around(near, 0, 0, 10_000, 10_000), undefined, "most of the map");
});
