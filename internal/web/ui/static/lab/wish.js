// @ts-check

import { send } from "../base/send.js";
import { bodyOf } from "../grid/send.js";

/** @typedef {import("../grid/core.js").Grid} Grid */

/**
 * Solves a wished number of the selected type, and puts what it comes to into the grid, without saving it.
 * @param {HTMLFormElement} form
 * @param {Grid} grid
 */
export function followWish(form, grid) {
  const said = /** @type {HTMLElement} */ (form.querySelector("[data-lab-wished]"));
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    grid.commit?.();
    const { row } = grid.cell;
    if (row === undefined || grid.model.isNew(row)) {
      said.textContent = "Select a type that is saved.";
      return;
    }
    said.textContent = "Filling the map …";
    const { changed, removed } = bodyOf(grid.model);
    const wish = form.querySelector("[type=number]").value;
    const { data, failure } = await send(form.action, { row: grid.model.sids[row], wish, changed, removed });
    if (!failure && data.nominal > 0) {
      grid.change(["nominal", "min"].map((key) => ({ row, key, value: String(data[key]) })));
    }
    said.textContent = failure || `${grid.nameOf(row)}: ${data.reasons.join(" ")}`;
  });
}
