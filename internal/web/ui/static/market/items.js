// @ts-check

import { copyNumbered } from "../form/numbered.js";

/**
 * Makes the items of a category searchable, and their form longer by a row at a time instead of the blank rows at its end.
 * @param {HTMLElement} items
 */
export function enhanceItems(items) {
  const search = items.querySelector("[data-items-search]");
  search.hidden = false;
  search.querySelector("input").addEventListener("input", () => show(items));
  // Enter in the search would send the form around it.
  search.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter") {
      event.preventDefault();
    }
  });
  const add = items.querySelector("[data-items-add]");
  if (add) {
    items.querySelectorAll("[data-item-spare]").forEach((row) => row.remove());
    items.querySelector("[data-items-plain]").remove();
    add.hidden = false;
    add.addEventListener("click", () => boxOf(addRow(items), "ClassName").focus());
  }
  show(items);
}

/**
 * Returns the rows of the items, in their order.
 * @param {HTMLElement} items
 * @returns {HTMLElement[]}
 */
export function rowsOf(items) {
  return [...items.querySelectorAll("table.items [data-item]")];
}

/**
 * Returns the control of a row for a key of the item.
 * @param {HTMLElement} row
 * @param {string} key
 * @returns {HTMLInputElement}
 */
export function boxOf(row, key) {
  return row.querySelector(`[name$="[${key}]"]`);
}

/**
 * Returns the class name of a row's item.
 * @param {HTMLElement} row
 * @returns {string}
 */
export function classOf(row) {
  return (row.dataset.item || boxOf(row, "ClassName")?.value || "").trim();
}

/**
 * Appends a row for a new item and returns it.
 * @param {HTMLElement} items
 */
export function addRow(items) {
  const table = items.querySelector("table.items");
  const next = Number(table.dataset.next ?? rowsOf(items).length);
  const row = copyNumbered(items.querySelector("template[data-items-row]").content.querySelector("tbody"), next);
  table.dataset.next = next + 1;
  table.append(row);
  return row;
}

/**
 * Shows the items whose class name holds what is searched for.
 * @param {HTMLElement} items
 */
function show(items) {
  const term = items.querySelector("[data-items-search] input").value.trim().toLowerCase();
  const rows = rowsOf(items);
  rows.forEach((row) => (row.hidden = term !== "" && !classOf(row).toLowerCase().includes(term)));
  const shown = rows.filter((row) => !row.hidden).length;
  items.querySelector("[data-items-count]").textContent = term ? `${shown} of ${rows.length}` : "";
}
