// @ts-check

import { makeCombobox } from "../base/combobox.js";
import { dataOf } from "../base/dom.js";
import { suggest } from "./completion.js";

// In milliseconds: how long the typing rests before the list is asked for, after how long a letter is the first of others and asks
// at once, and how long a mistake waits to be told.
const rest = 40;
const pause = 400;
const patience = 900;

/** What of a list's address stays when its filter changes. */
const kept = ["sort", "per_page", "columns", "view"];

/** @typedef {import("./completion.js").Field} Field */

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
      follow(finding, box, enhance);
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

/**
 * @param {HTMLElement} finding
 * @param {HTMLInputElement} box
 * @param {(root: ParentNode) => void} enhance
 */
function follow(finding, box, enhance) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @type {ReturnType<typeof setTimeout>} */
  let telling;
  let request = new AbortController();
  const rows = finding.querySelector("[data-rows-part]");
  const ask = async () => {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const query = queryFor(box.value.trim());
    const found = await fetchPart(finding.dataset.rowsAt + query, signal);
    if (!found || signal.aborted) {
      return;
    }
    const wrong = found.querySelector("[data-wrong]");
    if (!wrong.hidden) {
      telling = setTimeout(() => tell(rows, box, wrong.textContent.trim()), patience);
      return;
    }
    rows.replaceChildren(...found.childNodes);
    enhance(rows);
    tell(rows, box, "");
    history.replaceState(history.state, "", finding.dataset.listAt + query);
    document.querySelectorAll(`.actions a[href*="/grid"]`).forEach((link) => (link.search = query));
    finding.querySelector("[data-found]").textContent = rows.querySelector(".found, .many p")?.textContent ?? "Nothing matches";
    await askFacets(finding, query, signal);
  };
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(telling);
  };
  let typed = Number.NEGATIVE_INFINITY; // when the box was last typed in
  box.addEventListener("input", (event) => {
    stop();
    timer = setTimeout(ask, event.timeStamp - typed > pause ? 0 : rest);
    typed = event.timeStamp;
  });
  // The list does not change, nor its address, under a form that is being sent.
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) {
      stop();
      request.abort();
    }
  });
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
  const combobox = makeCombobox(box, list, (/** @type {import("./completion.js").Suggestion} */ chosen) => {
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
    if (event.key === "ArrowDown" && !combobox.open()) {
      event.preventDefault();
      combobox.show(await offered());
    }
  });
  box.addEventListener("blur", combobox.close);
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
