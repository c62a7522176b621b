// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { Combobox } from "../../static/base/combobox.js";
import { element, fakeDocument, press, withGlobals } from "../dom.js";

/** @param {any} t */
function opened(t) {
  withGlobals(t, { document: fakeDocument() });
  const [box, list] = [element("input"), element("div", { id: "list" })];
  /** @type {string[]} */
  const chosen = [];
  const combobox = new Combobox(box, list, ({ text }) => chosen.push(text));
  combobox.show([{ text: "AKM", group: "Types" }, { text: "Apple", note: "food", group: "Types" }, { text: "Help" }]);
  return { box, list, chosen, combobox };
}

test("the arrows go through the options and the box itself, around both ends", (t) => {
  const { box } = opened(t);
  const seen = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"].map((key) => {
    assert.ok(press(box, key));
    return box.getAttribute("aria-activedescendant");
  });
  assert.deepEqual(seen, ["list-0", "list-1", "list-2", null, "list-2"]);
});

test("options stand in their groups, with their notes", (t) => {
  const { list } = opened(t);
  assert.deepEqual(
    list.children.map((/** @type {any} */ each) => each.getAttribute("aria-label")),
    ["Types", null],
  );
  assert.deepEqual(
    list.querySelectorAll('[role="option"]').map((/** @type {any} */ each) => each.textContent),
    ["AKM", "Apple food", "Help"],
  );
});

test("enter chooses the active option, and is left to the form without one", (t) => {
  const { box, chosen } = opened(t);
  assert.equal(press(box, "Enter"), false);
  press(box, "ArrowUp");
  assert.ok(press(box, "Enter"));
  assert.deepEqual(chosen, ["Help"]);
});

test("escape closes the list, and then no key is taken", (t) => {
  const { box, combobox } = opened(t);
  assert.ok(press(box, "Escape"));
  assert.equal(combobox.isOpen, false);
  assert.equal(box.getAttribute("aria-expanded"), "false");
  assert.equal(press(box, "ArrowDown"), false);
});

test("an option may be active from the start, and keys of a word that is put together are not taken", (t) => {
  const { box, combobox } = opened(t);
  combobox.show([{ text: "one" }, { text: "two" }], 1);
  assert.equal(box.getAttribute("aria-activedescendant"), "list-1");
  assert.equal(press(box, "ArrowDown", { isComposing: true }), false);
});
