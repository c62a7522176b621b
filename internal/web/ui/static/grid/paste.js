// @ts-check

import { byNames } from "./byname.js";
import { enter } from "./enter.js";
import { headerOf, parseTable } from "./tsv.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./enter.js").Pasted} Pasted */

/**
 * Pastes a table of text: at the selection, or where its first row names columns into these. Rows with names go to the records of these
 * names, wherever they are; other names make new rows.
 * @param {Grid} grid
 * @param {string} text
 */
export async function paste(grid, text) {
  await grid.whole; // names are looked for in all rows
  const table = parseTable(text);
  const heads = headerOf(table[0], grid.model.columns);
  if (!heads) {
    await intoSelection(grid, table);
  } else if (heads.includes(grid.model.columns[0])) {
    const pasted = await byNames(grid, heads, table);
    if (pasted) {
      await enter(grid, pasted, true);
    } else {
      grid.focus();
    }
  } else {
    await enter(grid, fromTop(grid, heads, table.slice(1), 2), true);
  }
}

/**
 * Pastes a table at the selection, as often as that holds it, and selects what it has filled.
 * @param {Grid} grid
 * @param {string[][]} table
 */
async function intoSelection(grid, table) {
  const { top, bottom, left, right } = grid.range;
  const filled = repeated(table, bottom - top + 1, right - left + 1);
  const columns = grid.shown.slice(left, left + filled[0].length);
  const pasted = fromTop(grid, columns, filled, 1);
  filled.forEach((cells, i) =>
    cells.slice(columns.length).forEach((value) => pasted.left.push({ line: i + 1, column: "–", value, reason: "it is outside the grid" })),
  );
  const shown = enter(grid, pasted, true);
  const said = grid.status.textContent;
  grid.select(top + filled.length - 1, left + columns.length - 1);
  grid.select(top, left, true);
  grid.say(said);
  await shown;
}

/**
 * Returns a table as often, down and to the right, as it fits into a room without a rest.
 * @param {string[][]} table
 * @param {number} height
 * @param {number} width
 */
export function repeated(table, height, width) {
  const [rows, cells] = [table.length, table[0].length];
  const down = height % rows === 0 ? height : rows;
  const along = width % cells === 0 ? width : cells;
  return Array.from({ length: down }, (_, i) => Array.from({ length: along }, (_, c) => table[i % rows][c % cells] ?? ""));
}

/**
 * @param {Grid} grid
 * @param {(Column | undefined)[]} columns
 * @param {string[][]} table
 * @param {number} first the line of the first row in what is pasted
 * @returns {Pasted}
 */
function fromTop(grid, columns, table, first) {
  const { top } = grid.range;
  const there = grid.model.order.slice(top, top + table.length);
  const added = grid.model.makeRows(table.length - there.length);
  const rows = [...there, ...added];
  const targets = table.flatMap((cells, i) =>
    columns.flatMap((column, c) => (column ? [{ line: first + i, row: rows[i], column, text: cells[c] ?? "" }] : [])),
  );
  return { added, targets, left: [] };
}
