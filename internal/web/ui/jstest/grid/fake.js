// @ts-check

import { Model } from "../../static/grid/model.js";
import { textOf } from "../../static/grid/values.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

/** A grid without a page: its records, what is selected, and what it says. */
export class FakeGrid {
  /** @type {string[]} */
  said = [];
  /** @type {any[][]} the arguments of each selection */
  selected = [];
  range = { top: 0, bottom: 0, left: 0, right: 0 };
  active = { position: 0, column: 0 };
  one = "type";
  many = "types";
  computed = {
    problems: { all: null, of: { r1: 1 }, says: { r1: "Min is above nominal." }, else: "No problems." },
    used: { all: 0, of: { r1: 2 }, says: { r1: "used by 2 events" }, else: "Nothing uses it." },
  };

  /** @param {Column[]} columns @param {any[][]} rows */
  constructor(columns, rows) {
    this.model = new Model(columns);
    this.model.load({ sids: rows.map((_, i) => `r${i}`), values: columns.map((_, c) => rows.map((row) => row[c])) });
    this.model.arrange();
    this.shown = columns;
  }

  get cell() {
    return { row: this.model.order[this.active.position], column: this.shown[this.active.column] };
  }

  selectedRows() {
    return this.model.order.slice(this.range.top, this.range.bottom + 1);
  }

  selectedColumns() {
    return this.shown.slice(this.range.left, this.range.right + 1);
  }

  /** @param {number} row */
  nameOf(row) {
    return textOf(this.shown[0], this.model.get(row, this.shown[0].key));
  }

  /** @param {any[]} place */
  select(...place) {
    this.selected.push(place);
  }

  /** @param {{ row: number, key: string, value: any }[]} wanted */
  change(wanted) {
    return this.model.change(wanted);
  }

  /** @param {string} text */
  say(text) {
    this.said.push(text);
  }

  rearrange() {
    this.model.arrange();
  }

  changed() {}
  focus() {}
  tell() {}
}

/** @type {Column[]} */
const columns = [
  { key: "name", label: "Name", kind: "text", edit: "new" },
  { key: "nominal", label: "Nominal", kind: "int", edit: "always", nullable: true, min: 0, unit: "pieces", help: "How many there are." },
  { key: "flag", label: "Crafted", kind: "flag", edit: "always" },
];

/**
 * Makes a grid of three types.
 * @returns {any} what takes the place of a Grid
 */
export function types() {
  return new FakeGrid(columns, [
    ["AKM", 10, false],
    ["Apple", 40, true],
    ["M4A1", null, false],
  ]);
}
