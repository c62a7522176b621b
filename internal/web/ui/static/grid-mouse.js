// @ts-check

import { edit } from "./grid-edit.js";

/** @typedef {import("./grid-core.js").Grid} Grid */

/**
 * Makes a grid follow the pointer: a click selects, dragging selects many cells, a double click edits.
 * @param {Grid} grid
 */
export function followPointer(grid) {
  const { scroller, view } = grid;
  let dragging = false;
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

/** @param {EventTarget} target */
function isEditor(target) {
  return /** @type {Element} */ (target).closest(".grid-editor") !== null;
}

/**
 * Selects a cell, or at the number of a row all of it.
 * @param {Grid} grid
 * @param {import("./grid-core.js").Place} place
 * @param {boolean} extend
 */
function selectAt(grid, place, extend) {
  grid.select(place.position, Math.max(0, place.column), extend);
  if (place.column < 0) {
    grid.selectRows();
  }
}
