// @ts-check

import { dataOf } from "../base/dom.js";

/**
 * Narrows a tree of all files to those whose path has what is typed, and opens the folders that hold them. An empty box folds the
 * tree as it was.
 * @param {ParentNode} root
 */
export function enhanceFiles(root) {
  /** @type {HTMLInputElement | null} */
  const box = root.querySelector("[data-file-search] input[type=search]");
  const tree = root.querySelector("[data-file-tree]");
  if (!box || !tree || tree.querySelector("[data-load]")) {
    return; // where folders are not there yet, the server searches
  }
  const folders = [...tree.querySelectorAll("details")];
  const open = folders.map((folder) => folder.open);
  box.addEventListener("input", () => {
    const term = box.value.trim().toLowerCase();
    narrow(tree, term);
    folders.forEach((folder, i) => (folder.open = term ? true : open[i]));
  });
}

/**
 * @param {Element} tree
 * @param {string} term
 */
export function narrow(tree, term) {
  /** @type {NodeListOf<HTMLElement>} */
  const files = tree.querySelectorAll("[data-file]");
  for (const file of files) {
    file.hidden = !dataOf(file, "file").toLowerCase().includes(term);
  }
  for (const folder of tree.querySelectorAll("details")) {
    folder.parentElement.hidden = !folder.querySelector("[data-file]:not([hidden])");
  }
}
