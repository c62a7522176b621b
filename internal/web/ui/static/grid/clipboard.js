// @ts-check

import { plural } from "../base/dom.js";
import { enter } from "./enter.js";
import { paste } from "./paste.js";
import { writeTable } from "./tsv.js";
import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */

/**
 * Lets a grid be copied from and pasted into as a table of text.
 * @param {Grid} grid
 */
export function followClipboard(grid) {
  /** @param {(event: ClipboardEvent) => void} fn */
  const inGrid = (fn) => (/** @type {ClipboardEvent} */ event) => {
    if (!grid.commit && grid.scroller.contains(document.activeElement)) {
      event.preventDefault();
      fn(event);
    }
  };
  document.addEventListener(
    "copy",
    inGrid((event) => copy(grid, event)),
  );
  document.addEventListener(
    "cut",
    inGrid((event) => {
      copy(grid, event);
      clear(grid);
    }),
  );
  document.addEventListener(
    "paste",
    inGrid((event) => paste(grid, event.clipboardData?.getData("text/plain") ?? "")),
  );
}

/**
 * @param {Grid} grid
 * @param {ClipboardEvent} event
 */
function copy(grid, event) {
  event.clipboardData?.setData("text/plain", selectedText(grid, false));
  grid.say(`${plural(grid.selectedRows().length * grid.selectedColumns().length, "cell")} copied.`);
}

/**
 * Returns the selected cells as text.
 * @param {Grid} grid
 * @param {boolean} withHeads
 */
export function selectedText(grid, withHeads) {
  const columns = grid.selectedColumns();
  const rows = grid.selectedRows().map((row) => columns.map((column) => textOf(column, grid.model.get(row, column.key))));
  return writeTable(withHeads ? [columns.map(({ label }) => label), ...rows] : rows);
}

/**
 * Empties the cells of the selection that may be empty.
 * @param {Grid} grid
 */
export function clear(grid) {
  const columns = grid.selectedColumns();
  const targets = grid.selectedRows().flatMap((row) => columns.map((column) => ({ line: 0, row, column, text: "" })));
  enter(grid, { targets: targets.filter(({ row }) => !grid.model.isNew(row)), added: [], left: [] }, false);
}

/**
 * Copies the first row of the selection, or for a single row that above it, into the others.
 * @param {Grid} grid
 */
export function fillDown(grid) {
  const { top, bottom } = grid.range;
  const { model } = grid;
  const from = model.order[top === bottom ? top - 1 : top];
  if (from === undefined) {
    return;
  }
  const columns = grid.selectedColumns();
  const rows = model.order.slice(top === bottom ? top : top + 1, bottom + 1);
  const cells = rows.flatMap((row) =>
    columns.filter((column) => model.mayEdit(row, column)).map(({ key }) => ({ row, key, value: model.get(from, key) })),
  );
  grid.say(`${plural(grid.change(cells), "cell")} filled.`);
}
