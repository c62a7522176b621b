// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { narrow } from "../../static/list/files.js";

/** @param {string} path */
const file = (path) => ({ dataset: { file: path }, hidden: false });

/** @param {any[]} files */
const folder = (files) => ({
  parentElement: { hidden: false },
  querySelector: () => files.find(({ hidden }) => !hidden) ?? null, // the first file that is not hidden
});

test("a tree shows the files that hold the term, and the folders of these", () => {
  const [types, events, cfg] = [file("db/types.xml"), file("db/events.xml"), file("cfggameplay.json")];
  const [db, env] = [folder([types, events]), folder([file("env/wolf.xml")])];
  const all = [types, events, cfg, { ...file("env/wolf.xml") }];
  const tree = /** @type {any} */ ({ querySelectorAll: (/** @type {string} */ selector) => (selector === "details" ? [db] : all) });
  narrow(tree, "types");
  assert.deepEqual(
    all.map(({ hidden }) => hidden),
    [false, true, true, true],
  );
  assert.equal(db.parentElement.hidden, false);
  narrow(tree, "gameplay");
  assert.equal(db.parentElement.hidden, true);
  narrow(tree, "");
  assert.equal(
    all.every(({ hidden }) => !hidden),
    true,
  );
  assert.equal(env.parentElement.hidden, false);
});
