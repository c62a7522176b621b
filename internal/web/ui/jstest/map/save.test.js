// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { countPending, pendingText } from "../../static/map/pending.js";
import { settle } from "../../static/map/save.js";
import { heldMap } from "./fake.js";

test("what is not saved is told and counted", () => {
  const { model } = heldMap();
  assert.equal(pendingText(model), "");
  model.change([
    { feature: 0, place: { points: [[101, 100]], radius: null } },
    { feature: 1, removed: true },
  ]);
  model.add({ layer: 0, sort: "", name: "New" }, { points: [[1, 2]], radius: null });
  assert.equal(pendingText(model), "1 position changed, 1 new, 1 removed");
  assert.equal(countPending(model), 3);
});

test("their place is the stored one then, and mine a change of it or none", () => {
  for (const [mine, x, pending] of /** @type {[boolean, number, number][]} */ ([
    [true, 150, 1],
    [false, 170, 0],
  ])) {
    const { model } = heldMap();
    const [feature] = model.features;
    model.change([{ feature: 0, place: { points: [[150, 100]], radius: null } }]);
    settle(feature, { id: feature.id, points: [[170, 100, 9]] }, mine);
    assert.deepEqual(feature.was.points, [[170, 100]], "a position without a height has none");
    assert.equal(feature.now.points[0][0], x);
    assert.equal(countPending(model), pending);
  }
});

test("a removal stays mine, and a position that is gone leaves nothing to save", () => {
  const { model } = heldMap();
  const [feature] = model.features;
  model.change([{ feature: 0, removed: true }]);
  settle(feature, { id: feature.id, points: [[170, 100]] }, true);
  assert.equal(feature.removed, true);
  settle(feature, { id: feature.id }, true);
  assert.equal(countPending(model), 0);
});
