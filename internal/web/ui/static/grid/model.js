// @ts-check

import { orderOf } from "./order.js";
import { Records, there } from "./records.js";
import { Steps } from "./steps.js";
import { addName, same } from "./values.js";

/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./sort.js").Sort} Sort */
/** @typedef {import("./records.js").Block} Block */
/** @typedef {import("./steps.js").Change} Change */

/**
 * The records of a grid with the changes that are not saved. A row is known by its number, which never changes; its position is where
 * it is shown.
 */
export class Model {
  /** @type {Column[]} */
  columns;
  /** @type {number[]} the rows in the order in which they are shown */
  order = [];
  /** @type {Map<number, Map<string, any>>} values that are not saved, by row and column */
  edits = new Map();
  /** @type {Set<number>} */
  removed = new Set();
  /** @type {Map<number, Map<string, string>>} what the server has found wrong, by row and column */
  problems = new Map();
  /** @type {Sort[]} */
  sorts = [];
  /** @type {Records} */
  #records;
  /** @type {Map<string, (lookUp: (key: string) => any) => any>} the columns that follow from others */
  #formulas;
  #steps = new Steps();
  #added = 0;

  /** @param {Column[]} columns */
  constructor(columns) {
    this.columns = columns;
    this.#records = new Records(columns);
    this.#formulas = new Map(columns.flatMap(({ key, work }) => (work ? [[key, work]] : [])));
  }

  /** The sids of the rows; those of new rows begin with "new-", as no sid does. */
  get sids() {
    return this.#records.sids;
  }

