// @ts-check

import { secondsIn } from "../form/duration.js";
import { namesIn } from "./values.js";

/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ value: any } | { problem: string }} Parsed */

/**
 * Reads what was entered or pasted for a column, and checks it.
 * @param {Column} column
 * @param {string} text
 * @returns {Parsed}
 */
export function parse(column, text) {
  const trimmed = text.trim();
  if (trimmed === "") {
    return empty(column);
  }
  const parsed = readers[column.kind](column, trimmed);
  if ("problem" in parsed) {
    return parsed;
  }
  const problem = problemOf(column, parsed.value);
  return problem ? { problem } : parsed;
}

/**
 * @param {Column} column
 * @returns {Parsed}
 */
function empty(column) {
  if (column.kind === "refs" || column.kind === "texts") {
    return { value: [] };
  }
  return column.nullable && !column.required ? { value: null } : { problem: `${column.label} must have a value` };
}

/** @type {Record<string, (column: Column, text: string) => Parsed>} */
const readers = {
  text: (_, text) => ({ value: text }),
  int: readWhole,
  float: (column, text) => readNumber(column, text, Number),
  decimal: (column, text) => readNumber(column, text, (number) => Number(number).toFixed(2)),
  flag: readFlag,
  time: readTime,
  choice: readChoice,
  ref: (column, text) => found(column, text),
  refs: readRefs,
  texts: (_, text) => ({ value: members(text) }),
  count: (column) => ({ problem: `${column.label} is computed` }),
};

/**
 * Reads a whole number, or a duration such as "4 h 30 min" for one of seconds.
 * @param {Column} column
 * @param {string} text
 * @returns {Parsed}
 */
function readWhole(column, text) {
  if (/^[+-]?\d+$/.test(text)) {
    return { value: Number(text) };
  }
  const seconds = column.unit === "s" ? secondsIn(text) : "";
  return seconds === "" ? { problem: `“${text}” is not a whole number` } : { value: Math.round(Number(seconds)) };
}

/**
 * @param {Column} _
 * @param {string} text
 * @param {(text: string) => any} make
 * @returns {Parsed}
 */
function readNumber(_, text, make) {
  const number = text.includes(".") ? text : text.replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number) ? { value: make(number) } : { problem: `“${text}” is not a number` };
}

const words = { true: ["yes", "true", "1", "on", "x"], false: ["no", "false", "0", "off"] };

/**
 * @param {Column} column
 * @param {string} text
 * @returns {Parsed}
 */
function readFlag(column, text) {
  const word = text.toLowerCase();
  if (words.true.includes(word) || words.false.includes(word)) {
    return { value: words.true.includes(word) };
  }
  return { problem: `${column.label} is yes or no` };
}

/**
 * @param {Column} _
 * @param {string} text
 * @returns {Parsed}
 */
function readTime(_, text) {
  const time = new Date(/\d(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(" ", "T")}${text.includes(":") ? "" : "T00:00"}Z`);
  return Number.isNaN(time.getTime())
    ? { problem: `“${text}” is not a time such as 2026-12-31 18:00` }
    : { value: time.toISOString().replace("Z", "000Z") };
}

/**
 * @param {Column} column
 * @param {string} text
 * @returns {Parsed}
 */
function readChoice(column, text) {
  const { label, choices = [] } = column;
  const value = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  return value ? { value } : { problem: `${label} is ${choices.join(" or ")}` };
}

/**
 * @param {Column} column
 * @param {string} name
 * @returns {Parsed}
 */
function found(column, name) {
  const id = namesIn(column).ids.get(name.toLowerCase());
  if (id === undefined && column.creates) {
    return { value: name };
  }
  return id === undefined
    ? { problem: `“${name}” is not a choice for ${column.label}${didYouMean(name, namesIn(column).list)}` }
    : { value: id };
}

/** With how many names a slip is compared: usages, not classes. */
const mostCompared = 500;

/**
 * Asks whether the nearest of some names was meant; nothing where none is near.
 * @param {string} name
 * @param {string[]} names
 */
export function didYouMean(name, names) {
  if (names.length > mostCompared) {
    return "";
  }
  const most = name.length > 4 ? 2 : 1;
  const near = names
    .map((other) => ({ other, far: distance(name.toLowerCase(), other.toLowerCase(), most) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  return near.length > 0 ? `; did you mean “${near[0].other}”?` : "";
}

/**
 * Returns how many letters are to be changed, added or left out until two texts are the same, or more than the most that count.
 * @param {string} a
 * @param {string} b
 * @param {number} most
 */
function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) {
    return most + 1;
  }
  let last = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    last = row;
  }
  return last[b.length];
}

/** @param {string} text */
function members(text) {
  const list = text.split(/[,;\n]/).map((name) => name.trim());
  return [...new Set(list.filter(Boolean))];
}

/**
 * @param {Column} column
 * @param {string} text
 * @returns {Parsed}
 */
function readRefs(column, text) {
  const parsed = members(text).map((name) => found(column, name));
  const wrong = parsed.find((each) => "problem" in each);
  return wrong ?? { value: parsed.map((each) => /** @type {any} */ (each).value) };
}

/**
 * Returns what is wrong with a value that is entered, or an empty text.
 * @param {Column} column
 * @param {any} value
 */
export function problemOf(column, value) {
  const isNumber = column.kind === "int" || column.kind === "float" || column.kind === "decimal";
  const size = isNumber ? Number(value) : column.kind === "text" ? [...value].length : 0;
  const what = isNumber ? "" : " characters";
  if (column.kind === "int" && (size > 2147483647 || size < -2147483648)) {
    return `${column.label} must be between -2147483648 and 2147483647`;
  }
  if (column.max !== undefined && size > column.max) {
    return `${column.label} must be at most ${column.max}${what}`;
  }
  if (column.min !== undefined && size < column.min) {
    return `${column.label} must be at least ${column.min}${what}`;
  }
  const unfit = column.pattern && column.kind === "text" && !new RegExp(column.pattern).test(value);
  return unfit ? `${column.label} has the wrong format` : "";
}
