// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";
import { parse } from "./parse.js";
import { namesIn, same, textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ row: number, key: string, value: any }} Wanted */
/** @typedef {{ element: HTMLElement, wanted: () => Wanted[] | string }} Field a control of the panel: what it changes, or what is wrong with it */

/** How many names a list of references is chosen from with checkboxes; of more, they are typed. */
const mostBoxes = 60;

/**
 * Opens a panel with the fields of the selected rows. One that differs says "mixed"; one that is set is set in all of them.
 * @param {Grid} grid
 */
export function openPanel(grid) {
  const rows = grid.selectedRows().filter((row) => !grid.model.removed.has(row));
  const title = `Edit ${plural(rows.length, grid.one, grid.many)}`;
  return openDialog(title, (_, close) => {
    const [name, ...others] = grid.model.columns; // each has a name of its own
    const columns = (rows.length > 1 ? others : [name, ...others]).filter((column) => rows.some((row) => grid.model.mayEdit(row, column)));
    const fields = columns.map((column, i) => fieldFor(grid, rows, column, `grid-panel-${i}`));
    const wrong = make("p", { class: "error", role: "alert" });
    const apply = () => {
      const wanted = fields.map((field) => field.wanted());
      const problem = wanted.find((each) => typeof each === "string");
      if (problem) {
        wrong.textContent = problem;
        return;
      }
      const count = grid.change(
        /** @type {Wanted[]} */ (wanted.flat()).filter(({ row, key }) => grid.model.mayEdit(row, grid.model.column(key))),
      );
      close();
      grid.focus();
      grid.say(`${plural(count, "cell")} changed.`);
    };
    const end = make(
      "div",
      { class: "form-end" },
      button(`Set in ${plural(rows.length, "row")}`, "", apply),
      button("Cancel", "quiet", close),
    );
    return [make("div", { class: "grid-panel" }, ...fields.map(({ element }) => element)), wrong, end];
  });
}

/**
 * Returns the value that all rows have; mixed where they differ.
 * @param {Grid} grid
 * @param {number[]} rows
 * @param {string} key
 */
export function common({ model }, rows, key) {
  const first = model.get(rows[0], key);
  return { value: first, mixed: !rows.every((row) => same(model.get(row, key), first)) };
}

/**
 * @param {Grid} grid
 * @param {number[]} rows
 * @param {Column} column
 * @param {string} id
 * @returns {Field}
 */
function fieldFor(grid, rows, column, id) {
  const { value, mixed } = common(grid, rows, column.key);
  if (column.kind === "refs" && namesIn(column).list.length <= mostBoxes) {
    return boxesFor(grid, rows, column, id);
  }
  const text = mixed ? "" : textOf(column, value);
  const control = controlFor(column, id, text, mixed);
  const label = make("label", { for: id }, column.label + (column.unit ? ` (${column.unit})` : ""));
  const wanted = () => {
    if (control.value === (mixed && control.localName === "select" ? "mixed" : text)) {
      return [];
    }
    const parsed = parse(column, control.value);
    return "problem" in parsed ? `${column.label}: ${parsed.problem}` : rows.map((row) => ({ row, key: column.key, value: parsed.value }));
  };
  return { element: make("div", { class: "field" }, label, control), wanted };
}

/**
 * @param {Column} column
 * @param {string} id
 * @param {string} text
 * @param {boolean} mixed
 */
function controlFor(column, id, text, mixed) {
  const list =
    column.kind === "flag"
      ? ["yes", "no"]
      : column.kind === "choice"
        ? column.choices
        : column.kind === "ref" && !column.creates
          ? namesIn(column).list
          : null;
  if (!list) {
    const input = make(text.includes("\n") ? "textarea" : "input", {
      id,
      placeholder: mixed ? "mixed" : undefined,
      autocomplete: "off",
      spellcheck: "false",
    });
    input.value = text;
    return input;
  }
  const empty = column.required || !column.nullable ? [] : [make("option", { value: "" }, "not set")];
  const select = make("select", { id }, ...empty, ...list.map((name) => make("option", { value: name }, name)));
  if (mixed) {
    select.prepend(make("option", { value: "mixed" }, "mixed"));
  }
  select.value = mixed ? "mixed" : text;
  return select;
}

/**
 * Returns a box for each record that a list may hold; those that only some rows hold are neither ticked nor empty.
 * @param {Grid} grid
 * @param {number[]} rows
 * @param {Column} column
 * @param {string} id
 * @returns {Field}
 */
function boxesFor({ model }, rows, column, id) {
  const boxes = [...namesIn(column).of].map(([member, name], i) => {
    const having = rows.filter((row) => model.get(row, column.key).includes(member)).length;
    const box = make("input", { type: "checkbox", id: `${id}-${i}` });
    box.checked = having === rows.length;
    box.indeterminate = having > 0 && having < rows.length;
    const state = { member, box, was: box.indeterminate ? null : box.checked };
    return { ...state, element: make("span", { class: "grid-box" }, box, make("label", { for: box.id }, name)) };
  });
  const wanted = () => {
    const changed = boxes.filter(({ box, was }) => !box.indeterminate && box.checked !== was);
    const on = changed.filter(({ box }) => box.checked).map(({ member }) => member);
    const off = changed.filter(({ box }) => !box.checked).map(({ member }) => member);
    return changed.length === 0 ? [] : rows.map((row) => ({ row, key: column.key, value: edited(model.get(row, column.key), on, off) }));
  };
  const legend = make("legend", {}, column.label);
  return { element: make("fieldset", { class: "field wide grid-boxes" }, legend, ...boxes.map(({ element }) => element)), wanted };
}

/**
 * Returns a list with some members more and some less.
 * @param {number[]} list
 * @param {number[]} on
 * @param {number[]} off
 */
export function edited(list, on, off) {
  return [...list.filter((member) => !off.includes(member)), ...on.filter((member) => !list.includes(member))];
}
