// @ts-check

import { dataOf } from "../base/dom.js";
import { complete } from "./search-box.js";

// In milliseconds: how long the typing rests before the list is asked for, after how long a letter is the first of others and asks
// at once, and how long a mistake waits to be told.
const rest = 40;
const pause = 400;
const patience = 900;

/** What of a list's address stays when its filter changes. */
const kept = ["sort", "per_page", "columns", "view"];

/**
 * Makes lists follow what is typed into their search box, and completes it.
 * @param {ParentNode} root
 * @param {(root: ParentNode) => void} enhance
 */
export function enhanceFinding(root, enhance) {
  for (const finding of root.querySelectorAll("[data-finding]")) {
    foldFacets(finding);
    const box = finding.querySelector("#filter-search");
    if (box) {
      new LiveList(finding, box, enhance).follow();
      complete(finding.querySelector("[data-completion]"), box);
    }
  }
}

/**
 * Folds the facets on a small screen, and where they were folded before.
 * @param {HTMLElement} finding
 */
function foldFacets(finding) {
  const wide = matchMedia("(min-width: 75rem)").matches;
  /** @param {HTMLDetailsElement} fold */
  const ready = (fold) => {
    fold.open = wide && localStorage.getItem("facets") !== "folded";
    fold.dataset.ready = "";
    fold.addEventListener("toggle", () => wide && localStorage.setItem("facets", fold.open ? "open" : "folded"));
  };
  finding.querySelectorAll("[data-facets-fold]").forEach(ready);
}

/** A list that follows what is typed into its search box. */
class LiveList {
  /** @type {ReturnType<typeof setTimeout> | undefined} of the next question */
  #asking;
  /** @type {ReturnType<typeof setTimeout> | undefined} of a mistake that is to be told */
  #telling;
  #request = new AbortController();
  #typed = Number.NEGATIVE_INFINITY; // when the box was last typed in
  #finding;
  #box;
  #enhance;

  /**
   * @param {HTMLElement} finding
   * @param {HTMLInputElement} box
   * @param {(root: ParentNode) => void} enhance
   */
  constructor(finding, box, enhance) {
    this.#finding = finding;
    this.#box = box;
    this.#enhance = enhance;
    this.rows = finding.querySelector("[data-rows-part]");
  }

  follow() {
    this.#box.addEventListener("input", (event) => {
      this.#stop();
      this.#asking = setTimeout(() => this.#ask(), event.timeStamp - this.#typed > pause ? 0 : rest);
      this.#typed = event.timeStamp;
    });
    // The list does not change, nor its address, under a form that is being sent.
    document.addEventListener("submit", (event) => {
      if (!event.defaultPrevented) {
        this.#stop();
        this.#request.abort();
      }
    });
  }

  #stop() {
    clearTimeout(this.#asking);
    clearTimeout(this.#telling);
  }

  async #ask() {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    const query = queryFor(this.#box.value.trim());
    const found = await fetchPart(dataOf(this.#finding, "rowsAt") + query, signal);
    if (!found || signal.aborted) {
      return;
    }
    const wrong = found.querySelector("[data-wrong]");
    if (wrong.hidden) {
      this.#show(found, query);
      await askFacets(this.#finding, query, signal);
    } else {
      this.#telling = setTimeout(() => tell(this.rows, this.#box, wrong.textContent.trim()), patience);
    }
  }

  /**
   * @param {HTMLElement} found
   * @param {string} query
   */
  #show(found, query) {
    this.rows.replaceChildren(...found.childNodes);
    this.#enhance(this.rows);
    tell(this.rows, this.#box, "");
    history.replaceState(history.state, "", dataOf(this.#finding, "listAt") + query);
    document.querySelectorAll(`.actions a[href*="/grid"]`).forEach((link) => (link.search = query));
    const count = this.rows.querySelector(".found, .many p")?.textContent;
    this.#finding.querySelector("[data-found]").textContent = count ?? "Nothing matches";
  }
}

/**
 * Returns the query of the list with another filter.
 * @param {string} q
 */
function queryFor(q) {
  const now = new URLSearchParams(location.search);
  const query = new URLSearchParams(q ? { q } : {});
  for (const name of kept) {
    const value = now.get(name);
    if (value) {
      query.set(name, value);
    }
  }
  return query.size ? `?${query}` : "";
}

/**
 * @param {HTMLElement} finding
 * @param {string} query
 * @param {AbortSignal} signal
 */
async function askFacets(finding, query, signal) {
  const facets = finding.querySelector("[data-facets-part]");
  const found = facets && (await fetchPart(finding.dataset.facetsAt + query, signal));
  if (found && !signal.aborted) {
    const folded = facets.querySelector("details")?.open === false;
    facets.replaceChildren(...found.childNodes);
    foldFacets(finding);
    if (folded) {
      facets.querySelector("details").open = false;
    }
  }
}

/**
 * Resolves to a part of the page; to null where the server does not answer, for the form still works.
 * @param {string} address
 * @param {AbortSignal} signal
 * @returns {Promise<HTMLElement | null>}
 */
async function fetchPart(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html").body : null;
  } catch {
    return null;
  }
}

/**
 * Says what is wrong with the filter, or that nothing is.
 * @param {HTMLElement} rows
 * @param {HTMLInputElement} box
 * @param {string} text
 */
function tell(rows, box, text) {
  const wrong = rows.querySelector("[data-wrong]");
  wrong.hidden = text === "";
  wrong.setAttribute("role", "alert");
  wrong.querySelector("span").textContent = text;
  if (text) {
    box.setAttribute("aria-invalid", "true");
    box.setAttribute("aria-describedby", "filter-error");
  } else {
    box.removeAttribute("aria-invalid");
    box.removeAttribute("aria-describedby");
  }
}
