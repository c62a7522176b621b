// @ts-check

import { dataOf, messageOf } from "../base/dom.js";
import { isObject, parse, write } from "./tree.js";
import { View } from "./view.js";

/** @typedef {import("./tree.js").Part} Part */

/**
 * Puts controls in the place of the box with the JSON of a loadout. What they change is written into the box; as long as
 * nothing is changed, the box holds the text of the file. The box is shown where its text has errors, and on demand.
 */
export class Builder {
  #box;
  #view;
  #frame;
  #root;

  /** @param {HTMLElement} page */
  constructor(page) {
    this.#box = document.getElementById(dataOf(page, "loadout"));
    this.#view = new View(page.querySelectorAll("[data-template]"), parse(dataOf(page, "loadoutItem")));
    this.#frame = this.#view.make("builder");
    this.#root = this.#frame.querySelector("[data-root]");
    this.#box.after(this.#frame);
    this.#frame.querySelector("[data-mode]").addEventListener("click", () => this.#turnTo(!this.#box.hidden));
    this.#frame.querySelector("[data-open-all]").addEventListener("click", () => clickAll(this.#root, "false"));
    this.#frame.querySelector("[data-close-all]").addEventListener("click", () => clickAll(this.#root, "true"));
    this.#turnTo(!this.#box.closest(".wrong"));
  }

  /**
   * Shows the loadout in parts, unless its text is none, or as text.
   * @param {boolean} parts
   */
  #turnTo(parts) {
    const status = this.#frame.querySelector("[data-status]");
    const loadout = parts ? read(this.#box.value) : {};
    status.textContent = loadout.error ?? "";
    this.#arrange(parts && !loadout.error);
    this.#root.replaceChildren();
    if (loadout.root) {
      this.#draw(loadout.root);
    }
  }

  /** @param {Part} root */
  #draw(root) {
    const drawn = document.createElement("div");
    drawn.append(...this.#view.body(root, "root"));
    drawn.addEventListener("input", () => {
      this.#box.value = write(root);
    });
    this.#root.append(drawn);
  }

  /** @param {boolean} inParts */
  #arrange(inParts) {
    this.#box.hidden = inParts;
    this.#frame.querySelectorAll("[data-open-all], [data-close-all]").forEach((button) => (button.hidden = !inParts));
    this.#frame.querySelector("[data-mode]").textContent = inParts ? "Edit as JSON" : "Edit in parts";
  }
}

/**
 * Returns the root of the loadout in a text, or an error in words.
 * @param {string} text
 * @returns {{ root?: Part, error?: string }}
 */
function read(text) {
  try {
    const root = parse(text);
    return isObject(root) ? { root } : { error: "The text is not a JSON object." };
  } catch (error) {
    return { error: `The text is not valid JSON: ${messageOf(error)}` };
  }
}

/**
 * Clicks on all toggles in a state, and on those that come to light with them.
 * @param {ParentNode} root
 * @param {string} expanded
 */
function clickAll(root, expanded) {
  for (;;) {
    const toggles = [...root.querySelectorAll(`[data-toggle][aria-expanded=${expanded}]`)];
    if (toggles.length === 0) {
      return;
    }
    toggles.forEach((toggle) => toggle.click());
  }
}
