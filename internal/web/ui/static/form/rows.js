// @ts-check

import { copyNumbered } from "./numbered.js";

/**
 * Adds and removes the rows of a list inside a form, instead of the blank rows at its end.
 * @param {ParentNode} root
 */
export function enhanceRows(root) {
  for (const field of root.querySelectorAll("[data-rows]")) {
    setUp(field);
  }
}

/** @param {HTMLElement} field */
function setUp(field) {
  const list = field.querySelector("[data-rows-list]");
  const add = field.querySelector("[data-rows-add]");
  let next = list.children.length;
  for (const row of list.querySelectorAll("[data-row-spare]")) {
    row.remove();
  }
  field.querySelector("[data-rows-plain]").remove();
  for (const row of list.querySelectorAll(":scope > [data-row]")) {
    addRemove(row, add);
  }
  add.hidden = false;
  add.addEventListener("click", () => {
    const row = copyNumbered(field.querySelector("template").content.querySelector("[data-row]"), next++);
    addRemove(row, add);
    list.append(row);
    row.querySelector("input, select").focus();
  });
}

/**
 * @param {HTMLElement} row
 * @param {HTMLElement} add
 */
function addRemove(row, add) {
  const button = row.querySelector("[data-row-remove]");
  button.hidden = false;
  button.addEventListener("click", () => {
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (neighbour?.querySelector("[data-row-remove]") ?? add).focus();
  });
}
