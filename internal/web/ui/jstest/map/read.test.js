// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFeature, testOf } from "../../static/map/read.js";

/** @type {import("../../static/map/model.js").Layer[]} */
const layers = [
  { slug: "events", title: "Events", edit: true },
  { slug: "routes", title: "Routes", edit: true, routes: true },
];

test("shapes are points, ways or areas", () => {
  /** @type {[string, any, number, object][]} */
  const cases = [
    ["Point", [1, 2], 0, { route: false, closed: false, loose: false }],
    ["Point", [1, 2], 1, { route: true, closed: false, loose: false }],
    [
      "LineString",
      [
        [1, 2],
        [3, 4],
      ],
      0,
      { route: true, closed: false, loose: false },
    ],
    [
      "MultiPoint",
      [
        [1, 2],
        [3, 4],
      ],
      0,
      { route: true, closed: false, loose: true },
    ],
    [
      "Polygon",
      [
        [
          [1, 2],
          [3, 4],
          [1, 2],
        ],
      ],
      0,
      { route: true, closed: true, loose: false },
    ],
  ];
  for (const [type, coordinates, layer, want] of cases) {
    const { route, closed, loose, now } = readFeature({ id: "x", geometry: { type, coordinates }, properties: {} }, layer, layers);
    assert.deepEqual({ route, closed, loose }, want, type);
    assert.deepEqual(now.points[0], [1, 2], type);
    assert.equal(now.points.length, type === "Point" ? 1 : 2, type);
  }
});

test("a filter looks for words, numbers and radii", () => {
  const properties = { name: "Wolf", path: "territories.12.zones", radius: 50 };
  const wolf = readFeature({ id: "x", geometry: { type: "Point", coordinates: [1, 2] }, properties }, 0, layers);
  for (const [filter, found] of /** @type {[string, boolean][]} */ ([
    ["", true],
    ["WOL", true],
    ["wolf bear", false],
    ["#12", true],
    ["#1", false],
    ["radius>49", true],
    ["radius<50", false],
  ])) {
    assert.equal(testOf(filter)(wolf), found, filter);
  }
});
