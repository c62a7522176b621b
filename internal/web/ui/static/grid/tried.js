// @ts-check

import { asker } from "../frame/tried.js";
import { bodyOf } from "./send.js";

/** @typedef {import("./core.js").Grid} Grid */

/**
 * Says beside the buttons what the changes that are not saved would do to the loot economy, with the one that is being typed.
 * @param {Grid} grid
 */
export function followTries(grid) {
  const { model, root } = grid;
  const room = /** @type {HTMLElement | null} */ (root.querySelector("[data-grid-tried]"));
  if (!room || !root.dataset.tried) {
    return;
  }
  const ask = asker(room, root.dataset.tried, () => {
    const { changed, removed } = bodyOf(model);
    const rows = new Map(changed.map(({ row, now }) => [row, { row, now: { ...now } }]));
    if (grid.typed) {
      const row = model.sids[grid.typed.row];
      const now = rows.get(row)?.now ?? {};
      rows.set(row, { row, now: { ...now, [grid.typed.key]: grid.typed.value } });
    }
    return { changed: [...rows.values()], removed: removed.map(({ row }) => ({ row })) };
  });
  grid.listeners.push(ask);
  grid.trying = ask;
}
