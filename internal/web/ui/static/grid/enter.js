// @ts-check

import { openDialog } from "../base/dialog.js";
import { make, plural, tableOf } from "../base/dom.js";
import { parse } from "./parse.js";
import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ line: number, row: number, column: Column, text: string }} Target a cell, and the text that it is to hold from a line of what is pasted */
/** @typedef {{ line: number, name?: string, column: string, value: string, reason: string }} Left what is left out of what is pasted, and why */
/** @typedef {{ targets: Target[], added: number[], left: Left[] }} Pasted the cells of a paste, the new rows among theirs, and what has no place */

/** How much of what is left out is listed. */
const mostListed = 500;

/**
 * Takes over the texts that fit, as one step, and says how many do not; shows that of a paste. What is empty in a new row keeps its
 * default. Resolves when nothing is shown any more.
 * @param {Grid} grid
 * @param {Pasted} pasted
 * @param {boolean} shows
 */
export async function enter(grid, { targets, added, left }, shows) {
  const { good, unfit } = fitting(grid, targets);
  const count = takeOver(grid, added, good);
  const all = [...left, ...unfit.map(({ target, reason }) => leftCell(grid, target, reason))].sort((a, b) => a.line - b.line);
  grid.say(outcome(count, added.length, all));
  if (shows && all.length > 0) {
    await showLeft(all);
    grid.focus();
  }
}

/**
 * Divides targets into the changes that can be made and those that cannot, with the reason.
 * @param {Grid} grid
 * @param {Target[]} targets
 */
function fitting(grid, targets) {
  const { model } = grid;
  const good = [];
  const unfit = [];
  for (const target of targets.filter(({ row, text }) => text !== "" || !model.isNew(row))) {
    const { row, column, text } = target;
    const parsed = parse(column, text);
    if (!model.mayEdit(row, column)) {
      unfit.push(...(differs(grid, target) ? [{ target, reason: lockedFor(grid, target) }] : []));
    } else if ("problem" in parsed) {
      unfit.push({ target, reason: parsed.problem });
    } else {
      good.push({ row, key: column.key, value: parsed.value });
    }
  }
  return { good, unfit };
}

/**
 * Makes new rows and changes as one step, and returns how many cells have changed.
 * @param {Grid} grid
 * @param {number[]} added
 * @param {{ row: number, key: string, value: any }[]} changes
 */
function takeOver(grid, added, changes) {
  const made = [...added.map((row) => ({ row, key: "", value: false })), ...belonging(grid, added)];
  const count = grid.change([...made, ...changes]) - made.length;
  if (added.length > 0) {
    grid.rearrange();
  }
  return count;
}

/**
 * Returns changes that let new rows belong to what the active row belongs to: a category.
 * @param {Grid} grid
 * @param {number[]} added
 */
export function belonging({ model, cell }, added) {
  const like = cell.row ?? model.order.at(-1);
  const owners = model.columns.filter(({ kind, required, edit }) => kind === "ref" && required && edit !== "never");
  return like === undefined ? [] : added.flatMap((row) => owners.map(({ key }) => ({ row, key, value: model.get(like, key) })));
}

/**
 * Says what a paste has done.
 * @param {number} cells
 * @param {number} rows
 * @param {Left[]} left
 */
function outcome(cells, rows, left) {
  const parts = [`${plural(cells, "cell")} changed`];
  if (rows > 0) {
    parts.push(`${plural(rows, "row")} added`);
  }
  if (left.length > 0) {
    parts.push(`${left.length} left out: ${left[0].reason}`);
  }
  return `${parts.join(", ")}.`;
}

/**
 * Tells whether a text is another one than a cell shows.
 * @param {Grid} grid
 * @param {Target} target
 */
function differs({ model }, { row, column, text }) {
  return text !== "" && text !== textOf(column, model.get(row, column.key));
}

/**
 * Says why a cell cannot be changed.
 * @param {Grid} grid
 * @param {Target} target
 */
function lockedFor({ model }, { row, column }) {
  return model.removed.has(row) ? "the row is to be deleted" : `${column.label} cannot be changed here`;
}

/**
 * @param {Grid} grid
 * @param {Target} target
 * @param {string} reason
 * @returns {Left}
 */
function leftCell(grid, { line, row, column, text }, reason) {
  return { line, name: grid.nameOf(row), column: column.label, value: text, reason };
}

/**
 * Shows what was left out of a paste.
 * @param {Left[]} left
 */
function showLeft(left) {
  const lines = left
    .slice(0, mostListed)
    .map(({ line, name, column, value, reason }) => [name ? `${line}, ${name}` : `${line}`, column, value, reason]);
  return openDialog(`${plural(left.length, "value was", "values were")} left out`, (_, close) => {
    const lead = make("p", {}, "Everything else was pasted. The row is the line of what you have pasted.");
    const table = tableOf(["Row", "Column", "Value", "Why"], lines);
    const room = make("div", { class: "grid-list", role: "region", "aria-label": "Left out", tabindex: "0" }, table);
    const more = left.length > mostListed ? [make("p", {}, `And ${(left.length - mostListed).toLocaleString("en")} more.`)] : [];
    const end = make("button", { type: "button", class: "button" }, "Close");
    end.addEventListener("click", close);
    return [lead, room, ...more, make("div", { class: "form-end" }, end)];
  });
}
