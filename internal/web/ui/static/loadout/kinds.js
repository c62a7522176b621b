// @ts-check

import { isObject, listIn, percent, shownAt } from "./tree.js";

/** @typedef {import("./tree.js").Part} Part */
/** @typedef {{ key: string, kind: string, title: string, add: string }} List a list that a part holds */

const attached = { key: "InventoryAttachments", kind: "slot", title: "Attached items", add: "Add slot" };
const cargo = { key: "InventoryCargo", kind: "item", title: "Cargo", add: "Add to cargo" };
const sets = { key: "Sets", kind: "set", title: "Sets", add: "Add set" };
const health = { key: "Health", kind: "health", title: "Condition", add: "Add condition" };

/**
 * The lists that the parts of a loadout hold, by what a part is.
 * @type {Record<string, List[]>}
 */
export const lists = {
  root: [attached, cargo, sets, health],
  item: [attached, cargo, health, sets],
  set: [attached, cargo, sets, health],
  slot: [{ key: "Items", kind: "item", title: "Items", add: "Add item" }],
  health: [],
};

/**
 * Makes a new part; item is a new item as the server knows it.
 * @type {Record<string, (item: Part) => Part>}
 */
export const blanks = {
  item: (item) => item,
  set: (item) => item,
  slot: () => ({ SlotName: "", Items: [] }),
  health: () => ({ Min: 0.7, Max: 1, Zone: "" }),
};

/**
 * Describes a part in a line, by what it is.
 * @type {Record<string, (node: Part) => string>}
 */
export const titles = {
  item: (node) => `${percent(node.Chance)} ${shownAt(node, "ClassName") || "no class name"}${holding(node)}`,
  set: (node) => `${percent(node.Chance)} Set ${shownAt(node, "ClassName")}${holding(node)}`,
  slot: (node) => `${shownAt(node, "SlotName") || "Any slot"}: ${named(listIn(node, "Items"))}`,
  health: (node) => `${shownAt(node, "Zone") || "Whole item"}: ${percent(node.Min)} to ${percent(node.Max)}`,
};

/** @param {Part} node */
function holding(node) {
  const worn = listIn(node, "InventoryAttachments").flatMap((slot) => (isObject(slot) ? listIn(slot, "Items") : []));
  const carried = listIn(node, "InventoryCargo");
  return (worn.length > 0 ? `, ${worn.length} attached` : "") + (carried.length > 0 ? `, ${carried.length} in cargo` : "");
}

const longest = 3;

/** @param {unknown[]} items */
function named(items) {
  const names = items.filter(isObject).map((item) => shownAt(item, "ClassName") || "no class name");
  const rest = names.length - longest;
  return (names.slice(0, longest).join(", ") || "nothing") + (rest > 0 ? ` and ${rest} more` : "");
}
