// @ts-check

import { dataOf } from "../base/dom.js";

/** What the lint has found about a record. @typedef {{text: string, severity: string, url: string}} Mark */

const tones = new Map([
  ["error", "bad"],
  ["warning", "warn"],
]);

/** What was asked for, by its address: a list that follows what is typed shows other rows, whose marks are known. @type {Map<string, Promise<Record<string, Mark>>>} */
const asked = new Map();

/**
 * Adds badges to the rows of tables that name the address of their marks, so that a list does not wait for the lint.
 * @param {ParentNode} root
 */
export function enhanceMarks(root) {
  for (const table of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("table[data-marks]"))) {
    mark(table);
  }
}

/** @param {HTMLElement} table */
async function mark(table) {
  const address = dataOf(table, "marks");
  const answer = asked.get(address) ?? ask(address);
  asked.set(address, answer);
  const marks = await answer;
  for (const row of /** @type {NodeListOf<HTMLTableRowElement>} */ (table.querySelectorAll("tr[data-sid]"))) {
    const found = marks[dataOf(row, "sid")];
    if (found) {
      (row.cells[0].querySelector(".tickable") ?? row.cells[0]).append(badge(found));
    }
  }
}

/**
 * Resolves to the marks by sid; to none where the server does not tell.
 * @param {string} address
 * @returns {Promise<Record<string, Mark>>}
 */
async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data : {};
  } catch {
    return {};
  }
}

/** @param {Mark} found */
export function badge(found) {
  const link = document.createElement("a");
  link.className = `badge mark tone-${tones.get(found.severity) ?? "neutral"}`;
  link.href = found.url;
  link.textContent = found.text;
  return link;
}
