// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, dataOf, make } from "../base/dom.js";
import { nextSort, parseSort, writeSort } from "./sort.js";
import { clamp, headFor, narrowest, takeWidth, widest } from "./widths.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {import("./values.js").Column} Column */

/**
 * Shows the columns, their order, widths and sorting that the address names, and keeps them there.
 * @param {Grid} grid
 */
export function followColumns(grid) {
  readAddress(grid);
  showColumns(grid);
  const { scroller } = grid;
  scroller.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const head = headOf(event.target);
    if (head && !(/** @type {Element} */ (event.target).closest("[data-edge]"))) {
      grid.select(
        -1,
        grid.shown.findIndex(({ key }) => key === head),
      );
      sortBy(grid, head, event.shiftKey);
    }
  });
  followEdges(grid);
  followDragging(grid);
}

/**
 * Returns the key of the column whose head an element is in.
 * @param {EventTarget | null} target
 * @returns {string | undefined}
 */
function headOf(target) {
  return target instanceof Element ? (target.closest("th[data-key]")?.getAttribute("data-key") ?? undefined) : undefined;
}

/** @param {Grid} grid */
function readAddress(grid) {
  const asked = new URLSearchParams(location.search);
  const { model } = grid;
  const named = (asked.get("columns") ?? dataOf(grid.root, "columns")).split(",").map((part) => part.split(":"));
  const chosen = named.flatMap(([key]) => model.findColumn(key) ?? []).filter((column) => column !== model.columns[0]);
  grid.shown = [model.columns[0], ...(chosen.length > 0 ? chosen : model.columns.slice(1).filter(({ spare }) => !spare))];
  for (const [key, width] of named) {
    if (Number(width) > 0) {
      grid.widths[key] = clamp(Number(width));
    }
  }
  model.sorts = parseSort(asked.get("sort") ?? "").filter(({ key }) => model.findColumn(key));
}

/** @param {Grid} grid */
function writeAddress(grid) {
  const { model, shown, widths } = grid;
  const address = new URL(location.href);
  const usualKeys = model.columns.filter(({ spare }) => !spare).map(({ key }) => key);
  const keys = shown.map(({ key }) => key);
  const isUsual = keys.join() === usualKeys.join() && Object.keys(widths).length === 0;
  set(address, "columns", isUsual ? "" : keys.map((key) => (widths[key] ? `${key}:${widths[key]}` : key)).join(","));
  set(address, "sort", writeSort(model.sorts));
  history.replaceState(null, "", address.href.replaceAll("%2C", ",").replaceAll("%3A", ":"));
  for (const name of ["columns", "sort"]) {
    for (const input of grid.root.querySelectorAll(`form input[name=${name}]`)) {
      input.value = address.searchParams.get(name) ?? "";
      input.disabled = input.value === "" && input.form.method === "get";
    }
  }
  offerViewChanges(grid);
}

/**
 * Offers to save the view of the page while the grid shows something else.
 * @param {Grid} grid
 */
function offerViewChanges(grid) {
  const form = grid.root.querySelector("[data-view-changes]");
  if (form) {
    form.hidden = [...form.querySelectorAll("[data-saved]")].every((input) => input.value === input.dataset.saved);
  }
}

/**
 * @param {URL} address
 * @param {string} name
 * @param {string} value
 */
function set(address, name, value) {
  value ? address.searchParams.set(name, value) : address.searchParams.delete(name);
}

/**
 * Draws the columns anew.
 * @param {Grid} grid
 */
function showColumns(grid) {
  grid.active.column = Math.min(grid.active.column, grid.shown.length - 1);
  grid.anchor = { ...grid.active };
  grid.view.setColumns(grid.shown.map((column) => headFor(grid, column)));
  writeAddress(grid);
}

/**
 * Sorts by a column; more keeps the others.
 * @param {Grid} grid
 * @param {string} key
 * @param {boolean} more
 */
export function sortBy(grid, key, more) {
  const { model } = grid;
  grid.commit?.();
  model.sorts = nextSort(model.sorts, key, more);
  grid.rearrange();
  showColumns(grid);
  grid.view.reveal(grid.active.position, grid.active.column);
  grid.focus();
  const names = model.sorts.map((sort) => `${model.column(sort.key).label}, ${sort.down ? "descending" : "ascending"}`);
  grid.say(names.length > 0 ? `Sorted by ${names.join("; ")}.` : "Not sorted.");
}

