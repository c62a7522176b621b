// @ts-check

/** @typedef {{ key: string, does: string }} Shortcut */

/** @type {Shortcut[]} */
const shortcuts = [
  { key: "Ctrl K", does: "search everything: records, pages, settings and actions" },
  { key: "/", does: "go to the search box of the list" },
  { key: "j, k", does: "next, previous row" },
  { key: "e", does: "edit the row" },
  { key: "x", does: "select the row" },
  { key: "b", does: "change the selected rows, or all that are found" },
  { key: "Alt Page down, Alt Page up", does: "in a form: the next, the previous record of its list" },
  { key: "1, 2, n, p", does: "in the conflicts of an update: yours, theirs, next, previous" },
  { key: "m, t", does: "in the conflicts of an update: all yours, all theirs" },
  { key: "?", does: "show this help" },
];

/** Adds keys for lists and forms, with a dialog that tells them. */
export function enhanceKeys() {
  const button = document.querySelector("[data-keys-button]");
  if (button) {
    button.hidden = false;
    button.addEventListener("click", showHelp);
  }
  document.addEventListener("keydown", press);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) {
    return;
  }
  const action = event.altKey ? placeActions[event.key] : listAction(event);
  if (action?.()) {
    event.preventDefault();
  }
}

/** @type {Record<string, () => boolean>} */
const placeActions = {
  PageDown: () => follow(document.querySelector('.place a[rel="next"]')),
  PageUp: () => follow(document.querySelector('.place a[rel="prev"]')),
};

/**
 * Returns what a key does, if it is not typed into a field.
 * @param {KeyboardEvent} event
 * @returns {(() => boolean) | undefined}
 */
function listAction(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || isTyped(target) || target.closest('[role="grid"]')) {
    return undefined;
  }
  return listActions[event.key];
}

/**
 * Reports whether keys that are pressed at an element are text.
 * @param {Element} element
 */
export function isTyped(element) {
  return element.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');
}

/** @type {Record<string, () => boolean>} */
const listActions = {
  "/": () => focus(document.querySelector("#filter-search")),
  j: () => move(1),
  k: () => move(-1),
  e: () => follow(row()?.querySelector("th a")),
  x: () => click(row()?.querySelector('input[type="checkbox"]')),
  b: () =>
    click(
      document.querySelector('.ledger input[name="sids[]"]:checked')
        ? document.querySelector("#many button")
        : document.querySelector("#many a"),
    ),
  "?": () => showHelp(),
};

/** @returns {HTMLElement | null | undefined} the row that has the focus */
function row() {
  return document.activeElement?.closest(".ledger tbody tr");
}

/** @param {number} by */
function move(by) {
  const rows = [...document.querySelectorAll(".ledger tbody tr")].filter((one) => one.querySelector("th a"));
  const at = rows.indexOf(row());
  const next = at < 0 ? rows[0] : rows[at + by];
  return focus(next?.querySelector("th a"));
}

/** @param {HTMLElement | null | undefined} element */
function focus(element) {
  element?.focus();
  return Boolean(element);
}

/** @param {HTMLElement | null | undefined} element */
function click(element) {
  element?.click();
  return Boolean(element);
}

/** @param {HTMLAnchorElement | null | undefined} link */
function follow(link) {
  return click(link);
}

/** Shows what the keys do. */
function showHelp() {
  /** @type {HTMLDialogElement} */
  const dialog = document.querySelector("dialog.keys") ?? makeHelp();
  dialog.showModal();
  return true;
}

function makeHelp() {
  const dialog = document.createElement("dialog");
  dialog.className = "keys";
  const title = document.createElement("h2");
  title.id = "keys-title";
  title.textContent = "Keys";
  dialog.setAttribute("aria-labelledby", title.id);
  const list = document.createElement("dl");
  for (const { key, does } of shortcuts) {
    const line = document.createElement("div");
    const term = document.createElement("dt");
    const meaning = document.createElement("dd");
    term.textContent = key;
    meaning.textContent = does;
    line.append(term, meaning);
    list.append(line);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, close);
  document.body.append(dialog);
  return dialog;
}
