// @ts-check

import { choose, openDialog } from "../base/dialog.js";
import { dataOf, make, plural, tableOf } from "../base/dom.js";
import { send } from "../base/send.js";
import { headerOf, parseTable } from "./tsv.js";
import { parse, textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./model.js").Block} Block */
/** @typedef {{ line: number, row: number, column: Column, text: string }} Target a cell, and the text that it is to hold from a line of what is pasted */
/** @typedef {{ line: number, name?: string, column: string, value: string, reason: string }} Left what is left out of what is pasted, and why */
/** @typedef {{ targets: Target[], added: number[], left: Left[] }} Pasted the cells of a paste, the new rows among theirs, and what has no place */
/** @typedef {{ number: number, name: string, cells: string[] }} Line of a table with names */

/** How much of what is left out is listed. */
const mostListed = 500;

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
    cells.slice(columns.length).forEach((value) => pasted.left.push({ line: i + 1, column: "–", value, reason: "it is beside the grid" })),
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

/**
 * Finds the records of the names in a table, also those that the filter does not show, which is asked about. Resolves to nothing where
 * the paste is given up.
 * @param {Grid} grid
 * @param {(Column | undefined)[]} heads
 * @param {string[][]} table
 * @returns {Promise<Pasted | undefined>}
 */
async function byNames(grid, heads, table) {
  const [name] = grid.model.columns;
  const at = heads.indexOf(name);
  const all = table.slice(1).map((cells, i) => ({ number: i + 2, name: cells[at]?.trim() ?? "", cells }));
  const left = unknownHeads(heads, table[0]);
  all
    .filter((line) => !line.name && line.cells.some(Boolean))
    .forEach((line) => left.push(leftLine(line, line.cells.filter(Boolean).join(", "), "the line has no name")));
  let lines = all.filter((line) => line.name);
  const known = rowsByName(grid, name);
  const outside = await lookUp(
    grid,
    lines.map((line) => line.name).filter((each) => !known.has(each.toLowerCase())),
  );
  if (!outside) {
    return undefined;
  }
  const hidden = new Set(outside.values[0].map((value) => textOf(name, value).toLowerCase()));
  if (hidden.size > 0) {
    const beyond = lines.filter((line) => hidden.has(line.name.toLowerCase()));
    const choice = await askOutside(grid, beyond);
    if (!choice) {
      grid.say("Nothing was pasted.");
      return undefined;
    }
    if (choice === "change") {
      takeIn(grid, outside);
    } else {
      lines = lines.filter((line) => !beyond.includes(line));
      beyond.forEach((line) => left.push(leftLine(line, line.name, "the filter does not show it")));
    }
  }
  return pairUp(grid, heads, lines, left);
}

/**
 * Looks names up in the whole list. Resolves to the records as the server sends them, or to nothing where it does not tell.
 * @param {Grid} grid
 * @param {string[]} names
 * @returns {Promise<Block | undefined>}
 */
async function lookUp(grid, names) {
  if (names.length === 0) {
    return { sids: [], values: [[]] };
  }
  grid.tell("Looking the names up …");
  const answer = await send(dataOf(grid.root, "names"), { names: [...new Set(names)] });
  if (answer.failure) {
    grid.say(`Nothing was pasted. ${answer.failure}`);
    return undefined;
  }
  return answer.data.block;
}

/**
 * Shows records that the filter does not find below the others.
 * @param {Grid} grid
 * @param {Block} block
 */
export function takeIn(grid, block) {
  grid.model.load(block);
  grid.rearrange();
}

/**
 * Asks what becomes of records that the filter does not show.
 * @param {Grid} grid
 * @param {Line[]} lines
 */
function askOutside(grid, lines) {
  const names = [...new Set(lines.map((line) => line.name))];
  const [is, they] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  return choose({
    title: `${plural(names.length, "name")} outside of the filter`,
    lead: `${names.length === 1 ? "This name" : "These names"} ${is} among the ${grid.many}, but your filter does not show ${they}.`,
    lines: names,
    choices: [
      { label: `Change ${they} too`, value: "change" },
      { label: `Leave ${they} out`, value: "leave", className: "quiet" },
    ],
  });
}

/**
 * Gives each line the record of its name: the nth line the nth one. Lines beyond these are new records where there is none of the name,
 * or where a second one is wanted.
 * @param {Grid} grid
 * @param {(Column | undefined)[]} heads
 * @param {Line[]} lines
 * @param {Left[]} left
 * @returns {Promise<Pasted | undefined>}
 */
async function pairUp(grid, heads, lines, left) {
  const [name] = grid.model.columns;
  const known = rowsByName(grid, name);
  const seen = new Set(known.keys());
  const rows = new Map(lines.map((line) => [line, known.get(line.name.toLowerCase())?.shift()]));
  const second = lines.filter((line) => {
    const key = line.name.toLowerCase();
    const isSecond = rows.get(line) === undefined && seen.has(key);
    seen.add(key);
    return isSecond;
  });
  const choice = second.length > 0 ? await askSecond(grid, second) : "make";
  if (!choice) {
    grid.say("Nothing was pasted.");
    return undefined;
  }
  const taken = choice === "make" ? lines : lines.filter((line) => !second.includes(line));
  if (choice === "leave") {
    second.forEach((line) => left.push(leftLine(line, line.name, "there is a record of this name already")));
  }
  const added = grid.model.makeRows(taken.filter((line) => rows.get(line) === undefined).length);
  let next = 0;
  const targets = taken.flatMap((line) => {
    const there = rows.get(line);
    const row = there ?? added[next++];
    return heads.flatMap((column, c) =>
      column && (there === undefined || column !== name) ? [{ line: line.number, row, column, text: line.cells[c] ?? "" }] : [],
    );
  });
  return { added, targets, left };
}

/**
 * Asks whether second records of names are meant.
 * @param {Grid} grid
 * @param {Line[]} lines
 */
function askSecond(grid, lines) {
  return choose({
    title: `${plural(lines.length, "line repeats a name", "lines repeat names")}`,
    lead: `What you paste has these names more often than the ${grid.many} have them.`,
    lines: lines.map((line) => `Line ${line.number}: ${line.name}`),
    choices: [
      { label: "Leave the repeated lines out", value: "leave" },
      { label: "Make second records", value: "make", className: "quiet" },
    ],
  });
}

/**
 * @param {Line} line
 * @param {string} value
 * @param {string} reason
 * @returns {Left}
 */
function leftLine({ number, name }, value, reason) {
  return { line: number, name, column: "all", value, reason };
}

/**
 * Returns the columns of a pasted table that the grid does not have.
 * @param {(Column | undefined)[]} heads
 * @param {string[]} names
 * @returns {Left[]}
 */
function unknownHeads(heads, names) {
  const unknown = names.filter((_, i) => !heads[i]);
  return unknown.map((column) => ({ line: 1, column, value: "all", reason: "the grid has no such column" }));
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
  const { model } = grid;
  const made = [...added.map((row) => ({ row, key: "", value: false })), ...model.belongingTo(added, grid.cell.row ?? model.order.at(-1))];
  const count = grid.change([...made, ...changes]) - made.length;
  if (added.length > 0) {
    grid.rearrange();
  }
  return count;
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
