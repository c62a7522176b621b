// @ts-check

/** @typedef {import("./values.js").Column} Column */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {{ row: number, key: string, text: string }} Doubt a value that hardly is what somebody wants */

/**
 * Returns what is unusual about a number, or an empty text. get looks the other values of its row up.
 * @param {Column} column
 * @param {any} value
 * @param {(key: string) => any} get
 * @param {Column[]} columns
 */
export function doubtOf({ within, label }, value, get, columns) {
  if (!within || value === null || value === "") {
    return "";
  }
  const number = Number(value);
  if (number < within.low) {
    return `${label} is below ${within.low}.`;
  }
  if (within.high !== undefined && number > within.high) {
    return within.map ? `${label} is off the map, which is ${within.high} m wide.` : `${label} is above ${within.high}.`;
  }
  const other = within.of ? columns.find(({ key }) => key === within.of) : undefined;
  const most = other ? get(other.key) : null;
  return other && most !== null && number > Number(most) ? `${label} is above “${other.label}”, which is ${Number(most)}.` : "";
}

/**
 * Returns what is unusual about a cell. What is stored is not asked about: only a value that is not saved, or whose bound is not.
 * @param {Model} model
 * @param {number} row
 * @param {Column} column
 */
export function doubtAt(model, row, column) {
  const edited = model.edits.get(row);
  const touched = column.within && edited && (edited.has(column.key) || (column.within.of !== undefined && edited.has(column.within.of)));
  return touched ? doubtOf(column, model.get(row, column.key), (key) => model.get(row, key), model.columns) : "";
}

/**
 * Returns what is unusual in the changes that are not saved.
 * @param {Model} model
 * @returns {Doubt[]}
 */
export function doubtsIn(model) {
  const { changed, added } = model.pending();
  const columns = model.columns.filter(({ within }) => within);
  return [...changed, ...added]
    .flatMap((row) => columns.map((column) => ({ row, key: column.key, text: doubtAt(model, row, column) })))
    .filter(({ text }) => text);
}
