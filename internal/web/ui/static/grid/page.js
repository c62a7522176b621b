// @ts-check

import { dataOf, plural } from "../base/dom.js";
import { complete } from "../list/search-box.js";
import { followClipboard, selectedText } from "./clipboard.js";
import { chooseColumns, followColumns, moveColumn, sortBy } from "./columns.js";
import { Grid } from "./core.js";
import { belonging } from "./enter.js";
import { withFormulas } from "./formulas.js";
import { isUntouched, keepChanges, keepPlace } from "./kept.js";
import { followKeys } from "./keys.js";
import { Model } from "./model.js";
import { followPointer } from "./mouse.js";
import { changeNumbers } from "./numbers.js";
import { openPanel } from "./panel.js";
import { inTurns, readLines } from "./read.js";
import { followChanges } from "./save.js";
import { followTries } from "./tried.js";
import { namesOf } from "./values.js";

/** @typedef {import("./values.js").Column} Column */

/** @typedef {import("./records.js").Block} Block */
/** @typedef {{ columns: Column[], formulas: Column[], given: Record<string, number>, computed: Column[], options: Record<string, { id: string, name: string }[]>, count: number, first?: Block }} Head what precedes the rows; that of the page has the first ones */

const unread = "The records could not be read. Reload the page.";

/**
 * Shows the rows that the page came with, and takes in all of them then. Where the page has none, it waits for them.
 * @param {HTMLElement} room
 * @param {import("./tried.js").Beside} [beside]
 */
export async function startGrid(room, beside) {
  const embedded = room.querySelector("[data-grid-first]");
  /** @type {Head | undefined} */
  let head = embedded ? JSON.parse(embedded.textContent) : undefined;
  let model = head && makeModel(head);
  let grid = model && open(room, model, beside);
  const there = new Set();
  const reading = readRows(room, (part) => {
    if (part.columns) {
      head = part;
      model ??= makeModel(part);
    } else {
      model?.load(part);
      part.sids.forEach((/** @type {string} */ sid) => there.add(sid));
    }
  });
  if (grid) {
    grid.whole = reading;
  }
  const failure = await reading;
  if (failure || !head || !model) {
    room.querySelector("[data-grid-said]").textContent = failure;
    return; // without a failure there is no server behind this page
  }
  const untouched = !grid || isUntouched(grid); // before the first rows take their places among all
  if (grid) {
    dropOthers(model, there);
    grid.grow();
    untouched && grid.begin();
  } else {
    grid = open(room, model, beside);
  }
  keepChanges(grid);
  keepPlace(grid, untouched);
  grid.said.classList.add("visually-hidden"); // what it says stands below the grid as well
  grid.said.textContent = `${plural(head.count, grid.one, grid.many)}.`;
  compute(grid);
}

/**
 * Fetches JSON; resolves to nothing where the server cannot be reached.
 * @param {string} address
 * @returns {Promise<Response | undefined>}
 */
async function ask(address) {
  try {
    return await fetch(address, { headers: { Accept: "application/json" } });
  } catch {
    return undefined;
  }
}

/**
 * Reads the head and all rows, part by part. Resolves to a sentence where that fails.
 * @param {HTMLElement} room
 * @param {(part: any) => void} take
 * @returns {Promise<string>}
 */
async function readRows(room, take) {
  const answer = await ask(dataOf(room, "records") + location.search);
  if (!answer) {
    return unread;
  }
  const isData = answer.headers.get("Content-Type")?.includes("json"); // who is signed out gets a page
  try {
    if (!answer.ok) {
      return (isData && (await answer.json()).message) || unread;
    }
    isData && answer.body && (await readLines(answer.body, take));
    return "";
  } catch {
    return unread;
  }
}

/**
 * Forgets the rows that the server has no more.
 * @param {Model} model
 * @param {Set<string>} there
 */
function dropOthers(model, there) {
  [...model.sids.keys()]
    .filter((row) => model.sids[row] && !model.isNew(row) && !there.has(model.sids[row]))
    .forEach((row) => model.drop(row));
}

/** @param {Head} head */
function makeModel({ columns, formulas, given, computed, options, first }) {
  const names = Object.fromEntries(Object.entries(options).map(([name, list]) => [name, namesOf(list)]));
  const model = new Model([
    ...withFormulas(
      columns.map((column) => (column.ref ? { ...column, names: names[column.ref] } : column)),
      formulas,
      given,
    ),
    ...computed,
  ]);
  if (first) {
    model.load(first);
  }
  return model;
}

