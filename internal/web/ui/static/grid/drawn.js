// @ts-check

import { doubtAt } from "./usual.js";
import { isNumeric, shownOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */

/**
 * Returns how a row is shown.
 * @param {Grid} grid
 * @param {number} position
 */
export function drawnRow({ model }, position) {
  const row = model.order[position];
  const tone = model.removed.has(row) ? "is-removed" : model.isNew(row) ? "is-new" : "";
  return { number: (position + 1).toLocaleString("en"), tone };
}

/**
 * Returns how a cell is shown: with what is wrong or unusual about it.
 * @param {Grid} grid
 * @param {number} row
 * @param {Column} column
 */
export function drawnCell({ model, computed, shown }, row, column) {
  const value = model.get(row, column.key);
  const problem = model.problems.get(row)?.get(column.key) ?? "";
  const doubt = problem ? "" : doubtAt(model, row, column);
  const locked = !model.mayEdit(row, column);
  const tone = computed[column.key]?.tone?.[model.sids[row]];
  const classes = [
    isNumeric(column) ? "num" : "",
    column === shown[0] ? "grid-frozen" : "",
    model.edits.get(row)?.has(column.key) ? "is-edited" : "",
    problem ? "is-wrong" : "",
    doubt ? "is-unusual" : "",
    locked ? "is-locked" : "",
    tone ? `tone-${tone}` : "",
  ];
  return { text: shownOf(column, value), tone: classes.filter(Boolean).join(" "), title: problem || doubt, locked };
}
