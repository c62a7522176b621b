// @ts-check

import { choose } from "../base/dialog.js";
import { dataOf, plural } from "../base/dom.js";
import { send } from "../base/send.js";
import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./records.js").Block} Block */
/** @typedef {import("./enter.js").Left} Left */
/** @typedef {import("./enter.js").Pasted} Pasted */
/** @typedef {{ number: number, name: string, cells: string[] }} Line of a table with names */

/**
 * Finds the records of the names in a table, also those that the filter does not show, which is asked about. Resolves to nothing where
 * the paste is given up.
 * @param {Grid} grid
 * @param {(Column | undefined)[]} heads
 * @param {string[][]} table
 * @returns {Promise<Pasted | undefined>}
 */
export async function byNames(grid, heads, table) {
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
  grid.tell("Looking up names …");
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
    title: `${plural(names.length, "name")} outside the filter`,
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