/**
 * Opens the grid with the rows that there are.
 * @param {HTMLElement} room
 * @param {Model} model
 * @param {import("./tried.js").Beside} [beside]
 */
function open(room, model, beside) {
  model.arrange();
  const grid = new Grid(room, model);
  room.querySelector("[data-grid-body]").hidden = false;
  room.querySelector("[data-grid-empty]").hidden = model.order.length > 0;
  enhance(grid, beside);
  return grid;
}

/**
 * @param {Grid} grid
 * @param {import("./tried.js").Beside} [beside]
 */
function enhance(grid, beside) {
  followColumns(grid);
  grid.rearrange();
  const save = followChanges(grid, { saved: () => compute(grid), undone: () => refetch(grid) });
  followTries(grid, beside);
  followKeys(grid, { save, sort: (key, more) => sortBy(grid, key, more), move: (key, by) => moveColumn(grid, key, by) });
  followPointer(grid);
  followClipboard(grid);
  complete(grid.root.querySelector("[data-completion]"), grid.root.querySelector("#filter-search"));
  const actions = {
    columns: () => chooseColumns(grid),
    panel: () => grid.model.order.length > 0 && openPanel(grid),
    numbers: () => changeNumbers(grid),
    open: () => openForm(grid),
    copy: () => copyWithHeads(grid),
    add: () => addRow(grid),
    remove: () => removeRows(grid),
  };
  for (const [name, action] of Object.entries(actions)) {
    grid.root.querySelector(`[data-grid-${name}]`).addEventListener("click", () => {
      grid.commit?.();
      action();
    });
  }
}

/**
 * Reads the records again, as after an undo. Changes that are not saved stay.
 * @param {Grid} grid
 */
async function refetch(grid) {
  const there = new Set();
  const failure = await readRows(grid.root, (part) => {
    if (part.sids) {
      grid.model.load(part);
      part.sids.forEach((/** @type {string} */ sid) => there.add(sid));
    }
  });
  if (failure) {
    grid.say(failure);
    return;
  }
  dropOthers(grid.model, there);
  grid.rearrange();
  compute(grid);
}

/**
 * Fills the columns that are computed, which takes the server longer.
 * @param {Grid} grid
 */
async function compute(grid) {
  const answer = await ask(dataOf(grid.root, "computed"));
  if (!answer?.ok) {
    return;
  }
  const { model } = grid;
  grid.computed = await answer.json();
  const stored = model.order.filter((each) => !model.isNew(each));
  await inTurns(stored, (row) => {
    for (const [key, { all, of }] of Object.entries(grid.computed)) {
      model.setStored(row, key, of[model.sids[row]] ?? all);
    }
  });
  grid.view.refresh();
}

/** @param {Grid} grid */
function addRow(grid) {
  const { model } = grid;
  const added = model.makeRows(1);
  grid.change([{ row: added[0], key: "", value: false }, ...belonging(grid, added)]);
  grid.rearrange();
  grid.select(grid.model.order.length - 1, 0);
  grid.say(`A new ${grid.one} stands at the end. Type its values.`);
}

/**
 * Marks the selected rows to be deleted, or those that are marked all to stay.
 * @param {Grid} grid
 */
function removeRows(grid) {
  const rows = grid.selectedRows();
  const value = !rows.every((row) => grid.model.removed.has(row));
  grid.change(rows.map((row) => ({ row, key: "", value })));
  grid.rearrange();
  grid.focus();
  grid.say(value ? `${plural(rows.length, "row")} will be deleted when you save.` : `${plural(rows.length, "row")} will stay.`);
}

/**
 * Opens the form of the active record, where its lists and texts of many lines are edited.
 * @param {Grid} grid
 */
function openForm(grid) {
  const { row } = grid.cell;
  if (row === undefined || grid.model.isNew(row)) {
    grid.say("Choose a record that is saved.");
    return;
  }
  const list = new URLSearchParams(location.search);
  list.set("grid", "1"); // the way back
  location.assign(`${grid.root.dataset.forms}/${grid.model.sids[row]}/edit?list=${encodeURIComponent(list.toString())}`);
}

/** @param {Grid} grid */
async function copyWithHeads(grid) {
  const done = navigator.clipboard?.writeText(selectedText(grid, true)) ?? Promise.reject();
  await done.then(
    () => grid.say(`${plural(grid.selectedRows().length, "row")} copied, with the names of the columns.`),
    () => grid.say("The browser does not let this page copy. Press Ctrl-C instead."),
  );
  grid.focus();
}
