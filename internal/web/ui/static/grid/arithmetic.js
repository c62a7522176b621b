// @ts-check

import { parse } from "./parse.js";
import { isNumeric, same, shownOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ of: string, sign: string, by: number }} Formula of is the column that it begins with, empty for the cell itself; without a sign it is that alone */

const most = 2147483647;

/**
 * Reads what is typed as a formula: *1.5, /2, +10%, -10%, and with = before it also +5, -5, 12, min and nominal*0.5. In several cells +5
 * is one too. Returns null for what is a value, and a sentence for what begins as a formula and is none.
 * @param {string} text
 * @param {Column[]} columns that it may begin with
 * @param {boolean} several cells are selected
 * @returns {Formula | string | null}
 */
export function formulaIn(text, columns, several) {
  const trimmed = text.trim();
  const parts = /^(=?)\s*([^=*/+%-]*?)\s*(?:([*/+-])\s*(\d+(?:[.,]\d+)?)\s*(%?))?$/.exec(trimmed);
  if (!parts) {
    return trimmed.startsWith("=") ? `“${trimmed}” is not a formula; try *1.5, +10%, =+5 or =min*2` : null;
  }
  const [, equals, name, operator = "", number = "", percent] = parts;
  const isOne = equals || "*/".includes(operator || " ") || percent || (several && operator === "+");
  if (!isOne || (!equals && name)) {
    return null;
  }
  return assembled(name, operator, Number(number.replace(",", ".")), percent === "%", columns);
}

/**
 * @param {string} name
 * @param {string} operator
 * @param {number} number
 * @param {boolean} percent
 * @param {Column[]} columns
 * @returns {Formula | string}
 */
function assembled(name, operator, number, percent, columns) {
  const constant = /^\d+(?:[.,]\d+)?$/.test(name) ? Number(name.replace(",", ".")) : null;
  const column = columns.find(({ key, label }) => [key, label.toLowerCase()].includes(name.toLowerCase()));
  if (name && constant === null && !column) {
    return `there is no number column “${name}”`;
  }
  if (!name && !operator) {
    return "type a column, or what to do with the number";
  }
  if (operator === "/" && number === 0) {
    return "you can’t divide by 0";
  }
  if (constant !== null) {
    return { of: "", sign: "=", by: operator ? worked(constant, operator, number, percent) : constant };
  }
  const of = column?.key ?? "";
  return percent && (operator === "+" || operator === "-")
    ? { of, sign: "*", by: 1 + (operator === "+" ? number : -number) / 100 }
    : { of, sign: operator, by: percent ? number / 100 : number };
}

/**
 * @param {number} value
 * @param {string} sign
 * @param {number} by
 * @param {boolean} [percent]
 */
function worked(value, sign, by, percent = false) {
  const amount = percent ? by / 100 : by;
  switch (sign) {
    case "*":
      return value * amount;
    case "/":
      return value / amount;
    case "+":
      return value + (percent ? value * amount : by);
    case "-":
      return value - (percent ? value * amount : by);
  }
  return sign === "=" ? by : value;
}

/**
 * Returns what a formula makes of a cell, within the bounds of its column. What is empty, or a number below 0, which has a meaning of its
 * own, gives nothing: then the cell stays.
 * @param {Formula} formula
 * @param {Column} column
 * @param {(key: string) => any} get of the values of the row
 */
export function madeOf({ of, sign, by }, column, get) {
  const old = get(column.key);
  const from = sign === "=" ? 0 : get(of || column.key);
  const signed = column.kind === "float"; // a coordinate
  if (from === null || from === undefined || (Number(from) < 0 && !signed)) {
    return old;
  }
  const exact = worked(Number(from), sign, by);
  const bounded = Math.min(Math.max(exact, column.min ?? (signed ? -most : 0)), column.max ?? most);
  return column.kind === "decimal" ? bounded.toFixed(2) : signed ? Number(bounded.toPrecision(12)) : Math.round(bounded);
}

/**
 * Returns the columns of a grid that a formula may begin with.
 * @param {Grid} grid
 */
export function numbersOf(grid) {
  return grid.model.columns.filter(isNumeric);
}

/**
 * Returns what a formula, or a value, typed into one cell makes of all selected cells; those that stay and those that cannot take it are
 * left out.
 * @param {Grid} grid
 * @param {Formula | string} typed
 */
export function fillings(grid, typed) {
  const { model } = grid;
  return grid.selectedColumns().flatMap((column) => {
    const parsed = typeof typed === "string" ? parse(column, typed) : null;
    if (parsed ? "problem" in parsed : !isNumeric(column)) {
      return [];
    }
    return grid
      .selectedRows()
      .filter((row) => model.mayEdit(row, column))
      .map((row) => ({
        row,
        key: column.key,
        value: parsed ? /** @type {any} */ (parsed).value : madeOf(/** @type {Formula} */ (typed), column, (key) => model.get(row, key)),
      }))
      .filter(({ row, key, value }) => !same(value, model.get(row, key)));
  });
}

/**
 * Says what a formula would do: how many cells change, and the first of them.
 * @param {Grid} grid
 * @param {Formula} formula
 */
export function preview(grid, formula) {
  const changes = fillings(grid, formula);
  const shown = changes.slice(0, 3).map(({ row, key, value }) => {
    const column = grid.model.column(key);
    return `${shownOf(column, grid.model.get(row, key)) || "not set"} → ${shownOf(column, value)}`;
  });
  return `${changes.length} ${changes.length === 1 ? "cell changes" : "cells change"}${shown.length ? `: ${shown.join(", ")}` : ""}${changes.length > shown.length ? " …" : ""}`;
}

/** @typedef {{ count: number, sum: number, least: number, largest: number }} Sums of the numbers of a selection */

/**
 * Sums up the numbers of the selection. Whole numbers below 0, which mean “not used”, are left out.
 * @param {Grid} grid
 * @returns {Sums}
 */
export function sumsOf(grid) {
  const { model } = grid;
  const sums = { count: 0, sum: 0, least: Number.POSITIVE_INFINITY, largest: Number.NEGATIVE_INFINITY };
  const rows = grid.selectedRows();
  for (const column of grid.selectedColumns().filter(isNumeric)) {
    for (const row of rows) {
      const value = model.get(row, column.key);
      const number = Number(value);
      if (value !== null && value !== "" && Number.isFinite(number) && (number >= 0 || column.kind === "float")) {
        sums.count++;
        sums.sum += number;
        sums.least = Math.min(sums.least, number);
        sums.largest = Math.max(sums.largest, number);
      }
    }
  }
  return sums;
}

/**
 * Says the sum, the average and the bounds of the numbers of the selection: durations in words. Nothing without two numbers.
 * @param {Grid} grid
 */
export function sumsText(grid) {
  const { count, sum, least, largest } = sumsOf(grid);
  if (count < 2) {
    return "";
  }
  const columns = grid.selectedColumns().filter(isNumeric);
  const timed = columns.every(({ kind, unit }) => kind === "int" && unit === "s");
  const show = (/** @type {number} */ number) =>
    timed ? shownOf(columns[0], Math.round(number)) || "0" : number.toLocaleString("en", { maximumFractionDigits: 2 });
  return `sum ${show(sum)} · average ${show(sum / count)} · ${show(least)} to ${show(largest)} · ${count.toLocaleString("en")} numbers`;
}
