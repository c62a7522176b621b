// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";
import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./send.js").Conflict} Conflict */

/**
 * Shows values that somebody else has changed meanwhile beside one's own, has one chosen for each, and then saves again.
 * @param {Grid} grid
 * @param {Conflict[]} conflicts
 * @param {() => void} save
 */
export async function resolveConflicts(grid, conflicts, save) {
  let again = false;
  await openDialog("Changed by someone else", (dialog, close) => {
    const lead = make(
      "p",
      {},
      `Nothing was saved yet: ${plural(conflicts.length, "value")} you have changed or want to delete ${conflicts.length === 1 ? "is" : "are"} not what you saw. Choose which ones count.`,
    );
    const all = (/** @type {string} */ which) =>
      dialog.querySelectorAll(`input[value=${which}]`).forEach((input) => (input.checked = true));
    const choices = make(
      "p",
      { class: "actions" },
      button("Keep all of mine", "quiet small", () => all("mine")),
      button("Take all of theirs", "quiet small", () => all("theirs")),
    );
    const heads = make("tr", {}, ...["Record", "Field", "Mine", "Theirs"].map((text) => make("th", { scope: "col" }, text)));
    const lines = conflicts.map((conflict, i) => lineFor(grid, conflict, i));
    const table = make("table", { class: "ledger" }, make("thead", {}, heads), make("tbody", {}, ...lines));
    const go = button("Save with these", "", () => {
      again = true;
      conflicts.forEach((conflict, i) => resolve(grid, conflict, dialog.querySelector(`input[name=conflict-${i}]:checked`).value));
      close();
    });
    const room = make("div", { class: "grid-list", role: "region", "aria-label": "Conflicts", tabindex: "0" }, table);
    return [lead, choices, room, make("div", { class: "form-end" }, go, button("Go on editing", "quiet", close))];
  });
  grid.rearrange();
  grid.changed();
  grid.focus();
  if (again) {
    save();
  }
}

/**
 * @param {Grid} grid
 * @param {Conflict} conflict
 * @param {number} i
 */
function lineFor(grid, conflict, i) {
  const { model } = grid;
  const row = model.rowOf(conflict.row);
  const column = conflict.field ? model.column(conflict.field) : undefined;
  const who = conflict.by ? ` (${conflict.by})` : "";
  const mine = model.removed.has(row) ? "delete it" : column ? textOf(column, model.get(row, column.key)) : "";
  const theirs = column ? textOf(column, conflict.theirs) : "deleted";
  const cells = [
    make("th", { scope: "row" }, grid.nameOf(row)),
    make("td", {}, column?.label ?? "–"),
    make("td", {}, column ? choice(i, "mine", mine || "not set", false) : "cannot be kept"),
    make("td", {}, choice(i, "theirs", (theirs || "not set") + who, true)),
  ];
  return make("tr", {}, ...cells);
}

/**
 * @param {number} i
 * @param {string} which
 * @param {string} text
 * @param {boolean} checked
 */
function choice(i, which, text, checked) {
  const id = `conflict-${i}-${which}`;
  const input = make("input", { type: "radio", name: `conflict-${i}`, id, value: which, checked: checked ? "" : undefined });
  return make("span", { class: "grid-box" }, input, make("label", { for: id }, text));
}

/**
 * Takes their value for the stored one; mine stays an edit of it, theirs ends it.
 * @param {Grid} grid
 * @param {Conflict} conflict
 * @param {string} which
 */
export function resolve({ model }, { row: sid, field, theirs }, which) {
  const row = model.rowOf(sid);
  if (!field) {
    model.drop(row);
    return;
  }
  model.setStored(row, field, theirs ?? null);
  if (which === "theirs") {
    model.change([model.removed.has(row) ? { row, key: "", value: false } : { row, key: field, value: theirs ?? null }]);
  }
}
