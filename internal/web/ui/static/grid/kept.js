// @ts-check

import { button, make, plural } from "../base/dom.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {{ sid: string, key: string, was: any, now: any }} Kept a value that was not saved when the page was left */

const name = () => `grid ${location.pathname}`;

/**
 * Keeps values that are not saved in the browser's tab, so that they outlive a lost session or a reload, and offers those that are kept.
 * @param {Grid} grid
 */
export function keepChanges(grid) {
  const { model } = grid;
  const kept = read();
  window.addEventListener("pagehide", () => {
    const { changed } = model.pending();
    write(
      changed.flatMap((row) =>
        [...model.editsOf(row)].map(([key, now]) => ({ sid: model.sids[row], key, was: model.stored(row, key), now })),
      ),
    );
  });
  const there = kept.filter(({ sid, key }) => model.findRow(sid) !== undefined && model.findColumn(key));
  if (there.length === 0) {
    return;
  }
  const room = grid.root.querySelector("[data-grid-notice]");
  const restore = button("Bring them back", "quiet small", () => {
    there.forEach(({ sid, key, was }) => model.setStored(model.rowOf(sid), key, was)); // so that a save compares with what was seen
    grid.change(there.map(({ sid, key, now }) => ({ row: model.rowOf(sid), key, value: now })));
    room.replaceChildren();
  });
  const drop = button("Forget them", "quiet small", () => room.replaceChildren());
  forget();
  room.replaceChildren(
    make(
      "div",
      { class: "notice tone-warn" },
      make("p", {}, `${plural(there.length, "cell")} you had changed here before were not saved.`),
      restore,
      drop,
    ),
  );
}

const placeName = () => `place ${location.pathname}?${new URLSearchParams(location.search).get("q") ?? ""}`;

/**
 * Goes back to where the grid was left, or to the record that the address names.
 * @param {Grid} grid
 * @param {boolean} untouched whether nobody has gone anywhere yet
 */
export function keepPlace(grid, untouched = isUntouched(grid)) {
  const { model, scroller } = grid;
  /** @type {{ sid?: string, column?: number, top?: number, left?: number }} */
  const kept = JSON.parse(sessionStorage.getItem(placeName()) ?? "{}");
  const sid = location.hash.startsWith("#row-") ? location.hash.slice(5) : kept.sid;
  const position = model.order.indexOf(model.findRow(sid ?? "") ?? -1);
  if (untouched) {
    scroller.scrollTop = kept.top ?? 0;
    scroller.scrollLeft = kept.left ?? 0;
    if (position >= 0) {
      grid.select(position, kept.column ?? 0);
    }
  }
  window.addEventListener("pagehide", () => {
    const { row } = grid.cell;
    const place = {
      sid: row === undefined ? undefined : model.sids[row],
      column: grid.active.column,
      top: scroller.scrollTop,
      left: scroller.scrollLeft,
    };
    sessionStorage.setItem(placeName(), JSON.stringify(place));
  });
}

/**
 * Reports whether nobody has gone anywhere yet, as can be done as soon as the first rows are there.
 * @param {Grid} grid
 */
export function isUntouched({ active, scroller }) {
  return active.position <= 0 && active.column === 0 && scroller.scrollTop === 0 && scroller.scrollLeft === 0;
}

/** Forgets what is kept. */
export function forget() {
  sessionStorage.removeItem(name());
}

/** @returns {Kept[]} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(name()) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept[]} kept */
function write(kept) {
  try {
    kept.length > 0 ? sessionStorage.setItem(name(), JSON.stringify(kept)) : forget();
  } catch {
    // The tab has no room for them.
  }
}
