// @ts-check

import { sortRows } from "./sort.js";
import { textOf } from "./values.js";

/** @typedef {import("./model.js").Model} Model */

/**
 * Returns the rows in the order in which they are shown: sorted, and new ones at the end.
 * @param {Model} model
 */
export function orderOf(model) {
  const shown = [...model.sids.keys()].filter((row) => model.sids[row] && !(model.isNew(row) && model.removed.has(row)));
  const stored = shown.filter((row) => !model.isNew(row));
  if (model.sorts.length > 0) {
    sortRows(stored, model.sorts, (row, key) => sortValue(model, row, key));
  }
  return [...stored, ...shown.filter((row) => model.isNew(row))];
}

/**
 * @param {Model} model
 * @param {number} row
 * @param {string} key
 */
function sortValue(model, row, key) {
  const column = model.column(key);
  const value = model.get(row, key);
  if (value === null || value === undefined) {
    return null;
  }
  return typeof value === "number" && column.kind !== "ref" ? value : column.kind === "decimal" ? Number(value) : textOf(column, value);
}