  /**
   * Takes in records. Those that are there already get the values; the change that is not saved stays.
   * @param {Block} block
   */
  load(block) {
    const columns = this.columns.filter(({ work }) => !work).slice(0, block.values.length); // those behind them are computed
    block.sids.forEach((sid, i) => {
      const row = this.#records.rowFor(sid);
      columns.forEach(({ key }, c) => this.#records.set(row, key, block.values[c][i]));
    });
  }

  /**
   * Returns the row of a record, undefined for none.
   * @param {string} sid
   */
  findRow(sid) {
    return this.#records.find(sid);
  }

  /**
   * Returns the row of a record that is there.
   * @param {string} sid
   */
  rowOf(sid) {
    return there(this.findRow(sid), `row ${sid}`);
  }

  /** @param {number} row */
  isNew(row) {
    return this.sids[row].startsWith("new-");
  }

  /**
   * Returns a column, undefined for none.
   * @param {string} key
   */
  findColumn(key) {
    return this.columns.find((column) => column.key === key);
  }

  /**
   * Returns a column that is there.
   * @param {string} key
   */
  column(key) {
    return there(this.findColumn(key), `column ${key}`);
  }

  /**
   * Returns the values of a row that are not saved, by column.
   * @param {number} row
   * @returns {Map<string, any>}
   */
  editsOf(row) {
    return this.edits.get(row) ?? new Map();
  }

  /**
   * Returns the value as it was loaded.
   * @param {number} row
   * @param {string} key
   */
  stored(row, key) {
    return this.#records.get(row, key);
  }

  /**
   * Returns the value as it is shown.
   * @param {number} row
   * @param {string} key
   */
  get(row, key) {
    const work = this.#formulas.get(key);
    if (work) {
      return work((of) => this.get(row, of));
    }
    const edited = this.edits.get(row);
    return edited?.has(key) ? edited.get(key) : this.stored(row, key);
  }

  /**
   * Reports whether the value of a cell may be entered.
   * @param {number} row
   * @param {Column} column
   */
  mayEdit(row, column) {
    return this.isNew(row) ? column.edit !== "never" : column.edit === "always" && !this.removed.has(row);
  }

  /**
   * Sets the stored value of a cell, as somebody else has changed it.
   * @param {number} row
   * @param {string} key
   * @param {any} value
   */
  setStored(row, key, value) {
    this.#records.set(row, key, value);
    this.#set(row, key, this.get(row, key));
  }

  /**
   * Makes changes as one step that can be undone. Those that change nothing are left out. Returns how many are made.
   * @param {{ row: number, key: string, value: any }[]} wanted
   */
  change(wanted) {
    const changes = wanted
      .map(({ row, key, value }) => ({ row, key, before: key ? this.get(row, key) : this.removed.has(row), after: value }))
      .filter(({ before, after }) => !same(before, after));
    if (changes.length > 0) {
      this.#steps.add(changes);
      changes.forEach(({ row, key, after }) => this.#set(row, key, after));
    }
    return changes.length;
  }

  /**
   * @param {number} row
   * @param {string} key
   * @param {any} value
   */
  #set(row, key, value) {
    this.problems.get(row)?.delete(key);
    if (!key) {
      value ? this.removed.add(row) : this.removed.delete(row);
      return;
    }
    const edited = this.editsOf(row);
    same(value, this.stored(row, key)) ? edited.delete(key) : edited.set(key, value);
    edited.size ? this.edits.set(row, edited) : this.edits.delete(row);
  }

  /**
   * Takes the last step back and returns its changes, an empty list where there is none.
   * @returns {Change[]}
   */
  undo() {
    const changes = this.#steps.undo();
    changes.toReversed().forEach(({ row, key, before }) => this.#set(row, key, before));
    return changes;
  }

  /**
   * Makes the last step that was taken back again and returns its changes.
   * @returns {Change[]}
   */
  redo() {
    const changes = this.#steps.redo();
    changes.forEach(({ row, key, after }) => this.#set(row, key, after));
    return changes;
  }

  /**
   * Makes new rows, which change takes in when their removal is taken back, and returns them.
   * @param {number} count
   * @returns {number[]}
   */
  makeRows(count) {
    return Array.from({ length: count }, () => {
      const row = this.#records.rowFor(`new-${++this.#added}`);
      for (const { key, kind, default: value } of this.columns) {
        this.#records.set(row, key, value ?? (kind === "refs" || kind === "texts" ? [] : null));
      }
      this.removed.add(row);
      return row;
    });
  }

  /** Works the order of the rows out. New rows stand at the end. */
  arrange() {
    this.order = orderOf(this);
  }

  /** Returns the rows with changes that are not saved: changed, new and removed ones. */
  pending() {
    const changed = [...this.edits.keys()].filter((row) => !this.isNew(row) && !this.removed.has(row));
    const added = [...this.sids.keys()].filter((row) => this.isNew(row) && this.sids[row] && !this.removed.has(row));
    const removed = [...this.removed].filter((row) => !this.isNew(row));
    const cells = changed.reduce((sum, row) => sum + this.editsOf(row).size, 0);
    return { changed, added, removed, cells, rows: changed.length + added.length + removed.length };
  }

  /** Forgets all changes that are not saved; undo brings them back. */
  discard() {
    const { changed, added, removed } = this.pending();
    const cells = changed.flatMap((row) => [...this.editsOf(row).keys()].map((key) => ({ row, key, value: this.stored(row, key) })));
    const rows = [...added.map((row) => ({ row, key: "", value: true })), ...removed.map((row) => ({ row, key: "", value: false }))];
    this.change([...cells, ...rows]);
    this.problems.clear();
  }

  /** Returns what a save sends, to be told from what is changed while it is on its way. */
  snapshot() {
    const { removed } = this.pending();
    return { removed, edits: new Map([...this.edits].map(([row, edited]) => [row, new Map(edited)])) };
  }

  /**
   * Takes a save in: new rows have their sids, removed ones are gone, and what was sent is not left to save.
   * @param {string[]} rows what the page called them
   * @param {Block} block
   * @param {ReturnType<Model["snapshot"]>} sent
   */
  saved(rows, block, sent) {
    const named = rows.map((name) => this.editsOf(this.findRow(name) ?? -1));
    this.#learn(named, block);
    this.#records.rename(rows, block.sids);
    sent.removed.forEach((row) => this.drop(row));
    for (const [row, edited] of sent.edits) {
      [...edited].filter(([key, value]) => same(value, this.get(row, key))).forEach(([key]) => this.edits.get(row)?.delete(key));
    }
    this.problems.clear();
    this.load(block);
    for (const [row, edited] of this.edits) {
      [...edited].forEach(([key, value]) => this.#set(row, key, value));
      edited.size === 0 && this.edits.delete(row);
    }
  }

  /**
   * Takes over the names of records that a save has made.
   * @param {Map<string, any>[]} edits of the rows of the block
   * @param {Block} block
   */
  #learn(edits, block) {
    this.columns
      .filter(({ work }) => !work)
      .forEach(({ key, names, creates }, c) => {
        edits.forEach(
          (edited, i) => creates && names && typeof edited.get(key) === "string" && addName(names, block.values[c][i], edited.get(key)),
        );
      });
  }

  /**
   * Forgets a row that exists no more.
   * @param {number} row
   */
  drop(row) {
    this.#records.drop(row);
    this.edits.delete(row);
    this.removed.delete(row);
    this.#steps.forget(row);
  }
}
