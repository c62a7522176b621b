// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";
import { isNumeric, same, textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ percent: boolean, by: number, step: number }} How a number is raised, and of what it is a multiple then */
/** @typedef {{ row: number, column: Column, value: any }} Change of a number */

/** How many changes a preview shows. */
const mostShown = 200;

const most = 2147483647;

/**
 * Changes the numbers of the selection by a percentage or an amount, with a preview.
 * @param {Grid} grid
 */
export function changeNumbers(grid) {
  const columns = grid.selectedColumns().filter((column) => isNumeric(column) && column.edit !== "never");
  if (columns.length === 0) {
    grid.say("Select numbers that can be changed.");
    return;
  }
  openDialog(`Change numbers of ${plural(grid.selectedRows().length, "row")}`, (_, close) => {
    const { element, how } = controls();
    const body = make("tbody");
    const count = make("p", { role: "status" });
    const apply = button("Change", "", () => {
      const changed = grid.change(changesOf(grid, columns, how()).map(({ row, column, value }) => ({ row, key: column.key, value })));
      close();
      grid.say(`${plural(changed, "cell")} changed.`);
    });
    const preview = () => {
      const changes = changesOf(grid, columns, how());
      count.textContent = `${plural(changes.length, "number changes", "numbers change")}.`;
      apply.disabled = changes.length === 0;
      body.replaceChildren(...changes.slice(0, mostShown).map((change) => lineFor(grid, change)));
    };
    element.addEventListener("input", preview);
    preview();
    const heads = ["Record", "Field", "Was", "Is to be"].map((head) => make("th", { scope: "col" }, head));
    const table = make("table", { class: "ledger" }, make("thead", {}, make("tr", {}, ...heads)), body);
    const room = make("div", { class: "grid-list", role: "region", "aria-label": "Preview", tabindex: "0" }, table);
    return [element, count, room, make("div", { class: "form-end" }, apply, button("Cancel", "quiet", close))];
  }).then(() => grid.focus());
}

/** Returns the controls of the dialog, and what says how they are set. */
function controls() {
  const by = make("input", { id: "grid-numbers-by", type: "number", step: "any" });
  by.value = "10";
  const kind = select("grid-numbers-kind", ["by a percentage", "by an amount"]);
  const step = select("grid-numbers-step", ["1", "5", "10", "50", "100"]);
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
    make("div", { class: "field" }, make("label", { for: control.id }, label), control);
  const help = make("p", { class: "help wide" }, "A negative amount lowers. Numbers below 0 have a special meaning and stay.");
  const element = make(
    "div",
    { class: "grid-panel" },
    field("Change", kind),
    field("Amount", by),
    field("Round to multiples of", step),
    help,
  );
  return { element, how: () => ({ percent: kind.selectedIndex === 0, by: Number(by.value), step: Number(step.value) }) };
}

/**
 * @param {string} id
 * @param {string[]} options
 */
function select(id, options) {
  return make("select", { id }, ...options.map((option) => make("option", {}, option)));
}

/**
 * Returns what becomes of the numbers of the selection, without those that stay.
 * @param {Grid} grid
 * @param {Column[]} columns
 * @param {How} how
 * @returns {Change[]}
 */
function changesOf(grid, columns, how) {
  const { model } = grid;
  return grid
    .selectedRows()
    .flatMap((row) => columns.map((column) => ({ row, column, value: newNumber(column, model.get(row, column.key), how) })))
    .filter(({ row, column, value }) => model.mayEdit(row, column) && !same(value, model.get(row, column.key)));
}

/**
 * Returns a number as it is raised, within the bounds of its column. One below 0 stays.
 * @param {Column} column
 * @param {any} value
 * @param {How} how
 */
export function newNumber(column, value, { percent, by, step }) {
  const old = Number(value);
  if (value === null || old < 0) {
    return value;
  }
  const wanted = Math.round((percent ? (old * (100 + by)) / 100 : old + by) / step) * step;
  const next = Math.min(Math.max(wanted, column.min ?? 0), column.max ?? most);
  return column.kind === "decimal" ? next.toFixed(2) : next;
}

/**
 * @param {Grid} grid
 * @param {Change} change
 */
function lineFor(grid, { row, column, value }) {
  const texts = [grid.nameOf(row), column.label, textOf(column, grid.model.get(row, column.key)), textOf(column, value)];
  return make("tr", {}, ...texts.map((text) => make("td", {}, text)));
}
