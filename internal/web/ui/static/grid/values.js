// @ts-check

import { secondsIn, tell } from "../form/duration.js";

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
/** @typedef {{ value: any } | { problem: string }} Parsed */

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
    return `${column.label} must be a number of 32 bits`;
  }
  if (column.max !== undefined && size > column.max) {
    return `${column.label} must be at most ${column.max}${what}`;
  }
  if (column.min !== undefined && size < column.min) {
    return `${column.label} must be at least ${column.min}${what}`;
  }
  const unfit = column.pattern && column.kind === "text" && !new RegExp(column.pattern).test(value);
  return unfit ? `${column.label} does not have the right form` : "";
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
