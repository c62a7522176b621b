// @ts-check

import { tell } from "../form/duration.js";

/**
 * @typedef {object} Column a field of the records, as the server declares it, or something computed of them
 * @property {string} key
 * @property {string} label
 * @property {"text" | "int" | "float" | "decimal" | "flag" | "time" | "choice" | "ref" | "refs" | "texts" | "count"} kind
 * @property {string} [unit]
 * @property {string} [help]
 * @property {number} [min] of a number, or of the characters of a text
 * @property {number} [max]
 * @property {string} [pattern]
 * @property {string[]} [choices]
 * @property {string} [ref] the resource whose ids it holds
 * @property {boolean} [required]
 * @property {boolean} [nullable]
 * @property {"always" | "new" | "never"} edit
 * @property {unknown} [default]
 * @property {boolean} [creates] a name that no record has makes one
 * @property {boolean} [spare] not shown unless it is chosen
 * @property {Names} [names] of a reference
 * @property {{ low: number, high?: number, of?: string, map?: boolean }} [within] outside of these bounds a number is asked about; of is the column that is the upper one
 * @property {string} [suggest] the list of the page that completes its texts
 * @property {string} [behind] the column that it stands behind, where its value follows from others
 * @property {import("./formulas.js").Term} [is] how it follows
 * @property {(lookUp: (key: string) => any) => any} [work] works it out
 */
/** @typedef {{ list: string[], of: Map<number, string>, ids: Map<string, number> }} Names the records that a column refers to */

/**
 * Returns the names of records by id, and their ids by name in small letters.
 * @param {{ id: string, name: string }[]} options
 * @returns {Names}
 */
export function namesOf(options) {
  const names = { list: options.map(({ name }) => name), of: new Map(), ids: new Map() };
  for (const { id, name } of options) {
    names.of.set(Number(id), name);
    const key = name.toLowerCase();
    names.ids.set(key, names.ids.get(key) ?? Number(id));
  }
  return names;
}

/** @type {Names} */
const noNames = { list: [], of: new Map(), ids: new Map() };

/**
 * Returns the names of the records that a column refers to: none for one that refers to none.
 * @param {Column} column
 */
export function namesIn({ names = noNames }) {
  return names;
}

/**
 * Adds a record to names.
 * @param {Names} names
 * @param {number} id
 * @param {string} name
 */
export function addName(names, id, name) {
  if (!names.of.has(id)) {
    names.list.push(name);
    names.of.set(id, name);
    names.ids.set(name.toLowerCase(), id);
  }
}

/**
 * Returns a value as the text that is entered and copied.
 * @param {Column} column
 * @param {any} value
 * @returns {string}
 */
export function textOf(column, value) {
  if (value === null || value === undefined) {
    return "";
  }
  switch (column.kind) {
    case "flag":
      return value ? "yes" : "no";
    case "ref":
      return namesIn(column).of.get(value) ?? String(value);
    case "refs":
      return value.map((/** @type {number} */ id) => namesIn(column).of.get(id) ?? id).join(", ");
    case "texts":
      return value.join(", ");
    case "time":
      return value.slice(0, 19).replace("T", " ");
  }
  return String(value);
}

/**
 * Returns a value as it is shown: durations in words, and a dash for a share below 0, which the game does not use.
 * @param {Column} column
 * @param {any} value
 * @returns {string}
 */
export function shownOf(column, value) {
  if (column.kind === "int" && column.unit === "s" && value > 0) {
    return tell(String(value));
  }
  if (column.kind === "int" && column.unit === "%" && value < 0) {
    return "–";
  }
  return textOf(column, value);
}

/**
 * Reports whether two values are the same.
 * @param {any} a
 * @param {any} b
 */
export function same(a, b) {
  return a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((member, i) => member === b[i]));
}

/** @param {Column} column */
export function isNumeric({ kind }) {
  return kind === "int" || kind === "float" || kind === "decimal" || kind === "count";
}
