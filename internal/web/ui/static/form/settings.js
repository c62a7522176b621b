// @ts-check

import { dataOf } from "../base/dom.js";
import { enhanceRows } from "./settings-rows.js";

/**
 * Shows the fields that what is searched for finds.
 * @param {HTMLInputElement} search
 */
function filterFields(search) {
  const fields = [...document.querySelectorAll("[data-setting]")].map((element) => ({ element, text: wordsOf(element) }));
  const groups = [...document.querySelectorAll("[data-setting-group], [data-setting-section]")].reverse();
  const found = document.querySelector("[data-setting-found]");
  search.addEventListener("input", () => {
    const typed = search.value.trim().toLowerCase();
    for (const { element, text } of fields) {
      element.hidden = !text.includes(typed);
    }
    const shown = fields.filter(({ element }) => !element.hidden);
    for (const group of groups) {
      group.hidden = typed !== "" && !group.querySelector("[data-setting]:not([hidden])");
    }
    found.textContent = typed === "" ? "" : `${shown.length} of ${fields.length} fields`;
  });
  search.form?.addEventListener("submit", (event) => {
    if (search.defaultValue === "") {
      event.preventDefault(); // all fields are here, with what was entered into them
    }
  });
}

/**
 * What a search looks through: the texts of a field, those of the groups around it, and what is entered.
 * @param {HTMLElement} element
 */
function wordsOf(element) {
  const around = element.closest("[data-setting-group]")?.querySelector("legend")?.textContent ?? "";
  const values = [...element.querySelectorAll("input[type=text], textarea, option:checked")].map((box) => box.value);
  const texts = [...element.querySelectorAll("label, legend, .help, .code, option:checked")].map((part) => part.textContent);
  return [around, ...texts, ...values].join(" ").toLowerCase();
}

/**
 * A reset button fills in the default; the form saves it.
 * @param {HTMLElement} button
 */
function fillDefault(button) {
  const box = document.getElementById(dataOf(button, "reset"));
  const to = dataOf(button, "resetTo");
  if (box.type === "checkbox") {
    box.checked = to === "1";
  } else {
    box.value = to;
  }
  box.dispatchEvent(new Event("input", { bubbles: true }));
  box.focus();
}

/**
 * The editor of settings: everything here works by sending the form too.
 * @param {Document} page
 */
export function enhanceSettings(page) {
  page.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-reset]");
    if (button instanceof HTMLElement && document.getElementById(dataOf(button, "reset"))) {
      event.preventDefault();
      fillDefault(button);
    }
  });
  const search = page.querySelector("[data-setting-search]");
  if (search) {
    filterFields(search);
  }
  enhanceRows(page);
}
