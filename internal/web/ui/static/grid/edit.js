// @ts-check

import { make, plural } from "../base/dom.js";
import { fillings, formulaIn, numbersOf, preview } from "./arithmetic.js";
import { completeNames } from "./names.js";
import { parse } from "./parse.js";
import { doubtOf } from "./usual.js";
import { isNumeric, namesIn, textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */

/** How many records a reference is chosen from in a list; of more, their names are typed. */
const mostOptions = 100;

/**
 * Opens the active cell for editing. typed says that the next character replaces the value: then the arrow keys leave the cell.
 * @param {Grid} grid
 * @param {boolean} typed
 */
export function edit(grid, typed) {
  const { row, column } = grid.cell;
  if (row === undefined || !grid.model.mayEdit(row, column)) {
    grid.tell(row === undefined ? "" : `${column.label} cannot be changed here.`, "error");
    return;
  }
  grid.view.reveal(grid.active.position, grid.active.column);
  const cell = grid.view.elementAt(grid.active.position, grid.active.column);
  const editor = editorFor(column, typed ? "" : textOf(column, grid.model.get(row, column.key)));
  editor.dataset.typed = typed ? "yes" : "";
  editor.setAttribute(
    "aria-label",
    `${column.label} of ${textOf(grid.shown[0], grid.model.get(row, grid.shown[0].key)) || `new ${grid.one}`}`,
  );
  editor.setAttribute("aria-describedby", grid.status.id);
  cell?.append(editor);
  editor.focus({ preventScroll: true });
  editor.setSelectionRange?.(editor.value.length, editor.value.length);
  listen(grid, editor, row, column);
}

/**
 * Returns the control for a value.
 * @param {Column} column
 * @param {string} text
 * @returns {any}
 */
export function editorFor(column, text) {
  const list =
    column.kind === "choice"
      ? column.choices
      : column.kind === "ref" && !column.creates && namesIn(column).list.length <= mostOptions
        ? namesIn(column).list
        : null;
  if (list || column.kind === "flag") {
    return choose(column, list ?? ["yes", "no"], text);
  }
  const box = text.includes("\n") ? "textarea" : "input"; // an input would lose the line breaks
  const editor = make(box, { class: "grid-editor", spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
  editor.value = text;
  return editor;
}

/**
 * @param {Column} column
 * @param {string[]} list
 * @param {string} text
 */
function choose(column, list, text) {
  const options = column.required || !column.nullable ? list : ["", ...list];
  const editor = make("select", { class: "grid-editor" }, ...options.map((name) => make("option", { value: name }, name || "not set")));
  editor.value = text;
  return editor;
}

/**
 * @param {Grid} grid
 * @param {any} editor
 * @param {number} row
 * @param {Column} column
 */
function listen(grid, editor, row, column) {
  const endNames = editor.localName === "input" ? completeNames(grid.root, column, editor) : () => {};
  const close = () => {
    grid.commit = null;
    grid.typed = null;
    grid.trying();
    endNames();
    editor.remove();
  };
  const several = grid.selectedRows().length * grid.selectedColumns().length > 1;
  const formula = () => (isNumeric(column) ? formulaIn(editor.value, numbersOf(grid), several) : null);
  const check = () => {
    const typed = formula();
    if (typed !== null) {
      const wrong = typeof typed === "string";
      editor.setAttribute("aria-invalid", String(wrong));
      grid.tell(wrong ? typed : preview(grid, typed), wrong ? "error" : "");
      return wrong ? { problem: typed } : { value: typed };
    }
    const parsed = parse(column, editor.value);
    const problem = "problem" in parsed ? parsed.problem : "";
    const doubt = "value" in parsed ? doubtOf(column, parsed.value, (key) => grid.model.get(row, key), grid.model.columns) : "";
    editor.setAttribute("aria-invalid", String(problem !== ""));
    grid.typed = "value" in parsed ? { row, key: column.key, value: parsed.value } : null;
    grid.trying();
    grid.tell(problem || doubt || column.help || column.label, problem ? "error" : doubt && "doubt");
    return parsed;
  };
  const before = editor.value;
  const take = () => {
    const parsed = check();
    close();
    if (editor.value === before && !editor.dataset.typed) {
      return;
    }
    if ("problem" in parsed) {
      grid.say(`Not accepted: ${parsed.problem}.`);
      return;
    }
    const typed = formula() ?? (editor.dataset.fill ? editor.value : null);
    if (typed === null) {
      grid.change([{ row, key: column.key, value: parsed.value }]);
    } else {
      grid.say(`${plural(grid.change(fillings(grid, typed)), "cell")} changed.`);
    }
  };
  grid.commit = take;
  editor.addEventListener("input", check);
  editor.addEventListener("blur", (/** @type {FocusEvent} */ event) => {
    if (grid.commit === take && document.activeElement !== editor) {
      take();
      event.relatedTarget ?? setTimeout(() => document.activeElement === document.body && grid.focus()); // the row may have left
    }
  });
  editor.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onKey(grid, event, check, close));
}

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @param {Grid} grid
 * @param {KeyboardEvent} event
 * @param {() => import("./parse.js").Parsed} check
 * @param {() => void} close
 */
function onKey(grid, event, check, close) {
  event.stopPropagation();
  if (event.defaultPrevented) {
    return; // a name is chosen
  }
  const { position, column } = grid.active;
  const editor = /** @type {HTMLInputElement} */ (event.target);
  const arrow = editor.dataset.typed && editor.localName === "input" && !editor.getAttribute("role") ? arrows[event.key] : undefined;
  if (event.key === "Escape") {
    event.preventDefault();
    close();
    grid.select(position, column);
    return;
  }
  const move = moveFor(grid, event, arrow);
  if (!move) {
    return;
  }
  event.preventDefault();
  if (!("problem" in check())) {
    move();
  }
}

/**
 * Returns where a key leads from a cell that is edited.
 * @param {Grid} grid
 * @param {KeyboardEvent} event
 * @param {[number, number] | undefined} arrow
 */
function moveFor(grid, event, arrow) {
  const by = event.shiftKey ? -1 : 1;
  const { position, column } = grid.active;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    return () => fill(grid, /** @type {HTMLElement} */ (event.target));
  }
  if (event.key === "Enter" && !event.altKey) {
    return () => grid.enter(by);
  }
  if (event.key === "Tab") {
    return () => grid.tab(by);
  }
  return arrow && (() => grid.select(position + arrow[0], column + arrow[1]));
}

/**
 * Takes over what is entered for all selected cells, which stay selected.
 * @param {Grid} grid
 * @param {HTMLElement} editor
 */
function fill(grid, editor) {
  editor.dataset.fill = "yes";
  grid.commit?.();
  grid.focus();
}
