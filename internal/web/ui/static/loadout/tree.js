// @ts-check

/** @typedef {Record<string, any>} Part an object of a loadout: the whole, an item, a slot, a set or a condition */

/**
 * Reads a loadout. Numbers keep their spelling, where the browser can tell it: 1.0 is not to become 1.
 * @param {string} text
 */
export function parse(text) {
  return JSON.parse(text, keepSpelling);
}

/**
 * @param {string} _key
 * @param {unknown} value
 * @param {{ source?: string } | undefined} context
 */
function keepSpelling(_key, value, context) {
  const spelled = typeof value === "number" ? context?.source : undefined;
  return spelled && JSON.rawJSON && spelled !== String(value) ? JSON.rawJSON(spelled) : value;
}

/**
 * Writes a loadout as the game lays it out.
 * @param {unknown} value
 */
export function write(value) {
  return JSON.stringify(value, null, 4);
}

/** @param {unknown} value */
export function copyOf(value) {
  return parse(write(value));
}

/**
 * Tells objects from lists, numbers that keep their spelling and plain values.
 * @param {unknown} value
 * @returns {value is Part}
 */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON?.(value);
}

/**
 * Returns a number, also one that is spelled as in the file or stands there as a text; NaN for anything else.
 * @param {unknown} value
 */
export function numberOf(value) {
  const plain = JSON.isRawJSON?.(value) ? value.rawJSON : value;
  return typeof plain === "string" && plain.trim() === "" ? NaN : Number(plain ?? NaN);
}

/**
 * Returns the list under a key; an empty one stands for what is missing or of another shape.
 * @param {Part} node
 * @param {string} key
 * @returns {unknown[]}
 */
export function listIn(node, key) {
  return Array.isArray(node[key]) ? node[key] : [];
}

/**
 * Returns the list under a key as part of the node, so that it can be added to.
 * @param {Part} node
 * @param {string} key
 * @returns {unknown[]}
 */
export function ownList(node, key) {
  if (!Array.isArray(node[key])) {
    node[key] = [];
  }
  return node[key];
}

/**
 * Returns what a control shows of the value at a path such as Quantity.Min. Floats of 32 bits lose the digits that mean nothing.
 * @param {Part} node
 * @param {string} path
 */
export function shownAt(node, path) {
  const value = path.split(".").reduce((at, key) => (isObject(at) ? at[key] : undefined), node);
  if (typeof value === "string") {
    return value;
  }
  const number = numberOf(value);
  return Number.isNaN(number) ? "" : String(Number(number.toPrecision(7)));
}

/**
 * Sets the value at a path; the objects on the way are made. A text that is missing stays so while it is empty.
 * @param {Part} node
 * @param {string} path
 * @param {string | number} value
 */
export function enterAt(node, path, value) {
  const keys = path.split(".");
  const last = keys[keys.length - 1];
  for (const key of keys.slice(0, -1)) {
    if (!isObject(node[key])) {
      node[key] = {};
    }
    node = node[key];
  }
  if (value !== "" || last in node) {
    node[last] = value;
  }
}

/**
 * Tells a share of 1 in per cent: "60 %"; without a value it is 100 %.
 * @param {unknown} value
 */
export function percent(value) {
  const share = value === undefined || value === null ? 1 : numberOf(value);
  return Number.isNaN(share) ? "? %" : `${Number((share * 100).toFixed(2))} %`;
}
