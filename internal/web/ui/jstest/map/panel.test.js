// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { offeredFor } from "../../static/map/add.js";
import { whereIs } from "../../static/map/panel.js";

test("a place is told by its first points and its radius", () => {
  assert.equal(whereIs({ points: [[1.006, 2]], radius: null }), "1.01 / 2");
  const points = Array.from({ length: 7 }, (_, i) => [i, i]);
  assert.equal(whereIs({ points, radius: 5 }), "0 / 0, 1 / 1, 2 / 2, 3 / 3, 4 / 4, radius 5 m");
});

test("something new may belong to layers with sorts, routes to those of routes", () => {
  const layer = { title: "", edit: true };
  const layers = [
    { ...layer, slug: "events", sorts: [""] },
    { ...layer, slug: "none" },
    { ...layer, slug: "routes", sorts: [""], routes: true },
    { ...layer, slug: "no file", sorts: [""], inFiles: true, files: [] },
    { ...layer, slug: "files", sorts: [""], inFiles: true, files: [{ sid: "s", path: "p" }] },
  ];
  const slugs = (/** @type {boolean} */ routes, /** @type {boolean} */ pasted) =>
    offeredFor(layers, routes, pasted).map(({ slug, i }) => `${i} ${slug}`);
  assert.deepEqual(slugs(false, false), ["0 events", "4 files"]);
  assert.deepEqual(slugs(true, false), ["2 routes"]);
  assert.deepEqual(slugs(false, true), ["0 events", "2 routes", "4 files"]);
});
