// @ts-check

import { dataOf } from "../base/dom.js";
import { send } from "../base/send.js";

// How long typing has to pause before the server is asked, in milliseconds.
const pause = 60;

/**
 * Returns a function that shows what changes would do to the loot economy, soon after it is called. Of several calls the last one counts.
 * @param {HTMLElement} room
 * @param {string} address
 * @param {() => { changed: object[], removed: object[] }} changes
 */
export function asker(room, address, changes) {
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const ask = async () => {
    const number = ++asked;
    const { changed, removed } = changes();
    const answer = changed.length + removed.length > 0 ? await send(address, { changed, removed }) : { data: {}, failure: "" };
    if (number === asked && !answer.failure && room.textContent !== (answer.data.text ?? "")) {
      room.textContent = answer.data.text ?? "";
    }
  };
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, pause);
  };
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
    const ask = asker(room, dataOf(part, "tried"), () => {
      const now = valuesOf(form);
      return { changed: JSON.stringify(now) === before ? [] : [{ row: dataOf(part, "row"), now }], removed: [] };
    });
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
