// @ts-check

/** @typedef {import("./values.js").Column} Column */
/** @typedef {{ sids: string[], values: any[][] }} Block records as the server sends them: the values of each column together */

/** Records as they are stored: their sids and values. A row is known by its number, which never changes. */
export class Records {
  /** @type {string[]} by row; those of new rows begin with "new-", as no sid does, and that of one that exists no more is empty */
  sids = [];
  /** @type {Map<string, any[]>} */
  #values;
  /** @type {Map<string, number>} */
  #rows = new Map();

  /** @param {Column[]} columns */
  constructor(columns) {
    this.#values = new Map(columns.map(({ key }) => [key, []]));
  }

  /**
   * Returns the row of a record, undefined for none.
   * @param {string} sid
   */
  find(sid) {
    return this.#rows.get(sid);
  }

  /**
   * Returns the row of a record, a new one where there is none.
   * @param {string} sid
   */
  rowFor(sid) {
    const known = this.#rows.get(sid);
    if (known !== undefined) {
      return known;
    }
    this.#rows.set(sid, this.sids.length);
    return this.sids.push(sid) - 1;
  }

  /**
   * @param {number} row
   * @param {string} key
   */
  get(row, key) {
    return this.#column(key)[row] ?? null;
  }

  /**
   * @param {number} row
   * @param {string} key
   * @param {any} value
   */
  set(row, key, value) {
    this.#column(key)[row] = value;
  }

  /** @param {string} key */
  #column(key) {
    return there(this.#values.get(key), `column ${key}`);
  }

  /**
   * Gives rows their sids. Two may have changed theirs for each other's.
   * @param {string[]} names
   * @param {string[]} sids
   */
  rename(names, sids) {
    const rows = names.map((name) => this.#rows.get(name));
    names.forEach((name) => this.#rows.delete(name));
    rows.forEach((row, i) => {
      if (row !== undefined) {
        this.#rows.set(sids[i], row);
        this.sids[row] = sids[i];
      }
    });
  }

  /**
   * Forgets a row that exists no more.
   * @param {number} row
   */
  drop(row) {
    this.#rows.delete(this.sids[row]);
    this.sids[row] = "";
  }
}

/**
 * Returns what must be there.
 * @template T
 * @param {T | undefined} found
 * @param {string} what
 * @returns {T}
 */
export function there(found, what) {
  if (found === undefined) {
    throw new Error(`there is no ${what}`);
  }
  return found;
}
