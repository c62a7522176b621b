// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { blanks, lists, titles } from "../../static/loadout/kinds.js";

test("every list holds a kind of part that can be made and described", () => {
  for (const list of Object.values(lists).flat()) {
    const part = blanks[list.kind]({ ClassName: "", Chance: 1 });
    assert.notEqual(titles[list.kind](part), "", list.kind);
  }
});

test("a title says what a part holds", () => {
  const item = { ClassName: "AKM", Chance: 0.5, InventoryAttachments: [{ Items: [{}, {}] }], InventoryCargo: [{}] };
  assert.equal(titles.item(item), "50 % AKM, 2 attached, 1 in cargo");
  assert.equal(titles.set({ ClassName: "Camo" }), "100 % Set Camo");
  assert.equal(titles.health({ Min: 0.7, Max: 1, Zone: "" }), "Whole item: 70 % to 100 %");
});

test("the title of a slot names three items at most", () => {
  const slot = { SlotName: "Body", Items: ["A", "B", "", "C", "D"].map((ClassName) => ({ ClassName })) };
  assert.equal(titles.slot(slot), "Body: A, B, no class name and 2 more");
  assert.equal(titles.slot({ Items: [] }), "Any slot: nothing");
});
