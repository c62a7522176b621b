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
async function confirm(title, lines, [label, className]) {
  const choice = await choose({ title, lines, end: "You can undo the save.", choices: [{ label, className, value: "save" }] });
  return choice === "save";
}

/** @typedef {{ label: string, value: string, className?: string }} Choice a button, and what choosing it resolves to */

/**
 * Asks a question about some lines. Resolves to what was chosen, or to an empty text where that was cancelled.
 * @param {{ title: string, lead?: string, lines: string[], end?: string, choices: Choice[] }} question
 * @returns {Promise<string>}
 */
export async function choose({ title, lead, lines, end, choices }) {
  let chosen = "";
  await openDialog(title, (_, close) => {
    const list = make("ul", { class: "grid-names" }, ...lines.slice(0, mostListed).map((text) => make("li", {}, text)));
    const more = lines.length > mostListed ? [`And ${(lines.length - mostListed).toLocaleString("en")} more.`] : [];
    const buttons = choices.map(({ label, value, className = "" }) =>
      button(label, className, () => {
        chosen = value;
        close();
      }),
    );
    const says = (/** @type {string | undefined} */ text) => (text ? [make("p", {}, text)] : []);
    return [
      ...says(lead),
      list,
      ...more.flatMap(says),
      ...says(end),
      make("div", { class: "form-end" }, ...buttons, button("Cancel", "quiet", close)),
    ];
  });
  return chosen;
}
