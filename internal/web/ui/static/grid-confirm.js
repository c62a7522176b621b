// @ts-check

import { button, make, openDialog, plural } from "./grid-dom.js";

/** @typedef {import("./grid-core.js").Grid} Grid */

/** How many lines a question lists. */
const mostListed = 10;

/**
 * Asks whether rows are to be deleted.
 * @param {Grid} grid
 * @param {number[]} rows
 */
export function confirmRemoval(grid, rows) {
  const names = rows.map((row) => grid.nameOf(row));
  return confirm(`Delete ${plural(rows.length, grid.one, grid.many)}?`, names, ["Save and delete", "danger"]);
}

/**
 * Asks whether unusual values are meant.
 * @param {Grid} grid
 * @param {import("./grid-usual.js").Doubt[]} doubts
 */
export function confirmDoubts(grid, doubts) {
  const lines = doubts.map(({ row, text }) => `${grid.nameOf(row)}: ${text}`);
  return confirm(`${plural(doubts.length, "value is", "values are")} unusual`, lines, ["Save anyway", ""]);
}

/**
 * Asks whether to save, and resolves to the answer.
 * @param {string} title
 * @param {string[]} lines
 * @param {[label: string, className: string]} go the button that saves
 * @returns {Promise<boolean>}
 */
async function confirm(title, lines, go) {
  let confirmed = false;
  await openDialog(title, (_, close) => {
    const list = make("ul", { class: "grid-names" }, ...lines.slice(0, mostListed).map((text) => make("li", {}, text)));
    const more = lines.length > mostListed ? [make("p", {}, `And ${(lines.length - mostListed).toLocaleString("en")} more.`)] : [];
    const save = button(...go, () => {
      confirmed = true;
      close();
    });
    const end = make("div", { class: "form-end" }, save, button("Cancel", "quiet", close));
    return [list, ...more, make("p", {}, "You can undo the save."), end];
  });
  return confirmed;
}
