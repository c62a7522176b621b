// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { followKeys } from "../../static/grid/keys.js";
import { press, withGlobals } from "../dom.js";
import { types } from "./fake.js";

/** @param {any} t */
function followed(t) {
  const document = Object.assign(new EventTarget(), { querySelector: () => null });
  withGlobals(t, { document });
  const grid = types();
  grid.scroller = new EventTarget();
  grid.view = { page: 10 };
  grid.active = { position: 1, column: 1 };
  /** @type {any[]} */
  const calls = [];
  followKeys(grid, {
    save: () => calls.push(["save"]),
    sort: (...how) => calls.push(["sort", ...how]),
    move: (...how) => calls.push(["move", ...how]),
  });
  return { grid, calls, document };
}

test("keys lead to other cells, and extend the selection with Shift", (t) => {
  /** @type {[string, object, any[]][]} */
  const cases = [
    ["ArrowUp", {}, [0, 1, false]],
    ["ArrowDown", { shiftKey: true }, [2, 1, true]],
    ["ArrowLeft", {}, [1, 0, false]],
    ["ArrowRight", {}, [1, 2, false]],
    ["Home", {}, [1, 0, false]],
    ["End", {}, [1, 2, false]],
    ["PageUp", {}, [0, 1, false]],
    ["PageDown", {}, [11, 1, false]],
    ["Escape", {}, [1, 1]],
    ["Home", { ctrlKey: true }, [0, 0, false]],
    ["End", { metaKey: true, shiftKey: true }, [2, 2, true]],
    ["ArrowDown", { ctrlKey: true }, [2, 1, false]],
    ["ArrowLeft", { ctrlKey: true }, [1, 0, false]],
  ];
  const { grid } = followed(t);
  for (const [key, more, place] of cases) {
    assert.ok(press(grid.scroller, key, more), key);
    assert.deepEqual(grid.selected.pop(), place, `${key} ${JSON.stringify(more)}`);
  }
});

test("a head sorts by Enter, and moves by Alt with an arrow", (t) => {
  const { grid, calls } = followed(t);
  grid.active = { position: -1, column: 1 };
  press(grid.scroller, "Enter", { shiftKey: true });
  press(grid.scroller, "ArrowLeft", { altKey: true });
  assert.equal(press(grid.scroller, "x", { altKey: true }), false);
  assert.deepEqual(calls, [
    ["sort", "nominal", true],
    ["move", "nominal", -1],
  ]);
});

test("steps are taken back and made again", (t) => {
  const { grid } = followed(t);
  grid.change([{ row: 0, key: "nominal", value: 12 }]);
  press(grid.scroller, "z", { ctrlKey: true });
  assert.equal(grid.model.get(0, "nominal"), 10);
  press(grid.scroller, "z", { ctrlKey: true, shiftKey: true });
  assert.equal(grid.model.get(0, "nominal"), 12);
  press(grid.scroller, "y", { ctrlKey: true });
  assert.deepEqual(grid.said, ["Undone: 1 change.", "Done again: 1 change.", "Nothing to redo."]);
});

test("Ctrl-S saves from anywhere, and other keys are left to the browser", (t) => {
  const { grid, calls, document } = followed(t);
  assert.ok(press(document, "s", { ctrlKey: true }));
  assert.deepEqual(calls, [["save"]]);
  assert.equal(press(grid.scroller, "F5"), false);
  assert.equal(press(grid.scroller, "r", { ctrlKey: true }), false);
});
