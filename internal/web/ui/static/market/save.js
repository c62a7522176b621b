// @ts-check

import { post } from "../base/post.js";
import { refreshHead } from "../frame/head.js";

/**
 * Saves the prices of an item as soon as they are changed.
 * @param {HTMLElement} items
 */
export function enhanceSaving(items) {
  for (const form of items.querySelectorAll("[data-item-form]")) {
    form.querySelector("[type=submit]").hidden = true;
    form.addEventListener("change", () => save(form));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      save(form);
    });
  }
}

// Saves wait for each other: all items are one file, and of two changes at once the server takes one.
let last = Promise.resolve();

/** @param {HTMLFormElement} form */
function save(form) {
  last = last.then(() => saveNow(form));
}

/** @param {HTMLFormElement} form */
async function saveNow(form) {
  if (!form.reportValidity()) {
    return;
  }
  const status = form.querySelector("[data-item-status]");
  status.textContent = "Saving …";
  status.className = "help";
  const problem = await send(form);
  status.textContent = problem || "Saved";
  status.className = problem ? "error" : "help";
  problem || refreshHead();
}

/** @type {Record<string | number, string>} */
const failures = {
  419: "You are logged out. Log in in another tab, then press Enter here again.",
  other: "This could not be saved. Reload the page and try again.",
};

/**
 * Resolves to what went wrong, or to an empty text.
 * @param {HTMLFormElement} form
 * @returns {Promise<string>}
 */
async function send(form) {
  try {
    const answer = await post(form, new FormData(form), "application/json");
    const base = answer.headers.get("Form-Base");
    if (base) {
      form.querySelector("[name=_base]").value = base;
    }
    return answer.ok ? "" : answer.status === 422 ? (await answer.json()).message : (failures[answer.status] ?? failures.other);
  } catch {
    return "The server cannot be reached. Try again in a moment.";
  }
}
