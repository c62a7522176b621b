// @ts-check

import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */

/**
 * Returns what the grid says of a cell, or without a row of the head of a column.
 * @param {Grid} grid
 * @param {number | undefined} row
 * @param {Column} column
 */
export function helpFor(grid, row, column) {
  return row === undefined ? headHelp(column) : grid.model.problems.get(row)?.get(column.key) || cellHelp(grid, row, column);
}

/**
 * @param {Grid} grid
 * @param {number} row
 * @param {Column} column
 */
function cellHelp({ model, computed }, row, column) {
  const here = computed[column.key];
  if (here?.says) {
    return here.says[model.sids[row]] ?? here.else;
  }
  const was = model.edits.get(row)?.has(column.key) ? `was ${textOf(column, model.stored(row, column.key)) || "not set"}` : "";
  return [column.label + (column.unit ? ` (${column.unit})` : ""), bounds(column), column.help, was].filter(Boolean).join(" · ");
}

/** @param {Column} column */
function headHelp({ label, help }) {
  return `${label}${help ? `: ${help}` : ""} · Enter sorts, with Shift by several columns; Alt with an arrow moves the column`;
}

/** @param {Column} column */
function bounds({ kind, min, max, choices = [] }) {
  if (kind === "choice") {
    return choices.join(", ");
  }
  if (kind === "text") {
    return "";
  }
  return min !== undefined && max !== undefined
    ? `${min} to ${max}`
    : min !== undefined
      ? `at least ${min}`
      : max !== undefined
        ? `at most ${max}`
        : "";
}
