// @ts-check

import { choose } from "../base/dialog.js";
import { plural } from "../base/dom.js";

/** @typedef {import("./core.js").Grid} Grid */

/**
 * Asks whether rows are to be deleted.
 * @param {Grid} grid
 * @param {number[]} rows
 */
export function confirmRemoval(grid, rows) {
  const names = rows.map((row) => grid.nameOf(row));
  return confirm(`Delete ${plural(rows.length, grid.one, grid.many)}?`, names, ["Save and delete", "danger"]);
}

/**
 * Asks whether unusual values are meant.
 * @param {Grid} grid
 * @param {import("./usual.js").Doubt[]} doubts
 */
export function confirmDoubts(grid, doubts) {
  const lines = doubts.map(({ row, text }) => `${grid.nameOf(row)}: ${text}`);
  return confirm(`${plural(doubts.length, "value is", "values are")} unusual`, lines, ["Save anyway", ""]);
}

/**
 * Asks whether to save, and resolves to the answer.
 * @param {string} title
 * @param {string[]} lines
 * @param {[label: string, className: string]} go the button that saves
 * @returns {Promise<boolean>}
 */
async function confirm(title, lines, [label, className]) {
  const choice = await choose({ title, lines, end: "You can undo the save.", choices: [{ label, className, value: "save" }] });
  return choice === "save";
}
