// @ts-check

import { dataOf, plural } from "../base/dom.js";
import { sumsText } from "./arithmetic.js";
import { drawnCell, drawnRow } from "./drawn.js";
import { helpFor } from "./help.js";
import { doubtAt } from "./usual.js";
import { textOf } from "./values.js";
import { View } from "./view.js";

/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{ position: number, column: number }} Place */
/**
 * @typedef {object} Computed the values of a computed column by the sids of rows, and what is said of its cells
 * @property {any} all of rows that the others do not have
 * @property {Record<string, any>} of
 * @property {Record<string, string>} [says]
 * @property {string} else said of the other rows
 * @property {Record<string, string>} [tone]
 */

/** What the parts of a grid share: its records, its view, what is selected, and where it says what has happened. */
export class Grid {
  /** @type {Column[]} the columns that are shown, that of the name first */
  shown = [];
  /** @type {Record<string, number>} the widths of columns that were changed, in pixels */
  widths = {};
  /** @type {Place} the cell that has the focus; the heads are at the position -1 */
  active = { position: 0, column: 0 };
  /** @type {Place} the other corner of the selection */
  anchor = { position: 0, column: 0 };
  /** @type {number | null} the column that the tab key was first pressed in, which Enter leads back to */
  #tabbedFrom = null;
  /** @type {(() => void) | null} ends the editing of a cell and takes over what was entered */
  commit = null;
  /** @type {Promise<unknown>} resolves when all rows are there, or cannot be read */
  whole = Promise.resolve();
  /** @type {{ row: number, key: string, value: any } | null} what is being typed, as far as it is a value */
  typed = null;
  /** Is called when that changes. */
  trying = () => {};
  /** Is called when another row is the active one. */
  reached = () => {};
  /** Whether a save is on its way. */
  saving = false;
  /** @type {Record<string, Computed>} by the keys of columns */
  computed = {};
  /** @type {(() => void)[]} are called when values have changed */
  listeners = [];

  /**
   * @param {HTMLElement} root
   * @param {Model} model
   */
  constructor(root, model) {
    this.root = root;
    this.model = model;
    this.one = dataOf(root, "noun");
    this.many = dataOf(root, "nouns");
    this.scroller = root.querySelector("[data-grid-scroll]");
    this.status = root.querySelector("[data-grid-status]");
    this.said = root.querySelector("[data-grid-said]");
    this.view = new View(this.scroller, dataOf(root, "label"), {
      count: () => model.order.length,
      row: (position) => drawnRow(this, position),
      cell: (position, column) => drawnCell(this, model.order[position], this.shown[column]),
      selected: (position, column) => this.isSelected(position, column),
    });
    this.view.drawn = (held) => this.#keepFocus(held);
  }

  /** Where the selection begins and ends. */
  get range() {
    const { active, anchor } = this;
    const [top, bottom] = [active.position, anchor.position].sort((a, b) => a - b);
    const [left, right] = [active.column, anchor.column].sort((a, b) => a - b);
    return { top: Math.max(0, top), bottom: Math.min(bottom, this.model.order.length - 1), left, right };
  }

  /**
   * @param {number} position
   * @param {number} column
   */
  isSelected(position, column) {
    const { top, bottom, left, right } = this.range;
    return top <= position && position <= bottom && left <= column && column <= right;
  }

  /** Returns the rows of the selection. */
  selectedRows() {
    const { top, bottom } = this.range;
    return this.model.order.slice(top, bottom + 1);
  }

  /** Returns the columns of the selection. */
  selectedColumns() {
    const { left, right } = this.range;
    return this.shown.slice(left, right + 1);
  }

  /** Returns the row and the column that have the focus; without a row while a head has it. */
  get cell() {
    return { row: this.model.order[this.active.position], column: this.shown[this.active.column] };
  }

  /**
   * Selects a cell, or all cells up to it.
   * @param {number} position
   * @param {number} column
   * @param {boolean} [extend]
   */
  select(position, column, extend = false) {
    this.commit?.();
    this.#tabbedFrom = null;
    const { row } = this.cell;
    const least = extend ? 0 : -1;
    this.active = {
      position: Math.min(Math.max(position, least), this.model.order.length - 1),
      column: Math.min(Math.max(column, 0), this.shown.length - 1),
    };
    if (!extend) {
      this.anchor = { ...this.active };
    }
    this.view.reveal(this.active.position, this.active.column);
    this.view.drawSelection();
    this.focus();
    this.#describe();
    if (this.cell.row !== row) {
      this.reached();
    }
  }

