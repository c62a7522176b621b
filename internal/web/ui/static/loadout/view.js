// @ts-check

import { dataOf } from "../base/dom.js";
import { blanks, lists, titles } from "./kinds.js";
import { copyOf, enterAt, isObject, listIn, ownList, percent, shownAt } from "./tree.js";

/** @typedef {import("./tree.js").Part} Part */
/** @typedef {import("./kinds.js").List} List */

/** Draws the parts of a loadout as controls that change it. A change tells itself by an input event, which bubbles. */
export class View {
  /** @type {Map<string | undefined, HTMLTemplateElement>} */
  #templates = new Map();
  #open = new WeakSet();
  /** @type {Part} */
  #item;
  #ids = 0;

  /**
   * templates are the patterns of the page, item is a new item.
   * @param {NodeListOf<HTMLTemplateElement>} templates
   * @param {Part} item
   */
  constructor(templates, item) {
    templates.forEach((template) => this.#templates.set(template.dataset.template, template));
    this.#item = item;
  }

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  make(name) {
    const made = /** @type {HTMLElement} */ (this.#templates.get(name)?.content.firstElementChild?.cloneNode(true));
    const id = `part-${++this.#ids}`;
    for (const element of made.querySelectorAll("[id], [for], [aria-describedby]")) {
      for (const attribute of ["id", "for", "aria-describedby"].filter((each) => element.hasAttribute(each))) {
        element.setAttribute(attribute, element.getAttribute(attribute).replace("__id__", id));
      }
    }
    return made;
  }

  /**
   * Returns the controls of a part and the lists of what it holds.
   * @param {Part} node
   * @param {string} kind
   */
  body(node, kind) {
    const fields = this.make(kind === "root" || kind === "set" ? "item" : kind);
    const inside = lists[kind].map((list) => this.#list(node, list));
    prune(fields, kind);
    fields.querySelectorAll("[data-key]").forEach((input) => bind(input, node));
    fields.querySelectorAll("[data-lines]").forEach((box) => bindLines(box, node));
    fields.querySelectorAll("[data-percent]").forEach((output) => tellChance(output, fields, node));
    return [fields, ...inside];
  }

  /**
   * @param {Part} owner
   * @param {List} list
   */
  #list(owner, list) {
    const drawn = this.make("list");
    const add = drawn.querySelector("[data-add]");
    drawn.querySelector("[data-list-title]").textContent = list.title;
    drawn.querySelector("[data-list]").setAttribute("aria-label", list.title);
    drawn.querySelector("[data-add-label]").textContent = list.add;
    add.addEventListener("click", () => {
      const node = blanks[list.kind](copyOf(this.#item));
      ownList(owner, list.key).push(node);
      this.#open.add(node);
      this.#changed(drawn, owner, list);
      [...drawn.querySelector("[data-list]").children].at(-1).querySelector("input").focus();
    });
    this.#fill(drawn, owner, list);
    return drawn;
  }

  /**
   * @param {HTMLElement} drawn
   * @param {Part} owner
   * @param {List} list
   */
  #fill(drawn, owner, list) {
    const nodes = listIn(owner, list.key).filter(isObject);
    drawn.querySelector("[data-list]").replaceChildren(...nodes.map((node) => this.#node(drawn, owner, list, node)));
  }

  /**
   * @param {HTMLElement} drawn
   * @param {Part} owner
   * @param {List} list
   */
  #changed(drawn, owner, list) {
    this.#fill(drawn, owner, list);
    drawn.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * @param {HTMLElement} drawn
   * @param {Part} owner
   * @param {List} list
   * @param {Part} node
   */
  #node(drawn, owner, list, node) {
    const part = this.make("node");
    const tell = () => tellTitle(part, titles[list.kind](node));
    tell();
    part.addEventListener("input", tell);
    part.querySelector("[data-toggle]").addEventListener("click", () => this.#toggle(part, node, list.kind));
    for (const tool of part.querySelectorAll("[data-tool]")) {
      tool.addEventListener("click", () => this.#use(tool.dataset.tool, drawn, owner, list, node));
    }
    if (this.#open.has(node)) {
      this.#show(part, node, list.kind);
    }
    return part;
  }

  /**
   * @param {HTMLElement} part
   * @param {Part} node
   * @param {string} kind
   */
  #toggle(part, node, kind) {
    if (this.#open.delete(node)) {
      part.querySelector("[data-body]").hidden = true;
      part.querySelector("[data-toggle]").setAttribute("aria-expanded", "false");
      return;
    }
    this.#open.add(node);
    this.#show(part, node, kind);
  }

  /**
   * Draws the body of a part when it is first seen: a loadout may have hundreds.
   * @param {HTMLElement} part
   * @param {Part} node
   * @param {string} kind
   */
  #show(part, node, kind) {
    const body = part.querySelector("[data-body]");
    if (body.childElementCount === 0) {
      body.append(...this.body(node, kind));
    }
    body.hidden = false;
    part.querySelector("[data-toggle]").setAttribute("aria-expanded", "true");
  }

  /**
   * @param {string} tool
   * @param {HTMLElement} drawn
   * @param {Part} owner
   * @param {List} list
   * @param {Part} node
   */
  #use(tool, drawn, owner, list, node) {
    const all = owner[list.key];
    const at = all.indexOf(node);
    const place = tools[tool](all, at);
    this.#changed(drawn, owner, list);
    const shown = all.slice(0, place).filter(isObject).length;
    const part = drawn.querySelector("[data-list]").children[shown] ?? drawn.querySelector("[data-list]").lastElementChild;
    const focused = part?.querySelector(tool === "remove" ? "[data-toggle]" : `[data-tool=${tool}]`);
    (focused ?? drawn.querySelector("[data-add]")).focus();
  }
}

/**
 * What can be done with the part at an index of a list. Each returns the index that is looked at then.
 * @type {Record<string, (all: unknown[], at: number) => number>}
 */
const tools = {
  up: (all, at) => move(all, at, at - 1),
  down: (all, at) => move(all, at, at + 1),
  copy: (all, at) => {
    all.splice(at + 1, 0, copyOf(all[at]));
    return at + 1;
  },
  remove: (all, at) => {
    all.splice(at, 1);
    return at;
  },
};

/**
 * @param {unknown[]} all
 * @param {number} from
 * @param {number} to
 */
function move(all, from, to) {
  if (to < 0 || to >= all.length) {
    return from;
  }
  all.splice(to, 0, ...all.splice(from, 1));
  return to;
}

/**
 * @param {HTMLElement} part
 * @param {string} title
 */
function tellTitle(part, title) {
  part.querySelector("[data-title]").textContent = title;
  for (const tool of part.querySelector(".loadout-tools").children) {
    tool.title = tool.textContent.trim();
    tool.setAttribute("aria-label", `${tool.title}: ${title}`);
  }
}

/**
 * Takes away what a part of that kind does not have; the name of a set is a label, not a class.
 * @param {HTMLElement} fields
 * @param {string} kind
 */
function prune(fields, kind) {
  for (const field of fields.querySelectorAll("[data-only]")) {
    if (!field.dataset.only.split(" ").includes(kind)) {
      field.remove();
    }
  }
  if (kind === "set") {
    fields.querySelector("[data-class-label]").textContent = "Name of the set";
    fields.querySelector("[data-class]").removeAttribute("list");
  }
}

/**
 * @param {HTMLInputElement} input
 * @param {Part} node
 */
function bind(input, node) {
  input.value = shownAt(node, dataOf(input, "key"));
  input.addEventListener("input", () => {
    if (input.type !== "number") {
      enterAt(node, dataOf(input, "key"), input.value.trim());
    } else if (input.value !== "") {
      enterAt(node, dataOf(input, "key"), Number(input.value));
    }
  });
  // A number that was cleared is as it was.
  input.addEventListener("change", () => {
    input.value = shownAt(node, dataOf(input, "key"));
  });
}

/**
 * @param {HTMLTextAreaElement} box
 * @param {Part} node
 */
function bindLines(box, node) {
  box.value = listIn(node, dataOf(box, "lines")).join("\n");
  box.addEventListener("input", () => {
    node[dataOf(box, "lines")] = box.value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  });
}

/**
 * @param {HTMLOutputElement} output
 * @param {HTMLElement} fields
 * @param {Part} node
 */
function tellChance(output, fields, node) {
  const tell = () => {
    output.textContent = percent(node.Chance);
  };
  tell();
  fields.addEventListener("input", tell);
}
