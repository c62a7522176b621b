// @ts-check

import { asker, tell } from "../frame/tried.js";
import { bodyOf } from "./send.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {{ opened: (grid: Grid) => void, show: (data: any) => string }} Beside what stands beside a grid: it is asked for the selected row as well, shows the answer, and returns the sentence of it */

/**
 * Says beside the buttons what the changes that are not saved would do to the loot economy, with the one that is being typed.
 * @param {Grid} grid
 * @param {Beside} [beside]
 */
export function followTries(grid, beside) {
  const { root } = grid;
  const room = /** @type {HTMLElement | null} */ (root.querySelector("[data-grid-tried]"));
  if (!room || !root.dataset.tried) {
    return;
  }
  const changes = () => {
    const asked = triesOf(grid);
    if (beside) {
      const { row } = grid.cell;
      return { ...asked, row: row === undefined ? "" : grid.model.sids[row] };
    }
    return asked.changed.length + asked.removed.length > 0 ? asked : null;
  };
  const ask = asker(root.dataset.tried, changes, (data) => tell(room, beside ? beside.show(data) : data.text));
  grid.listeners.push(() => ask(true));
  grid.trying = ask;
  if (beside) {
    beside.opened(grid);
    grid.reached = ask;
    ask(true);
  }
}

/**
 * Returns the changes that are not saved, with the value that is being typed.
 * @param {Grid} grid
 */
function triesOf({ model, typed }) {
  const { changed, removed } = bodyOf(model);
  const rows = new Map(changed.map(({ row, now }) => [row, { row, now: { ...now } }]));
  if (typed) {
    const row = model.sids[typed.row];
    const now = rows.get(row)?.now ?? {};
    rows.set(row, { row, now: { ...now, [typed.key]: typed.value } });
  }
  return { changed: [...rows.values()], removed: removed.map(({ row }) => ({ row })) };
}
