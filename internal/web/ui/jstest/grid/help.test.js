// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { helpFor } from "../../static/grid/help.js";
import { types } from "./fake.js";

test("a cell tells its column, its bounds, and what it was", () => {
  const grid = types();
  const [name, nominal] = grid.shown;
  grid.change([{ row: 0, key: "nominal", value: 12 }]);
  assert.equal(helpFor(grid, 0, nominal), "Nominal (pieces) · at least 0 · How many there are. · was 10");
  assert.equal(helpFor(grid, 1, name), "Name");
  /** @type {[object, string][]} */
  const bounds = [
    [{ min: 1, max: 5 }, "1 to 5"],
    [{ max: 5 }, "at most 5"],
    [{ kind: "choice", choices: ["ban", "whitelist"] }, "ban, whitelist"],
    [{ kind: "text", max: 5 }, ""],
  ];
  for (const [more, text] of bounds) {
    const said = helpFor(grid, 1, { key: "nominal", label: "N", kind: "int", edit: "always", ...more });
    assert.equal(said, ["N", text].filter(Boolean).join(" · "));
  }
});

test("what the server has found wrong comes first, and computed columns tell theirs", () => {
  const grid = types();
  grid.model.problems.set(0, new Map([["nominal", "Nominal is too high"]]));
  assert.equal(helpFor(grid, 0, grid.shown[1]), "Nominal is too high");
  assert.equal(helpFor(grid, 1, { key: "problems", label: "Problems", kind: "count", edit: "never" }), "Min is above nominal.");
  assert.equal(helpFor(grid, 0, { key: "problems", label: "Problems", kind: "count", edit: "never" }), "No problems.");
  assert.equal(helpFor(grid, 1, { key: "used", label: "Used by", kind: "count", edit: "never" }), "used by 2 events");
});

test("a head tells how it sorts", () => {
  const grid = types();
  assert.match(helpFor(grid, undefined, grid.shown[1]), /^Nominal: How many there are\. · Enter sorts/);
});
