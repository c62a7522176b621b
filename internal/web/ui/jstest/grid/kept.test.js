// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { forget, keepChanges, keepPlace } from "../../static/grid/kept.js";
import { element, fakeDocument, withGlobals } from "../dom.js";
import { types } from "./fake.js";

/** A tab of a browser at an address, with what it keeps. @param {any} t @param {Record<string, string>} [kept] @param {string} [hash] */
function tab(t, kept = {}, hash = "") {
  const store = new Map(Object.entries(kept));
  const sessionStorage = {
    getItem: (/** @type {string} */ key) => store.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => store.set(key, value),
    removeItem: (/** @type {string} */ key) => store.delete(key),
  };
  const window = new EventTarget();
  withGlobals(t, { document: fakeDocument(), location: { pathname: "/g", search: "?q=cat:food", hash }, sessionStorage, window });
  const grid = types();
  const room = element("div", { "data-grid-notice": "" });
  Object.assign(grid, { root: element("div", {}, room), scroller: { scrollTop: 0, scrollLeft: 0 } });
  return { grid, room, store, leave: () => window.dispatchEvent(new Event("pagehide")) };
}

test("changes that are not saved outlive the page, and are brought back on demand", (t) => {
  const before = tab(t);
  keepChanges(before.grid);
  before.grid.change([{ row: 0, key: "nominal", value: 12 }]);
  before.leave();
  const { grid, room, store } = tab(t, Object.fromEntries(before.store));
  grid.model.setStored(0, "nominal", 11); // somebody else has changed it meanwhile
  keepChanges(grid);
  assert.match(room.textContent, /^1 cell you had changed here before were not saved\./);
  assert.equal(store.size, 0, "they are offered once");
  room.querySelector("button").dispatchEvent(new Event("click"));
  assert.equal(grid.model.get(0, "nominal"), 12);
  assert.equal(grid.model.stored(0, "nominal"), 10, "a save compares with what was seen");
  assert.equal(room.textContent, "");
});

test("nothing is offered of records and columns that are gone, or where the tab keeps no list", (t) => {
  const gone = [
    { sid: "gone", key: "nominal", was: 1, now: 2 },
    { sid: "r0", key: "gone", was: 1, now: 2 },
  ];
  for (const kept of [JSON.stringify(gone), "no JSON"]) {
    const { grid, room } = tab(t, { "grid /g": kept });
    keepChanges(grid);
    assert.equal(room.textContent, "");
  }
});

test("what is saved is not kept", (t) => {
  const { store } = tab(t, { "grid /g": "[]" });
  forget();
  assert.equal(store.size, 0);
});

test("a grid opens where it was left, or at the record that the address names", (t) => {
  const before = tab(t);
  keepPlace(before.grid);
  before.grid.active = { position: 2, column: 1 };
  before.grid.scroller.scrollTop = 300;
  before.leave();
  const there = tab(t, Object.fromEntries(before.store));
  keepPlace(there.grid);
  assert.deepEqual(there.grid.selected, [[2, 1]]);
  assert.equal(there.grid.scroller.scrollTop, 300);
  const named = tab(t, Object.fromEntries(before.store), "#row-r1");
  keepPlace(named.grid);
  assert.deepEqual(named.grid.selected, [[1, 1]]);
  const first = tab(t);
  keepPlace(first.grid);
  assert.deepEqual(first.grid.selected, []);
});
