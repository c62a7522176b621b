// @ts-check

import { Combobox } from "../base/combobox.js";
import { dataOf } from "../base/dom.js";
import { suggest } from "./completion.js";

/** @typedef {import("./completion.js").Field} Field */

/**
 * Completes fields and values; what they are is asked for when the box is first used.
 * @param {HTMLElement} search
 * @param {HTMLInputElement} box
 */
export function complete(search, box) {
  const list = document.createElement("div");
  list.id = "filter-completion";
  list.className = "completion";
  list.setAttribute("aria-label", "Terms that fit");
  search.append(list);
  box.type = "text"; // a search box is no combobox
  /** @type {Promise<Field[]> | undefined} */
  let fields;
  const offered = async () => {
    fields ??= fetchFields(dataOf(search, "completion"));
    const caret = box.selectionStart ?? box.value.length;
    return suggest(await fields, box.value, caret);
  };
  const combobox = new Combobox(box, list, (/** @type {import("./completion.js").Suggestion} */ chosen) => {
    const tail = box.value.slice(chosen.to);
    const text = chosen.text + (chosen.more || tail.startsWith(" ") ? "" : " ");
    box.setRangeText(text, chosen.from, chosen.to, "end");
    combobox.close();
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  box.addEventListener("input", async () => {
    const typed = box.value;
    const suggestions = /\S$/.test(typed.slice(0, box.selectionStart ?? typed.length)) ? await offered() : [];
    if (box.value === typed && document.activeElement === box) {
      combobox.show(suggestions);
    }
  });
  box.addEventListener("keydown", async (event) => {
    if (event.key === "ArrowDown" && !combobox.isOpen) {
      event.preventDefault();
      combobox.show(await offered());
    }
  });
  box.addEventListener("blur", () => combobox.close());
}

/**
 * @param {string} address
 * @returns {Promise<Field[]>}
 */
async function fetchFields(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data : [];
  } catch {
    return [];
  }
}
