// @ts-check

import { isTyped } from "../frame/keys.js";

/**
 * Lets the conflicts of an update be decided by keys: 1 takes one's own value, 2 the other, and both go on to the next; n and p only move.
 * After the last one the button that applies has the focus, as after m and t, which take one side for all that is not chosen.
 * @param {ParentNode} root
 */
export function enhanceConflicts(root) {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-conflicts]"))) {
    const help = section.querySelector("[data-conflict-keys]");
    help.hidden = false;
    document.addEventListener("keydown", (event) => {
      if (section.isConnected && isMeant(event, section) && press(section, event.key)) {
        event.preventDefault();
      }
    });
  }
}

/**
 * Reports whether a key is one of these, and not typed into something else.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} section
 */
function isMeant(event, section) {
  const target = /** @type {HTMLElement} */ (event.target);
  const commands = event.ctrlKey || event.metaKey || event.altKey;
  return !event.defaultPrevented && !commands && (section.contains(target) || !isTyped(target)) && !document.querySelector("dialog[open]");
}

const sides = new Map([
  ["1", "mine"],
  ["2", "theirs"],
]);

const sidesOfAll = new Map([
  ["m", "mine"],
  ["t", "theirs"],
]);

/**
 * Does what a key stands for; reports whether that is something.
 * @param {HTMLElement} section
 * @param {string} key
 */
function press(section, key) {
  const all = /** @type {HTMLSelectElement[]} */ ([...section.querySelectorAll("select")]);
  const sideOfAll = sidesOfAll.get(key);
  if (sideOfAll) {
    choose(all[0], sideOfAll);
    apply(section).focus();
    return true;
  }
  const side = sides.get(key);
  if (!side && key !== "n" && key !== "p") {
    return false;
  }
  const held = all.indexOf(/** @type {HTMLSelectElement} */ (document.activeElement));
  const first = all.findIndex((select) => select.closest("[data-conflict]"));
  if (held < 0 && !side) {
    all[first].focus();
    return true;
  }
  const at = held < 0 ? first : held;
  if (side) {
    choose(all[at], side);
  }
  const next = all[key === "p" ? Math.max(at - 1, 0) : at + 1];
  (next ?? apply(section)).focus();
  return true;
}

/**
 * @param {HTMLSelectElement} select
 * @param {string} side
 */
function choose(select, side) {
  select.value = side;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * @param {HTMLElement} section
 * @returns {HTMLButtonElement} what applies the choices
 */
function apply(section) {
  const form = /** @type {HTMLFormElement} */ (section.closest("form"));
  return form.querySelector("button[type=submit]");
}
