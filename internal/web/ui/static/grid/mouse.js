// @ts-check

import { edit } from "./edit.js";
import { rowHeight } from "./view.js";

/** @typedef {import("./core.js").Grid} Grid */

/**
 * Makes a grid follow the pointer: a click selects, dragging selects many cells, a double click edits.
 * @param {Grid} grid
 */
export function followPointer(grid) {
  const { scroller, view } = grid;
  let dragging = false;
  followBeyond(grid, () => dragging);
  scroller.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const place = view.placeOf(/** @type {Element} */ (event.target));
    if (!place || place.position < 0 || event.button !== 0 || isEditor(event.target)) {
      return;
    }
    event.preventDefault();
    dragging = event.pointerType === "mouse";
    selectAt(grid, place, event.shiftKey);
  });
  scroller.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    const place = dragging && view.placeOf(/** @type {Element} */ (event.target));
    if (place && place.position >= 0 && (place.position !== grid.active.position || place.column !== grid.active.column)) {
      selectAt(grid, place, true);
    }
  });
  window.addEventListener("pointerup", () => (dragging = false));
  scroller.addEventListener("dblclick", (/** @type {MouseEvent} */ event) => {
    const place = view.placeOf(/** @type {Element} */ (event.target));
    if (place && place.position >= 0 && place.column >= 0 && !isEditor(event.target)) {
      edit(grid, false);
    }
  });
}

/** How often a selection grows while the pointer is beyond the edge of the grid, in milliseconds. */
const growth = 50;

/**
 * Goes on selecting, and scrolls, while the pointer is dragged beyond the edge of the grid: the faster, the further away it is.
 * @param {Grid} grid
 * @param {() => boolean} dragging
 */
function followBeyond(grid, dragging) {
  const { scroller, view } = grid;
  let [x, y] = [0, 0];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const grow = () => {
    const box = scroller.getBoundingClientRect();
    const down = steps(y, box.top + view.table.tHead.offsetHeight, box.bottom);
    const along = Math.sign(steps(x, box.left, box.right));
    if (!dragging() || (down === 0 && along === 0)) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    grid.select(grid.active.position + down, grid.active.column + along, true);
  };
  window.addEventListener("pointermove", (event) => {
    [x, y] = [event.clientX, event.clientY];
    if (dragging()) {
      timer ??= setInterval(grow, growth);
    }
  });
}

/**
 * Returns by how many rows a place is beyond a range: negative before it, 0 within.
 * @param {number} at
 * @param {number} from
 * @param {number} to
 */
function steps(at, from, to) {
  const by = at < from ? at - from : Math.max(0, at - to);
  return Math.sign(by) * Math.min(10, Math.ceil(Math.abs(by) / rowHeight));
}

/** @param {EventTarget | null} target */
function isEditor(target) {
  return target instanceof Element && target.closest(".grid-editor") !== null;
}

/**
 * Selects a cell, or at the number of a row all of it.
 * @param {Grid} grid
 * @param {import("./core.js").Place} place
 * @param {boolean} extend
 */
function selectAt(grid, place, extend) {
  grid.select(place.position, Math.max(0, place.column), extend);
  if (place.column < 0) {
    grid.selectRows();
  }
}
