import { isObject, listIn, percent, shownAt } from "./loadout-tree.js";

const attached = { key: "InventoryAttachments", kind: "slot", title: "Attached items", add: "Add slot" };
const cargo = { key: "InventoryCargo", kind: "item", title: "Cargo", add: "Add to cargo" };
const sets = { key: "Sets", kind: "set", title: "Sets", add: "Add set" };
const health = { key: "Health", kind: "health", title: "Condition", add: "Add condition" };

/** The lists that the parts of a loadout hold, by what a part is. */
export const lists = {
  root: [attached, cargo, sets, health],
  item: [attached, cargo, health, sets],
  set: [attached, cargo, sets, health],
  slot: [{ key: "Items", kind: "item", title: "Items", add: "Add item" }],
  health: [],
};

/** Makes a new part; item is a new item as the server knows it. */
export const blanks = {
  item: (item) => item,
  set: (item) => item,
  slot: () => ({ SlotName: "", Items: [] }),
  health: () => ({ Min: 0.7, Max: 1, Zone: "" }),
};

/** Tells a part in a line, by what it is. */
export const titles = {
  item: (node) => `${percent(node.Chance)} ${shownAt(node, "ClassName") || "no class name"}${holding(node)}`,
  set: (node) => `${percent(node.Chance)} Set ${shownAt(node, "ClassName")}${holding(node)}`,
  slot: (node) => `${shownAt(node, "SlotName") || "Any slot"}: ${named(listIn(node, "Items"))}`,
  health: (node) => `${shownAt(node, "Zone") || "Whole item"}: ${percent(node.Min)} to ${percent(node.Max)}`,
};

function holding(node) {
  const worn = listIn(node, "InventoryAttachments").flatMap((slot) => (isObject(slot) ? listIn(slot, "Items") : []));
  const carried = listIn(node, "InventoryCargo");
  return (worn.length > 0 ? `, ${worn.length} attached` : "") + (carried.length > 0 ? `, ${carried.length} in cargo` : "");
}

const longest = 3;

function named(items) {
  const names = items.filter(isObject).map((item) => shownAt(item, "ClassName") || "no class name");
  const rest = names.length - longest;
  return (names.slice(0, longest).join(", ") || "nothing") + (rest > 0 ? ` and ${rest} more` : "");
}
