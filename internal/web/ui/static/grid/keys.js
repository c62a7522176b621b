// @ts-check

import { clear, fillDown } from "./clipboard.js";
import { edit } from "./edit.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {{ save: () => void, sort: (key: string, more: boolean) => void, move: (key: string, by: number) => void }} Actions */

/**
 * Makes a grid follow the keys of a spreadsheet.
 * @param {Grid} grid
 * @param {Actions} actions
 */
export function followKeys(grid, actions) {
  grid.scroller.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const done = event.ctrlKey || event.metaKey ? onCommand(grid, event) : onKey(grid, event, actions);
    if (done) {
      event.preventDefault();
    }
    if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.stopPropagation(); // it is typed into a cell, and no key of the page
    }
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      grid.commit?.();
      actions.save();
    }
  });
}

/**
 * @param {Grid} grid
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key did something
 */
function onCommand(grid, event) {
  const { position, column } = grid.active;
  const [last, end] = [grid.model.order.length - 1, grid.shown.length - 1];
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  /** @type {Record<string, () => void>} */
  const commands = {
    a: () => selectAll(grid),
    d: () => fillDown(grid),
    z: () => step(grid, event.shiftKey ? "redo" : "undo"),
    y: () => step(grid, "redo"),
    Home: () => grid.select(0, 0, event.shiftKey),
    End: () => grid.select(last, end, event.shiftKey),
    ArrowUp: () => grid.select(0, column, event.shiftKey),
    ArrowDown: () => grid.select(last, column, event.shiftKey),
    ArrowLeft: () => grid.select(position, 0, event.shiftKey),
    ArrowRight: () => grid.select(position, end, event.shiftKey),
  };
  if (!Object.hasOwn(commands, key)) {
    return false;
  }
  commands[key]();
  return true;
}

/** @param {Grid} grid */
function selectAll(grid) {
  grid.anchor = { position: 0, column: 0 };
  grid.active = { position: grid.model.order.length - 1, column: grid.shown.length - 1 };
  grid.select(grid.active.position, grid.active.column, true);
}

/**
 * Takes a step of the changes back, or makes it again, and shows where.
 * @param {Grid} grid
 * @param {"undo" | "redo"} how
 */
function step(grid, how) {
  const changes = grid.model[how]();
  if (changes.length === 0) {
    grid.say(how === "undo" ? "Nothing to undo." : "Nothing to redo.");
    return;
  }
  if (changes.some(({ key }) => !key)) {
    grid.rearrange();
  }
  grid.changed();
  const at = grid.model.order.indexOf(changes[0].row);
  const column = grid.shown.findIndex(({ key }) => key === changes[0].key);
  grid.select(at < 0 ? grid.active.position : at, column < 0 ? grid.active.column : column);
  grid.say(`${how === "undo" ? "Undone" : "Done again"}: ${changes.length} ${changes.length === 1 ? "change" : "changes"}.`);
}

/** @type {Record<string, (grid: Grid, active: import("./core.js").Place, shift: boolean) => void>} */
const keys = {
  ArrowUp: (grid, { position, column }, shift) => grid.select(position - 1, column, shift),
  ArrowDown: (grid, { position, column }, shift) => grid.select(position + 1, column, shift),
  ArrowLeft: (grid, { position, column }, shift) => grid.select(position, column - 1, shift),
  ArrowRight: (grid, { position, column }, shift) => grid.select(position, column + 1, shift),
  Home: (grid, { position }, shift) => grid.select(position, 0, shift),
  End: (grid, { position }, shift) => grid.select(position, grid.shown.length - 1, shift),
  PageUp: (grid, { position, column }, shift) => grid.select(Math.max(0, position - grid.view.page), column, shift),
  PageDown: (grid, { position, column }, shift) => grid.select(position + grid.view.page, column, shift),
  Enter: (grid, _, shift) => grid.enter(shift ? -1 : 1),
  F2: (grid) => edit(grid, false),
  Delete: (grid) => clear(grid),
  Backspace: (grid) => clear(grid),
  Escape: (grid, { position, column }) => grid.select(position, column),
  " ": (grid, _, shift) => space(grid, shift),
};

/**
 * @param {Grid} grid
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 * @returns {boolean} whether the key did something
 */
function onKey(grid, event, actions) {
  const { position, column } = grid.active;
  if (event.altKey) {
    return position < 0 && onAlt(grid, event, actions);
  }
  if (position < 0 && (event.key === "Enter" || event.key === " ")) {
    actions.sort(grid.shown[column].key, event.shiftKey);
    return true;
  }
  if (event.key === "Tab") {
    return tab(grid, event.shiftKey ? -1 : 1);
  }
  if (Object.hasOwn(keys, event.key)) {
    keys[event.key](grid, grid.active, event.shiftKey);
    return true;
  }
  if (event.key.length === 1) {
    edit(grid, true); // the character goes into the editor, which has the focus now
    const editor = /** @type {any} */ (document.activeElement);
    return editor.localName === "select" && pick(editor, event.key);
  }
  return false;
}

/**
 * The tab key moves within a row and leaves the grid at its ends.
 * @param {Grid} grid
 * @param {number} by
 */
function tab(grid, by) {
  const column = grid.active.column + by;
  if (column < 0 || column >= grid.shown.length) {
    return false;
  }
  grid.tab(by);
  return true;
}

/**
 * Chooses the first option that begins with a character.
 * @param {HTMLSelectElement} editor
 * @param {string} character
 */
function pick(editor, character) {
  const option = [...editor.options].find(({ label }) => label.toLowerCase().startsWith(character.toLowerCase()));
  if (option) {
    editor.value = option.value;
  }
  return true;
}

/**
 * Turns the flags of the selection over, selects whole rows, or opens an editor.
 * @param {Grid} grid
 * @param {boolean} rows
 */
function space(grid, rows) {
  if (rows) {
    grid.selectRows();
    return;
  }
  const { row, column } = grid.cell;
  if (column.kind !== "flag") {
    edit(grid, true);
    return;
  }
  const value = !grid.model.get(row, column.key);
  const flags = grid.selectedColumns().filter(({ kind }) => kind === "flag");
  const cells = grid
    .selectedRows()
    .flatMap((each) => flags.filter((flag) => grid.model.mayEdit(each, flag)).map(({ key }) => ({ row: each, key, value })));
  grid.change(cells);
  grid.say(`${column.label}: ${value ? "yes" : "no"}`);
}

/**
 * @param {Grid} grid
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
function onAlt(grid, event, actions) {
  const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if (by) {
    actions.move(grid.shown[grid.active.column].key, by);
  }
  return by !== 0;
}
