// @ts-check

import { dataOf } from "../base/dom.js";
import { enhanceColors } from "./color.js";
import { copyNumbered } from "./numbered.js";

/**
 * Adds, copies, moves and removes rows without asking the server, where the page has all rows of a list.
 * @param {ParentNode} root
 */
export function enhanceRows(root) {
  for (const list of root.querySelectorAll("[data-setting-rows]")) {
    if (list.dataset.settingRows !== "part" && list.querySelector("template")?.content.querySelector("[data-row-do=up]")) {
      setUp(list, list.nextElementSibling);
    }
  }
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} add
 */
function setUp(list, add) {
  let next = list.querySelectorAll(":scope > [data-setting-row]").length;
  add.addEventListener("click", (event) => {
    event.preventDefault();
    const row = fresh(list.querySelector("template"), next++);
    list.append(row);
    row.querySelector("input:not([type=hidden]), select")?.focus();
  });
  list.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-row-do]"));
    const row = /** @type {HTMLElement | null | undefined} */ (button?.closest("[data-setting-row]"));
    if (button && row) {
      event.preventDefault();
      actions[dataOf(button, "rowDo")]?.(row, button, list, () => next++);
    }
  });
}

/** @type {Record<string, (row: HTMLElement, button: HTMLElement, list: HTMLElement, number: () => number) => void>} */
const actions = {
  up(row, button) {
    const before = row.previousElementSibling;
    if (before?.matches("[data-setting-row]")) {
      before.before(row);
    }
    button.focus();
  },
  down(row, button) {
    const behind = row.nextElementSibling;
    if (behind?.matches("[data-setting-row]")) {
      behind.after(row);
    }
    button.focus();
  },
  copy(row, _button, list, number) {
    const copy = fresh(list.querySelector("template"), number());
    const values = boxesOf(row);
    boxesOf(copy).forEach((box, i) => take(box, values[i]));
    row.after(copy);
    copy.querySelector("[data-row-do=copy]").focus();
  },
  remove(row, _button, list) {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (neighbour?.querySelector("[data-row-do=remove]") ?? list.nextElementSibling).focus();
  },
};

/** @param {HTMLElement} row */
const boxesOf = (row) => [...row.querySelectorAll("input, select, textarea")];

/**
 * The copy is of the same element, so that it keeps what the form does not show.
 * @param {any} box
 * @param {any} from
 */
function take(box, from) {
  if (box.tagName === "SELECT" && ![...box.options].some(({ value }) => value === from.value)) {
    box.append(from.selectedOptions[0].cloneNode(true));
  }
  box.value = from.value;
  box.checked = from.checked;
}

/**
 * @param {HTMLTemplateElement} template
 * @param {number} number
 */
function fresh(template, number) {
  const row = copyNumbered(template.content.querySelector("[data-setting-row]"), number);
  enhanceColors(row);
  return row;
}
