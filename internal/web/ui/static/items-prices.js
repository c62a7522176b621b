// @ts-check

import { boxOf, classOf, previewRow, rowsOf } from "./items.js";

/** @typedef {{ row: HTMLElement, prices: { old: string, now: string }[] }} Change a row with its prices before and after */

const keys = ["MinPriceThreshold", "MaxPriceThreshold"];
const highest = 2147483647;

/**
 * Changes many prices at once, with a preview, and saves the category as one change.
 * @param {HTMLElement} items
 */
export function enhancePrices(items) {
  const dialog = document.querySelector("[data-prices]");
  const open = items.querySelector("[data-items-prices]");
  if (!open) {
    return;
  }
  const preview = () => show(dialog, changesOf(items, dialog));
  open.addEventListener("click", () => {
    const chosen = rowsOf(items).some(isChosen);
    const searched = rowsOf(items).some((row) => row.hidden);
    dialog.querySelector("[data-prices-which]").value = chosen ? "chosen" : searched ? "shown" : "all";
    preview();
    dialog.showModal();
  });
  dialog.addEventListener("input", preview);
  dialog.querySelector("[data-dialog-close]").addEventListener("click", () => dialog.close());
  dialog.querySelector("[data-dialog-apply]").addEventListener("click", () => {
    for (const { row, prices } of changesOf(items, dialog)) {
      keys.forEach((key, i) => (boxOf(row, key).value = prices[i].now));
    }
    dialog.close();
    items.closest("form").requestSubmit();
  });
}

/** @param {HTMLElement} row */
const isChosen = (row) => row.querySelector("[data-item-choose]").checked;

/**
 * Returns the rows whose prices change, with their prices.
 * @param {HTMLElement} items
 * @param {HTMLDialogElement} dialog
 * @returns {Change[]}
 */
function changesOf(items, dialog) {
  const which = dialog.querySelector("[data-prices-which]").value;
  const change = changeOf(dialog);
  const rows = rowsOf(items).filter((row) => which === "all" || (which === "shown" ? !row.hidden : isChosen(row)));
  return rows
    .map((row) => ({ row, prices: keys.map((key) => priceOf(boxOf(row, key).value, change)) }))
    .filter(({ prices }) => prices.some(({ old, now }) => old !== now));
}

/**
 * Returns the function that makes a new price of an old one.
 * @param {HTMLDialogElement} dialog
 * @returns {(price: number) => number}
 */
function changeOf(dialog) {
  const value = (/** @type {string} */ name) => Number(dialog.querySelector(`[data-prices-${name}]`).value);
  const [by, step] = [value("by"), value("step")];
  const percent = dialog.querySelector("[data-prices-how]").value === "percent";
  return (price) => newPrice(price, { by, step, percent });
}

/**
 * Returns a price raised by an amount or a percentage, as a multiple of step that the game can hold.
 * @param {number} price
 * @param {{ by: number, step: number, percent: boolean }} change
 */
export function newPrice(price, { by, step, percent }) {
  const next = percent ? (price * (100 + by)) / 100 : price + by;
  return Math.min(Math.max(Math.round(next / step) * step, 0), highest);
}

/**
 * Returns a price before and after; what is no number stays.
 * @param {string} text
 * @param {(price: number) => number} change
 */
export function priceOf(text, change) {
  const old = text.trim();
  return { old, now: /^\d+$/.test(old) ? String(change(Number(old))) : old };
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Change[]} changes
 */
function show(dialog, changes) {
  const rows = changes.map(({ row, prices }) => previewRow([classOf(row), ...prices]));
  dialog.querySelector("tbody").replaceChildren(...rows);
  dialog.querySelector("[data-dialog-count]").textContent = rows.length === 1 ? "1 item changes" : `${rows.length} items change`;
  dialog.querySelector("[data-dialog-apply]").disabled = rows.length === 0;
}