/**
 * Moves a column; that of the name stays the first.
 * @param {Grid} grid
 * @param {string} key
 * @param {number} by
 */
export function moveColumn(grid, key, by) {
  const from = grid.shown.findIndex((column) => column.key === key);
  const to = Math.min(Math.max(from + by, 1), grid.shown.length - 1);
  if (from < 1 || from === to) {
    return;
  }
  const [column] = grid.shown.splice(from, 1);
  grid.shown.splice(to, 0, column);
  showColumns(grid);
  grid.select(grid.active.position, to);
  grid.say(`${column.label} is column ${to + 1} now.`);
}

/** @param {Grid} grid */
function followEdges(grid) {
  const { scroller } = grid;
  scroller.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const edge = /** @type {HTMLElement} */ (event.target);
    const head = edge.parentElement;
    const key = edge.dataset.edge === undefined ? undefined : headOf(edge);
    if (!key || !head) {
      return;
    }
    event.preventDefault();
    const before = head.offsetWidth;
    const { clientX } = event;
    edge.setPointerCapture(event.pointerId);
    head.draggable = false;
    edge.onpointermove = (moved) => resize(grid, key, before + moved.clientX - clientX);
    edge.onlostpointercapture = () => {
      edge.onpointermove = null;
      head.draggable = key !== grid.shown[0].key;
      writeAddress(grid);
    };
  });
}

/**
 * @param {Grid} grid
 * @param {string} key
 * @param {number} width
 */
function resize(grid, key, width) {
  grid.widths[key] = clamp(width);
  grid.view.setWidths(grid.shown.map((column) => headFor(grid, column).width));
}

/** @param {Grid} grid */
function followDragging(grid) {
  const { scroller } = grid;
  /** @type {string | undefined} */
  let dragged;
  scroller.addEventListener("dragstart", (/** @type {DragEvent} */ event) => {
    dragged = headOf(event.target);
    if (event.dataTransfer) {
      event.dataTransfer.effectAllowed = "move";
    }
  });
  scroller.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    if (dragged && headOf(event.target)) {
      event.preventDefault();
    }
  });
  scroller.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const at = (/** @type {string | undefined} */ key) => grid.shown.findIndex((column) => column.key === key);
    if (dragged) {
      moveColumn(grid, dragged, at(headOf(event.target)) - at(dragged));
    }
    dragged = undefined;
  });
}

/**
 * Lets columns be chosen, moved and sized without a pointer.
 * @param {Grid} grid
 */
export function chooseColumns(grid) {
  const rest = grid.model.columns.filter((column) => !grid.shown.includes(column));
  return openDialog("Columns", (_, close) => {
    const list = make("ul", { class: "grid-columns" }, ...[...grid.shown, ...rest].map((column, i) => columnLine(grid, column, i)));
    const apply = () => {
      const lines = [...list.children].filter((line) => line.querySelector("[type=checkbox]").checked);
      grid.shown = lines.map((line) => grid.model.column(line.dataset.key));
      lines.forEach((line) => takeWidth(grid, line));
      showColumns(grid);
      close();
      grid.focus();
    };
    return [list, make("div", { class: "form-end" }, button("Show these columns", "", apply), button("Cancel", "quiet", close))];
  });
}

/**
 * @param {Grid} grid
 * @param {Column} column
 * @param {number} i
 */
function columnLine(grid, column, i) {
  const id = `grid-column-${i}`;
  const box = make("input", { type: "checkbox", id, disabled: i === 0 ? "" : undefined });
  box.checked = grid.shown.includes(column);
  const width = make("input", { type: "number", min: String(narrowest), max: String(widest), "aria-label": `Width of ${column.label}` });
  width.value = String(headFor(grid, column).width);
  width.dataset.was = width.value;
  const line = make("li", { "data-key": column.key }, box, make("label", { for: id }, column.label), width);
  if (i > 0) {
    const moves = [
      ["Up", () => line.previousElementSibling?.previousElementSibling && line.previousElementSibling.before(line)],
      ["Down", () => line.nextElementSibling?.after(line)],
    ];
    for (const [label, move] of /** @type {[string, () => void][]} */ (moves)) {
      const made = button(label, "quiet small", () => {
        move();
        made.focus();
      });
      made.setAttribute("aria-label", `Move ${column.label} ${label.toLowerCase()}`);
      line.append(made);
    }
  }
  return line;
}
