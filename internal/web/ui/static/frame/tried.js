// @ts-check

import { dataOf } from "../base/dom.js";
import { send } from "../base/send.js";

// How long typing has to pause before the server is asked, in milliseconds.
const pause = 60;

/** @typedef {{ changed: object[], removed: object[], row?: string }} Asked changes that are not saved, and the row that is selected */

/**
 * Returns a function that asks what changes would do to the loot economy, soon after it is called or at once, and has the answer shown. Of
 * several calls the last one counts.
 * @param {string} address
 * @param {() => Asked | null} changes null for nothing to ask
 * @param {(data: any) => void} show
 * @returns {(atOnce?: any) => void}
 */
export function asker(address, changes, show) {
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const ask = async () => {
    const number = ++asked;
    const body = changes();
    const answer = body ? await send(address, body) : { data: {}, failure: "" };
    if (number === asked && !answer.failure) {
      show(answer.data);
    }
  };
  return (atOnce) => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, atOnce === true ? 0 : pause);
  };
}

/**
 * Shows a text, which is read out only where it differs.
 * @param {HTMLElement} room
 * @param {string} [text]
 */
export function tell(room, text = "") {
  if (room.textContent !== text) {
    room.textContent = text;
  }
}

/**
 * Says below a form of a type what its values would do, while they are entered.
 * @param {ParentNode} root
 */
export function enhanceTried(root) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-tried]"))) {
    const form = /** @type {HTMLFormElement} */ (part.querySelector("button").form);
    const room = document.createElement("p");
    room.setAttribute("role", "status");
    part.querySelector("p").after(room);
    const before = JSON.stringify(valuesOf(form));
    const changes = () => {
      const now = valuesOf(form);
      return JSON.stringify(now) === before ? null : { changed: [{ row: dataOf(part, "row"), now }], removed: [] };
    };
    const ask = asker(dataOf(part, "tried"), changes, ({ text }) => tell(room, text));
    form.addEventListener("input", ask);
    form.addEventListener("change", ask);
  }
}

/**
 * Returns the values of a form by their names, those that there may be several of as lists.
 * @param {HTMLFormElement} form
 */
function valuesOf(form) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const [name, value] of new FormData(form)) {
    const key = name.replace("[]", "");
    if (key.startsWith("_")) {
      continue;
    }
    if (key === name) {
      values[key] = value;
    } else {
      values[key] = [...(values[key] ?? []), value].filter(Boolean);
    }
  }
  return values;
}
