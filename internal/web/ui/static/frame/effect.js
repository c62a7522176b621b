// @ts-check

import { show } from "./loaded.js";

/**
 * Shows what the values of a form would do below it, instead of on a page of its own.
 * @param {ParentNode} root
 */
export function enhanceEffects(root) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-effect]"))) {
    const room = document.createElement("div");
    room.setAttribute("aria-live", "polite");
    part.append(room);
    const button = part.querySelector("button");
    button.addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      const values = /** @type {any} */ (new FormData(button.form));
      ask(room, button.formAction, new URLSearchParams(values));
    });
  }
}

/**
 * Shows what a page says about changes that are not saved.
 * @param {HTMLElement} room
 * @param {string} address
 * @param {URLSearchParams | object} changes of a form, or what becomes JSON
 */
export async function ask(room, address, changes) {
  room.textContent = "Computing …";
  const token = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=csrf-token]")).content;
  const headers = { Accept: "text/html", "X-CSRF-TOKEN": token };
  const sent =
    changes instanceof URLSearchParams
      ? { headers, body: changes }
      : { headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(changes) };
  try {
    const answer = await fetch(address, { method: "POST", ...sent });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    room.replaceChildren();
    if (answer.redirected || !page.querySelector("main [data-part]")) {
      room.textContent = "This could not be computed. Reload the page and try again.";
      return;
    }
    show(room, page);
  } catch {
    room.textContent = "The server cannot be reached. Try again in a moment.";
  }
}
