// @ts-check

/** @typedef {{ key: string, down: boolean }} Sort a column that rows are sorted by */

/**
 * Reads an order such as "-nominal,name".
 * @param {string} text
 * @returns {Sort[]}
 */
export function parseSort(text) {
  return text
    .split(",")
    .filter(Boolean)
    .map((part) => (part.startsWith("-") ? { key: part.slice(1), down: true } : { key: part, down: false }));
}

/** @param {Sort[]} sorts */
export function writeSort(sorts) {
  return sorts.map(({ key, down }) => (down ? `-${key}` : key)).join(",");
}

/**
 * Returns the order after a column was chosen: it goes up, then down, then is none again. more keeps the other columns.
 * @param {Sort[]} sorts
 * @param {string} key
 * @param {boolean} more
 * @returns {Sort[]}
 */
export function nextSort(sorts, key, more) {
  const at = sorts.findIndex((sort) => sort.key === key);
  const next = at < 0 ? [{ key, down: false }] : sorts[at].down ? [] : [{ key, down: true }];
  if (!more) {
    return next;
  }
  return at < 0 ? [...sorts, ...next] : sorts.toSpliced(at, 1, ...next);
}

/**
 * Sorts rows in place: by numbers or texts, those without a value first, equal ones as they stood. valueFor returns what a row is compared by.
 * @param {number[]} rows
 * @param {Sort[]} sorts
 * @param {(row: number, key: string) => string | number | null} valueFor
 */
export function sortRows(rows, sorts, valueFor) {
  const by = sorts.map(({ key, down }) => {
    const values = new Map(rows.map((row) => [row, valueFor(row, key)]));
    return (/** @type {number} */ a, /** @type {number} */ b) => compare(values.get(a), values.get(b)) * (down ? -1 : 1);
  });
  return rows.sort((a, b) => {
    for (const order of by) {
      const difference = order(a, b);
      if (difference) {
        return difference;
      }
    }
    return a - b;
  });
}

const texts = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/**
 * @param {string | number | null | undefined} a
 * @param {string | number | null | undefined} b
 */
function compare(a, b) {
  const [noA, noB] = [a === null || a === undefined, b === null || b === undefined];
  if (noA || noB) {
    return Number(noB) - Number(noA);
  }
  return typeof a === "number" && typeof b === "number" ? a - b : texts.compare(String(a), String(b));
}
