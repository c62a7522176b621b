// @ts-check

import { make } from "../base/dom.js";

/** @typedef {import("./view.js").Head} Head */
/** @typedef {import("./view.js").Shown} Shown */
/** @typedef {import("./view.js").Cell} Cell */

/**
 * @param {Head} head
 * @param {number} column
 */
export function headCell({ key, label, help, numeric, sort, rank }, column) {
  const cell = make("th", {
    role: "columnheader",
    scope: "col",
    tabindex: "-1",
    "aria-colindex": String(column + 2),
    "aria-sort": sort,
    title: help,
    class: `${numeric ? "num" : ""}${column ? "" : " grid-frozen"}`,
    "data-key": key,
    draggable: column ? "true" : undefined,
  });
  if (sort !== "none") {
    cell.append(make("span", { class: "grid-arrow", "aria-hidden": "true" }, `${sort === "ascending" ? "▲" : "▼"}${rank}`));
  }
  cell.append(label);
  cell.append(make("span", { class: "grid-edge", "data-edge": "", "aria-hidden": "true" }));
  return cell;
}

/**
 * @param {number} column
 * @returns {Cell}
 */
export function makeCell(column) {
  const text = document.createTextNode("");
  const role = column ? "gridcell" : "rowheader";
  const element = make(column ? "td" : "th", { role, tabindex: "-1", "aria-colindex": String(column + 2), "aria-selected": "false" }, text);
  return { element, text, tone: "", title: "", selected: false };
}

/**
 * @param {Cell} cell
 * @param {Shown} shown
 * @param {boolean} selected
 */
export function drawCell(cell, { text, tone, title, locked }, selected) {
  if (cell.text.data !== text) {
    cell.text.data = text;
  }
  if (cell.tone !== tone) {
    cell.tone = tone;
    cell.element.className = tone;
    cell.element.setAttribute("aria-readonly", String(locked));
  }
  if (cell.title !== title) {
    cell.title = title;
    cell.element.title = title;
  }
  mark(cell, selected);
}

/**
 * @param {Cell} cell
 * @param {boolean} selected
 */
export function mark(cell, selected) {
  if (cell.selected !== selected) {
    cell.selected = selected;
    cell.element.setAttribute("aria-selected", String(selected));
  }
}
