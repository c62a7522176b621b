// @ts-check

import { Combobox } from "../base/combobox.js";
import { make } from "../base/dom.js";
import { namesIn } from "./values.js";

/** @typedef {import("./values.js").Column} Column */

/** How many names are offered at once. */
const most = 12;

/**
 * Offers names that fit what is typed into the editor of a cell, below it. Returns what ends that.
 * @param {HTMLElement} root
 * @param {Column} column
 * @param {HTMLInputElement} editor
 * @returns {() => void}
 */
export function completeNames(root, column, editor) {
  if (!column.names && !column.suggest) {
    return () => {};
  }
  const list = make("div", { class: "completion grid-completion", id: "grid-names", "aria-label": "Names that fit" });
  const { left, bottom, width } = editor.getBoundingClientRect();
  Object.assign(list.style, { left: `${left}px`, top: `${bottom}px`, minWidth: `${width}px` });
  root.append(list);
  const combobox = new Combobox(editor, list, ({ text }) => {
    editor.value = leadOf(column, editor.value) + text;
    combobox.close();
    editor.dispatchEvent(new InputEvent("input"));
    combobox.close();
  });
  editor.addEventListener("input", async () => {
    const typed = editor.value;
    const names = column.names ? fitting(column, typed) : await classNames(column, typed.slice(leadOf(column, typed).length));
    if (editor.value === typed && editor.isConnected && !names.includes(typed.slice(leadOf(column, typed).length))) {
      combobox.show(names.map((text) => ({ text })));
    }
  });
  return () => list.remove();
}

/**
 * Returns what stands before the name that is typed, in a list of names.
 * @param {Column} column
 * @param {string} typed
 */
function leadOf(column, typed) {
  const before = column.kind === "refs" || column.kind === "texts" ? typed.replace(/[^,]*$/, "").trim() : "";
  return before && `${before} `;
}

/**
 * Returns the names that hold what is typed last and are not in the list yet, those that begin with it first.
 * @param {Column} column
 * @param {string} typed
 */
export function fitting(column, typed) {
  const lead = leadOf(column, typed);
  const chosen = lead.toLowerCase().split(/\s*,\s*/);
  const part = typed.slice(lead.length).trim().toLowerCase();
  const names = namesIn(column).list.filter((name) => name.toLowerCase().includes(part) && !chosen.includes(name.toLowerCase()));
  const begins = (/** @type {string} */ name) => Number(name.toLowerCase().startsWith(part));
  return names.sort((a, b) => begins(b) - begins(a)).slice(0, most);
}

/**
 * Resolves to class names that fit; to none where the server does not tell.
 * @param {Column} column
 * @param {string} typed
 * @returns {Promise<string[]>}
 */
async function classNames(column, typed) {
  const address = document.getElementById(column.suggest ?? "")?.dataset.suggest;
  if (!address || typed === "") {
    return [];
  }
  try {
    const answer = await fetch(`${address}?q=${encodeURIComponent(typed)}`, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data.slice(0, most) : [];
  } catch {
    return [];
  }
}
