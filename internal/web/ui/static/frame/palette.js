// @ts-check

import { Combobox } from "../base/combobox.js";

// How long the typing rests before the server is asked, in milliseconds.
const rest = 80;

/** @typedef {{ text: string, note: string, group: string, url: string }} Result */

/** Opens the search over everything as a dialog, by its link or by Ctrl-K. */
export function enhancePalette() {
  /** @type {HTMLAnchorElement | null} */
  const link = document.querySelector("[data-palette]");
  if (!link) {
    return;
  }
  /** @type {HTMLDialogElement | undefined} */
  let dialog;
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    dialog ??= makeDialog(link.href);
    if (!dialog.open) {
      dialog.showModal();
      dialog.querySelector("input").select();
    }
  };
  link.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
      open(event);
    }
  });
}

/**
 * @param {string} address of the page of the search
 * @returns {HTMLDialogElement}
 */
function makeDialog(address) {
  const dialog = document.createElement("dialog");
  dialog.className = "palette";
  dialog.setAttribute("aria-label", "Search everything");
  const box = document.createElement("input");
  box.type = "text";
  box.placeholder = "A record, page, setting or action";
  box.setAttribute("aria-label", "Search everything");
  box.autocomplete = "off";
  box.spellcheck = false;
  const list = document.createElement("div");
  list.id = "palette-list";
  list.setAttribute("aria-label", "Found");
  const status = document.createElement("p");
  status.className = "help";
  status.setAttribute("role", "status");
  dialog.append(box, list, status);
  document.body.append(dialog);
  const combobox = new Combobox(box, list, (/** @type {Result} */ chosen) => location.assign(chosen.url));
  follow(address, box, (found) => {
    combobox.show(found, found.length ? 0 : -1);
    status.textContent = box.value.trim() === "" ? help : found.length ? `${found.length} found` : `No results for “${box.value.trim()}”`;
  });
  status.textContent = help;
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && dialog.close(), true); // not only the list of what is found
  // A click beside the dialog closes it: its own content covers it but for the backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return dialog;
}

const help = "Try a class name, “ban 7656…”, “download types.xml”, “new event”, or in a list “halve nominal” and “20 % more lifetime”.";

/**
 * Asks for what is typed, and forgets the answer when something else has been typed meanwhile.
 * @param {string} address
 * @param {HTMLInputElement} box
 * @param {(found: Result[]) => void} show
 */
function follow(address, box, show) {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let request = new AbortController();
  box.addEventListener("input", () => {
    clearTimeout(timer);
    request.abort();
    timer = setTimeout(async () => {
      request = new AbortController();
      const { signal } = request;
      const found = await ask(address, box.value.trim(), signal);
      if (!signal.aborted) {
        show(found);
      }
    }, rest);
  });
}

/**
 * @param {string} address
 * @param {string} q
 * @param {AbortSignal} signal
 * @returns {Promise<Result[]>}
 */
async function ask(address, q, signal) {
  const query = new URLSearchParams({ q, at: location.pathname + location.search });
  try {
    const answer = q ? await fetch(`${address}/results?${query}`, { signal, headers: { Accept: "application/json" } }) : null;
    return answer?.ok ? (await answer.json()).data : [];
  } catch {
    return [];
  }
}
