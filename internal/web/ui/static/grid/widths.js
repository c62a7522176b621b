// @ts-check

import { dataOf } from "../base/dom.js";
import { isNumeric, namesIn } from "./values.js";
import { frozenWidth } from "./view.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */

export const narrowest = 40;

export const widest = 800;

/** @type {Record<string, number>} the usual widths of columns, in pixels */
const usual = { text: 150, int: 80, float: 80, decimal: 90, flag: 80, time: 150, choice: 110, ref: 130, refs: 220, texts: 180, count: 80 };

/** @param {number} width */
export const clamp = (width) => Math.min(Math.max(Math.round(width), narrowest), widest);

/**
 * @param {Grid} grid
 * @param {Column} column
 * @returns {import("./view.js").Head}
 */
export function headFor({ model, widths, shown }, column) {
  const rank = model.sorts.findIndex(({ key }) => key === column.key);
  const sort = rank < 0 ? "none" : model.sorts[rank].down ? "descending" : "ascending";
  const label = column.label + (column.unit && column.unit !== "s" ? ` (${column.unit})` : "");
  return {
    key: column.key,
    label,
    help: column.help,
    numeric: isNumeric(column),
    width:
      widths[column.key] ?? (column === shown[0] ? frozenWidth() : Math.max(usualWidth(column), label.length * 9 + (rank < 0 ? 26 : 44))),
    sort,
    rank: model.sorts.length > 1 ? String(rank + 1) : "",
  };
}

/** @param {Column} column */
function usualWidth(column) {
  const { kind, max = Infinity } = column;
  if (kind === "text" && max <= 20) {
    return 90;
  }
  const longest =
    kind === "ref"
      ? Math.max(
          0,
          ...namesIn(column)
            .list.slice(0, 1000)
            .map((name) => name.length),
        )
      : 0;
  return Math.min(Math.max(usual[kind], longest * 7 + 16), 280);
}

/**
 * @param {Grid} grid
 * @param {HTMLElement} line
 */
export function takeWidth(grid, line) {
  const input = line.querySelector("[type=number]");
  if (input.value !== input.dataset.was && Number(input.value) > 0) {
    grid.widths[dataOf(line, "key")] = clamp(Number(input.value));
  }
}
