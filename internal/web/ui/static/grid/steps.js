// @ts-check

/** @typedef {{ row: number, key: string, before: any, after: any }} Change of a cell, or of whether a row is removed: then the key is empty */

/** What was done, a list of changes a step, and what of it was undone. */
export class Steps {
  /** @type {Change[][]} */
  #done = [];
  /** @type {Change[][]} */
  #undone = [];

  /**
   * Takes a step in. What was undone before cannot be redone any more.
   * @param {Change[]} changes
   */
  add(changes) {
    this.#done.push(changes);
    this.#undone = [];
  }

  /** Returns the changes of the last step, which is undone then; an empty list where there is none. */
  undo() {
    return carry(this.#done, this.#undone);
  }

  /** Returns the changes of the step that was undone last, which is done then; an empty list where there is none. */
  redo() {
    return carry(this.#undone, this.#done);
  }

  /**
   * Forgets the changes of a row.
   * @param {number} row
   */
  forget(row) {
    this.#done = without(this.#done, row);
    this.#undone = without(this.#undone, row);
  }
}

/**
 * Takes the last step of one list over into another one, and returns it.
 * @param {Change[][]} from
 * @param {Change[][]} to
 */
function carry(from, to) {
  const changes = from.pop() ?? [];
  if (changes.length > 0) {
    to.push(changes);
  }
  return changes;
}

/**
 * @param {Change[][]} steps
 * @param {number} row
 */
function without(steps, row) {
  return steps.map((changes) => changes.filter((change) => change.row !== row)).filter((changes) => changes.length > 0);
}
