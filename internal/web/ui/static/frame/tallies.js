// @ts-check

import { dataOf } from "../base/dom.js";

// How often a page that somebody looks at asks, in milliseconds.
const often = 1000;

/** Keeps the numbers of problems on a page right, for as long as somebody looks at it and is logged in. */
export function followTallies() {
  const shown = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-tally]")]);
  if (shown.length > 0) {
    const of = new URLSearchParams(shown.map((tally) => ["of", dataOf(tally, "tally")]));
    follow(`/instances/problems?${of}`);
  }
}

/** @param {string} address */
async function follow(address) {
  if (document.hidden || (await refresh(address))) {
    setTimeout(() => follow(address), often);
  }
}

/**
 * Shows the numbers as they are now; resolves to whether to ask again.
 * @param {string} address
 */
async function refresh(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html", "X-Part": "1" } });
    if (!answer.ok || answer.redirected) {
      return answer.status >= 500;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const tally of page.querySelectorAll("[data-tally]")) {
      put(/** @type {HTMLElement} */ (tally));
    }
  } catch {
    // The server may be back the next time.
  }
  return true;
}

/** @param {HTMLElement} tally */
function put(tally) {
  const old = document.querySelector(`[data-tally="${dataOf(tally, "tally")}"]`);
  if (old && !old.isEqualNode(tally)) {
    old.replaceWith(document.adoptNode(tally));
  }
}
