// @ts-check

import { plural } from "./grid-dom.js";
import { headerOf, parseTable, writeTable } from "./grid-tsv.js";
import { parse, textOf } from "./grid-values.js";

/** @typedef {import("./grid-core.js").Grid} Grid */
/** @typedef {import("./grid-values.js").Column} Column */
/** @typedef {{ row: number, column: Column, text: string }} Target a cell and the text that it is to hold */
/** @typedef {{ targets: Target[], added: number[] }} Pasted the cells of a paste, and the new rows among theirs */

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
    inGrid((event) => paste(grid, event.clipboardData.getData("text/plain"))),
  );
}

/**
 * @param {Grid} grid
 * @param {ClipboardEvent} event
 */
function copy(grid, event) {
  event.clipboardData.setData("text/plain", selectedText(grid, false));
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
 * Pastes a table of text: at the selection, or where its first row names columns into these. Rows with names go to the records of these
 * names. What is left over becomes new rows.
 * @param {Grid} grid
 * @param {string} text
 */
export function paste(grid, text) {
  const table = parseTable(text);
  const heads = headerOf(table[0], grid.model.columns);
  if (!heads) {
    intoSelection(grid, table);
  } else if (heads.includes(grid.model.columns[0])) {
    enter(grid, byNames(grid, heads, table.slice(1)), unknownHeads(heads, table[0]));
  } else {
    enter(grid, fromTop(grid, heads, table.slice(1)), "");
  }
}

/**
 * Says which columns of a pasted table the grid does not have.
 * @param {(Column | undefined)[]} heads
 * @param {string[]} names
 */
function unknownHeads(heads, names) {
  const unknown = names.filter((_, i) => !heads[i]);
  return unknown.length > 0 ? `there is no column ${unknown.map((name) => `“${name}”`).join(", ")}` : "";
}

/**
 * Pastes a table at the selection, as often as that holds it, and selects what it has filled.
 * @param {Grid} grid
 * @param {string[][]} table
 */
function intoSelection(grid, table) {
  const { top, bottom, left, right } = grid.range;
  const filled = repeated(table, bottom - top + 1, right - left + 1);
  const columns = grid.shown.slice(left, left + filled[0].length);
  const beyond = filled[0].length - columns.length;
  const pasted = fromTop(grid, columns, filled);
  enter(grid, pasted, beyond > 0 ? `${plural(beyond, "column")} left out beside the grid` : "");
  const said = grid.status.textContent;
  grid.select(top + filled.length - 1, left + columns.length - 1);
  grid.select(top, left, true);
  grid.say(said);
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
 * @param {Column[]} columns
 * @param {string[][]} table
 * @returns {Pasted}
 */
function fromTop(grid, columns, table) {
  const { top } = grid.range;
  const there = grid.model.order.slice(top, top + table.length);
  const added = grid.model.makeRows(table.length - there.length);
  const rows = [...there, ...added];
  return { added, targets: table.flatMap((line, i) => columns.map((column, c) => ({ row: rows[i], column, text: line[c] ?? "" }))) };
}

/**
 * @param {Grid} grid
 * @param {(Column | undefined)[]} heads
 * @param {string[][]} table
 * @returns {Pasted}
 */
function byNames(grid, heads, table) {
  const [name] = grid.model.columns;
  const at = heads.indexOf(name);
  const lines = table.filter((line) => line[at]?.trim());
  const known = rowsByName(grid, name);
  const there = lines.map((line) => known.get(line[at].trim().toLowerCase())?.shift());
  const added = grid.model.makeRows(there.filter((row) => row === undefined).length);
  let next = 0;
  const targets = lines.flatMap((line, i) => {
    const row = there[i] ?? added[next++];
    return heads
      .filter((head) => head && (there[i] === undefined || head !== name))
      .map((column) => ({ row, column, text: line[heads.indexOf(column)] ?? "" }));
  });
  return { added, targets };
}

/**
 * Returns the rows of each name, in small letters.
 * @param {Grid} grid
 * @param {Column} column
 */
function rowsByName({ model }, column) {
  /** @type {Map<string, number[]>} */
  const rows = new Map();
  for (const row of model.order) {
    const name = textOf(column, model.get(row, column.key)).toLowerCase();
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return rows;
}

/**
 * Takes over the texts that fit, as one step, and says how many do not. What is empty in a new row keeps its default.
 * @param {Grid} grid
 * @param {Pasted} pasted
 * @param {string} unfit what of the pasted text has no place here
 */
function enter(grid, { targets, added }, unfit) {
  const { model } = grid;
  const given = targets.filter(({ row, text }) => text !== "" || !model.isNew(row));
  const open = given.filter(({ row, column }) => model.mayEdit(row, column));
  const parsed = open.map(({ row, column, text }) => ({ row, key: column.key, ...parse(column, text) }));
  const good = parsed.filter((each) => "value" in each);
  const wrong = parsed.filter((each) => "problem" in each);
  const made = [...added.map((row) => ({ row, key: "", value: false })), ...model.belongingTo(added, grid.cell.row ?? model.order.at(-1))];
  const count = grid.change([...made, ...good]) - made.length;
  if (added.length > 0) {
    grid.rearrange();
  }
  const parts = [`${plural(count, "cell")} changed`];
  if (added.length > 0) {
    parts.push(`${plural(added.length, "row")} added`);
  }
  if (wrong.length > 0) {
    parts.push(`${wrong.length} left out: ${wrong[0].problem}`);
  }
  if (open.length < given.length) {
    parts.push(`${given.length - open.length} cannot be changed here`);
  }
  if (unfit) {
    parts.push(unfit);
  }
  grid.say(`${parts.join(", ")}.`);
}

/**
 * Empties the cells of the selection that may be empty.
 * @param {Grid} grid
 */
export function clear(grid) {
  const columns = grid.selectedColumns();
  const targets = grid.selectedRows().flatMap((row) => columns.map((column) => ({ row, column, text: "" })));
  enter(grid, { targets: targets.filter(({ row }) => !grid.model.isNew(row)), added: [] }, "");
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
