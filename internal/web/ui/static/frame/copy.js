// @ts-check

import { dataOf } from "../base/dom.js";

/**
 * Shows the copy buttons; each copies the input or the text that its data-copy names.
 * @param {ParentNode} root
 */
export function enhanceCopy(root) {
  if (!navigator.clipboard) {
    return;
  }
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const source = document.getElementById(dataOf(button, "copy"));
  const label = button.querySelector("[data-copy-label]");
  try {
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    label.textContent = "Copied";
  } catch {
    select(source);
    label.textContent = "Press Ctrl+C";
  }
}

/** @param {any} source */
function select(source) {
  if (source.select) {
    source.select();
  } else {
    getSelection()?.selectAllChildren(source);
  }
}
