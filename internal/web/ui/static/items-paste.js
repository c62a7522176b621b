// @ts-check

import { addRow, boxOf, classOf, previewRow, rowsOf } from "./items.js";

/** @typedef {{ name: string, cells: string[], row: HTMLElement | undefined, problem: string }} Entry a pasted line: what it changes, or what is wrong */

// What the columns of a spreadsheet are.
const columns = [
  "ClassName",
  "MinPriceThreshold",
  "MaxPriceThreshold",
  "SellPricePercent",
  "MinStockThreshold",
  "MaxStockThreshold",
  "QuantityPercent",
];

/**
 * Takes rows of a spreadsheet over into the items, with a preview, and saves the category as one change.
 * @param {HTMLElement} items
 */
export function enhancePasting(items) {
  const dialog = document.querySelector("[data-paste]");
  const open = items.querySelector("[data-items-paste]");
  if (!open) {
    return;
  }
  const text = dialog.querySelector("textarea");
  const preview = () => show(dialog, plan(items, text.value));
  open.addEventListener("click", () => {
    preview();
    dialog.showModal();
  });
  text.addEventListener("input", preview);
  dialog.querySelector("[data-dialog-close]").addEventListener("click", () => dialog.close());
  dialog.querySelector("[data-dialog-apply]").addEventListener("click", () => {
    plan(items, text.value)
      .filter((entry) => !entry.problem)
      .forEach((entry) => apply(items, entry));
    dialog.close();
    items.closest("form").requestSubmit();
  });
}

/**
 * Returns what each pasted line does: to which row, with which values, or what is wrong with it.
 * @param {HTMLElement} items
 * @param {string} text
 */
function plan(items, text) {
  const known = new Map();
  for (const row of rowsOf(items)) {
    const name = classOf(row).toLowerCase();
    known.set(name, known.get(name) ?? row);
  }
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const entries = lines.map((line) => readLine(line, known));
  const names = entries.map(({ name }) => name.toLowerCase());
  return entries.map((entry, i) => (names.indexOf(names[i]) < i ? { ...entry, problem: "listed more than once" } : entry));
}

/**
 * @param {string} line
 * @param {Map<string, HTMLElement>} known
 * @returns {Entry}
 */
export function readLine(line, known) {
  const cells = line.split(line.includes("\t") ? "\t" : ";").map((cell) => cell.trim());
  const row = known.get(cells[0].toLowerCase());
  return { name: cells[0], cells, row, problem: problemOf(cells, row) };
}

/**
 * @param {string[]} cells
 * @param {HTMLElement | undefined} row
 */
function problemOf(cells, row) {
  if (!cells[0]) {
    return "no class name";
  }
  if (!row && (!cells[1] || !cells[2])) {
    return "a new item needs both prices";
  }
  const wrong = cells.slice(1, columns.length).find((cell) => cell && !/^-?\d+(\.\d+)?$/.test(cell));
  return wrong ? `“${wrong}” is not a number` : "";
}

/**
 * @param {HTMLElement} items
 * @param {Entry} entry
 */
function apply(items, { name, cells, row }) {
  const target = row ?? addRow(items);
  if (!row) {
    boxOf(target, "ClassName").value = name;
  }
  for (let i = 1; i < columns.length; i++) {
    if (cells[i]) {
      boxOf(target, columns[i]).value = cells[i];
    }
  }
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Entry[]} entries
 */
function show(dialog, entries) {
  const good = entries.filter((entry) => !entry.problem);
  dialog.querySelector("tbody").replaceChildren(...entries.map(previewOf));
  const counts = [`${good.filter(({ row }) => !row).length} new`, `${good.filter(({ row }) => row).length} existing`];
  if (good.length < entries.length) {
    counts.push(`${entries.length - good.length} left out`);
  }
  dialog.querySelector("[data-dialog-count]").textContent = entries.length ? counts.join(", ") : "";
  dialog.querySelector("[data-dialog-apply]").disabled = good.length === 0;
}

/** @param {Entry} entry */
function previewOf({ name, cells, row, problem }) {
  if (problem) {
    return previewRow([name || "–", `left out: ${problem}`, "", "", ""]);
  }
  const prices = columns.slice(1, 3).map((key, i) => {
    const old = row ? boxOf(row, key).value : "";
    return { old, now: cells[i + 1] || old };
  });
  const more = columns.slice(3).filter((key, i) => cells[i + 3] && cells[i + 3] !== (row ? boxOf(row, key).value : ""));
  return previewRow([name, row ? "existing" : "new", ...prices, more.length ? `and ${more.length} more` : ""]);
}
