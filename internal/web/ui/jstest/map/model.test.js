// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { MapModel } from "../../static/map/model.js";
import { readCoordinates } from "../../static/map/read.js";

const layers = [
  { slug: "event-spawns", title: "Event positions", edit: true, sorts: [""] },
  { slug: "player-spawns", title: "Player spawns", edit: true, sorts: [""] },
  { slug: "objects", title: "Objects", edit: false },
];

/** @param {any} properties @param {number[]} coordinates */
const feature = (properties, coordinates) => ({
  id: `${properties.layer}/s/${properties.path}`,
  geometry: { type: "Point", coordinates },
  properties,
});

function model() {
  const made = new MapModel(layers);
  made.load({
    features: [
      feature({ layer: "event-spawns", path: "positions.0", name: "StaticHeliCrash", sort: "StaticHeliCrash", radius: 45 }, [100, 100]),
      feature({ layer: "event-spawns", path: "positions.1", name: "StaticBoat", sort: "StaticBoat" }, [110, 120]),
      feature({ layer: "player-spawns", path: "", name: "Elektro", sort: "fresh" }, [9000, 2000]),
      feature({ layer: "objects", path: "Objects.0.pos", name: "Land_Wall" }, [9001, 2001]),
    ],
  });
  return made;
}

test("layers and filters say what is shown", () => {
  const map = model();
  assert.equal(map.shown().length, 4);
  for (const [filter, count] of /** @type {[string, number][]} */ ([
    ["static", 2],
    ["static boat", 1],
    ["#1", 1],
    ["radius>40", 1],
    ["radius<40", 0],
    ["fresh", 1],
  ])) {
    map.filter = filter;
    map.touch();
    assert.equal(map.shown().length, count, filter);
  }
  map.filter = "";
  map.hidden.add(0);
  map.touch();
  assert.deepEqual(map.shown(), [2, 3]);
});

test("what is close together is one cluster", () => {
  const map = model();
  const [first, second] = map.clusters(1024);
  assert.deepEqual(first, { x: 105, z: 110, count: 2, first: 0, layer: 0 });
  assert.equal(second.layer, -1);
  assert.equal(map.clusters(1).length, 4);
});

test("changes are pending until they are undone", () => {
  const map = model();
  map.change([
    { feature: 0, place: { points: [[1, 2]], radius: 45 } },
    { feature: 1, removed: true },
  ]);
  const added = map.add({ layer: 1, sort: "hop", name: "" }, { points: [[5, 6]], radius: null });
  assert.deepEqual(map.body(), {
    moved: [{ id: "event-spawns/s/positions.0", was: { points: [[100, 100]], radius: 45 }, now: { points: [[1, 2]], radius: 45 } }],
    removed: [{ id: "event-spawns/s/positions.1", was: { points: [[110, 120]], radius: null } }],
    added: [{ layer: "player-spawns", sort: "hop", name: "", file: undefined, now: { points: [[5, 6]], radius: null } }],
  });
  assert.equal(map.label(added), "hop, 5 / 6");
  map.undo();
  map.undo();
  assert.deepEqual(map.body(), { moved: [], removed: [], added: [] });
  assert.equal(map.undo(), false);
  assert.equal(map.shown().length, 4);
});

test("what a file is about goes with the file, or stays", () => {
  const map = new MapModel([
    { slug: "airdrops", title: "Airdrops", edit: true, whole: ["DropLocation"], goes: true },
    { slug: "objectives", title: "Objectives", edit: true, whole: ["Position"] },
  ]);
  map.load({
    features: [
      feature({ layer: "airdrops", path: "DropLocation" }, [1, 2]),
      feature({ layer: "airdrops", path: "Waypoints" }, [1, 2]),
      feature({ layer: "objectives", path: "Position" }, [3, 4]),
    ],
  });
  assert.deepEqual(
    map.features.map((_, i) => [map.removable(i), map.isWhole(i)]),
    [
      [true, true],
      [true, false],
      [false, true],
    ],
  );
});

test("moving there and back is no change", () => {
  const map = model();
  map.change([{ feature: 0, place: { points: [[1, 2]], radius: 45 } }]);
  map.change([{ feature: 0, place: { points: [[100, 100]], radius: 45 } }]);
  assert.equal(map.pending().moved.length, 0);
});

test("coordinates are read as they are copied", () => {
  const text = '<pos x="7500.5" z="8200" a="90" />\n11590.6 57.6 14680.1\n5000, 6000\nnothing\n<pos x=" 1" y="2" z="-3"/>';
  assert.deepEqual(readCoordinates(text), [
    [7500.5, 8200],
    [11590.6, 14680.1, 57.6],
    [5000, 6000],
    [1, -3],
  ]);
});

test("however many points there are, few are drawn", () => {
  const map = new MapModel(layers);
  const spread = (/** @type {number} */ i) => [(i * 7919) % 15360, (i * 104729) % 15360];
  map.load({
    features: Array.from({ length: 50_000 }, (_, i) => feature({ layer: "event-spawns", path: `positions.${i}`, name: "A" }, spread(i))),
  });
  assert.ok(map.clusters(512).length <= 900);
});

test("what is in sight is found by its square, and wide things always", () => {
  const map = new MapModel(layers);
  const spread = (/** @type {number} */ i) => [(i * 7919) % 15360, (i * 104729) % 15360];
  const features = Array.from({ length: 5_000 }, (_, i) =>
    feature({ layer: "event-spawns", path: `positions.${i}`, name: "A" }, spread(i)),
  );
  features.push(feature({ layer: "player-spawns", path: "0", name: "wide", radius: 9000 }, [15000, 15000]));
  map.load({ features });
  const [west, south, east, north] = [3000, 4000, 3700, 4400];
  const found = map.within(west, south, east, north);
  const inside = map.shown().filter((i) => {
    const [x, z] = map.features[i].now.points[0];
    return x >= west && x <= east && z >= south && z <= north;
  });
  assert.ok(inside.length > 0 && inside.every((i) => found.includes(i)) && found.includes(5_000) && found.length < 200);
  assert.deepEqual(
    found,
    [...found].sort((a, b) => a - b),
  );
});

test("no two layers look alike", () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ slug: `layer-${i}`, title: `Layer ${i}`, edit: true }));
  const map = new MapModel(many);
  map.load({ features: many.slice(3).map(({ slug }) => feature({ layer: slug, path: "", name: "Here" }, [1, 1])) });
  assert.equal(new Set(map.colors.map((color, i) => `${color} ${map.marks[i]}`)).size, 30);
});