  /**
   * Goes along the row, as the tab key does.
   * @param {number} by
   */
  tab(by) {
    const from = this.#tabbedFrom ?? this.active.column;
    this.select(this.active.position, this.active.column + by);
    this.#tabbedFrom = from;
  }

  /**
   * Goes down or up, as Enter does: after the tab key to the column that it was first pressed in.
   * @param {number} by
   */
  enter(by) {
    this.select(this.active.position + by, this.#tabbedFrom ?? this.active.column);
  }

  /** Selects whole rows: those of the selection. */
  selectRows() {
    this.anchor = { position: this.anchor.position, column: 0 };
    this.active = { position: this.active.position, column: this.shown.length - 1 };
    this.view.drawSelection();
    this.#describe();
  }

  /** Moves the focus to the active cell. */
  focus() {
    const element = this.view.elementAt(this.active.position, this.active.column) ?? this.scroller;
    element.focus({ preventScroll: true });
  }

  /** @type {HTMLElement | undefined} */
  #stop;

  /**
   * Keeps one cell in the order of the tab key, and the focus with it as long as it is in sight.
   * @param {boolean} held whether the focus was in the grid
   */
  #keepFocus(held) {
    const element = this.view.elementAt(this.active.position, this.active.column) ?? this.scroller;
    if (element === this.#stop) {
      return;
    }
    const focused = held || document.activeElement === this.#stop || document.activeElement === this.scroller;
    this.#stop?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    this.#stop = element;
    if (focused) {
      element.focus({ preventScroll: true });
    }
  }

  /** Says below the grid what the active cell is, or how much is selected. */
  #describe() {
    this.#keepFocus(false);
    const { row, column } = this.cell;
    const { top, bottom, left, right } = this.range;
    const cells = (bottom - top + 1) * (right - left + 1);
    if (cells > 1 && row !== undefined) {
      const sums = sumsText(this);
      this.say(`${plural(cells, "cell")} in ${plural(bottom - top + 1, "row")} selected${sums && ` · ${sums}`}`);
      return;
    }
    const doubt = row === undefined ? "" : doubtAt(this.model, row, column);
    this.tell(doubt || helpFor(this, row, column), doubt && "doubt");
  }

  /**
   * Returns what a record is called.
   * @param {number} row
   */
  nameOf(row) {
    const [first] = this.model.columns;
    return textOf(first, this.model.get(row, first.key)) || "without a name";
  }

  /**
   * Shows a text below the grid.
   * @param {string} text
   * @param {"error" | "doubt" | ""} [tone]
   */
  tell(text, tone = "") {
    this.status.textContent = text;
    this.status.classList.toggle("error", tone === "error");
    this.status.classList.toggle("doubt", tone === "doubt");
  }

  /**
   * Says what has happened, to readers of the screen as well.
   * @param {string} text
   */
  say(text) {
    this.said.textContent = text;
    this.tell(text);
  }

  /**
   * Changes values as one step, and draws them. Returns how many differ.
   * @param {{ row: number, key: string, value: any }[]} wanted
   */
  change(wanted) {
    const count = this.model.change(wanted);
    this.changed();
    return count;
  }

  /** Draws values that have changed. */
  changed() {
    this.view.refresh();
    this.listeners.forEach((listener) => listener());
  }

  /** Works the order of the rows out anew; the active row stays active. */
  rearrange() {
    const { row } = this.cell;
    this.model.arrange();
    const position = row === undefined ? -1 : this.model.order.indexOf(row);
    this.active.position = position >= 0 || row === undefined ? position : Math.min(this.active.position, this.model.order.length - 1);
    this.anchor = { ...this.active };
    this.view.resize();
    this.listeners.forEach((listener) => listener());
  }

  /** Makes the first cell the active one, without the focus. */
  begin() {
    this.active = { position: 0, column: 0 };
    this.anchor = { ...this.active };
    this.view.drawSelection();
  }

  /** Takes in rows that have come behind the others. What is selected stays selected. */
  grow() {
    const before = this.model.order;
    const { anchor } = this;
    this.rearrange();
    if (before.every((row, i) => this.model.order[i] === row)) {
      this.anchor = anchor;
      this.view.drawSelection();
    }
  }
}
