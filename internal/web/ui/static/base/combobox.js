// @ts-check

/** @typedef {{ text: string, note?: string, group?: string }} Option what can be chosen */

/**
 * A text box with a list of options below it that the arrow keys walk through, as in the combobox pattern of ARIA 1.2 with a listbox.
 * The focus stays in the box.
 * @template {Option} T
 */
export class Combobox {
  /** @type {T[]} */
  #options = [];
  #active = -1;
  #box;
  #list;
  #choose;

  /**
   * @param {HTMLInputElement} box
   * @param {HTMLElement} list an empty element for the options, with an id
   * @param {(option: T) => void} choose
   */
  constructor(box, list, choose) {
    this.#box = box;
    this.#list = list;
    this.#choose = choose;
    box.setAttribute("role", "combobox");
    box.setAttribute("aria-autocomplete", "list");
    box.setAttribute("aria-controls", list.id);
    list.setAttribute("role", "listbox");
    box.addEventListener("keydown", (event) => this.#press(event));
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => this.#click(/** @type {Element} */ (event.target)));
    this.close();
  }

  /** Reports whether there are options to choose from. */
  get isOpen() {
    return !this.#list.hidden;
  }

  /**
   * @param {T[]} options
   * @param {number} [active] the one that Enter chooses at once; none unless it is given
   */
  show(options, active = -1) {
    this.#options = options;
    this.#list.replaceChildren(...elements(options, this.#list.id));
    this.#list.hidden = options.length === 0;
    this.#box.setAttribute("aria-expanded", String(this.isOpen));
    this.#activate(active);
  }

  close() {
    this.show([]);
  }

  /** @returns {HTMLElement[]} */
  #elements() {
    return [...this.#list.querySelectorAll('[role="option"]')];
  }

  /** @param {number} index */
  #activate(index) {
    this.#active = index;
    const elements = this.#elements();
    elements.forEach((element, i) => element.setAttribute("aria-selected", String(i === index)));
    elements[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) {
      this.#box.removeAttribute("aria-activedescendant");
    } else {
      this.#box.setAttribute("aria-activedescendant", `${this.#list.id}-${index}`);
    }
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (this.isOpen && !event.isComposing && this.#takes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /**
   * Does what a key does; returns whether it does something.
   * @param {string} key
   */
  #takes(key) {
    const places = this.#options.length + 1; // beside the options there is the box itself, where none is active
    if (key === "ArrowDown" || key === "ArrowUp") {
      this.#activate(((this.#active + 1 + (key === "ArrowDown" ? 1 : -1) + places) % places) - 1);
    } else if (key === "Enter" && this.#active >= 0) {
      this.#choose(this.#options[this.#active]);
    } else if (key === "Escape") {
      this.close();
    } else {
      return false;
    }
    return true;
  }

  /** @param {Element} target */
  #click(target) {
    const option = this.#elements().findIndex((element) => element.contains(target));
    if (option >= 0) {
      this.#choose(this.#options[option]);
    }
  }
}

/**
 * @param {Option[]} options
 * @param {string} id
 */
function elements(options, id) {
  /** @type {HTMLElement[]} */
  const all = [];
  for (const [i, option] of options.entries()) {
    if (option.group && option.group !== options[i - 1]?.group) {
      all.push(makeGroup(option.group));
    }
    const element = makeOption(option, `${id}-${i}`);
    if (option.group) {
      all.at(-1)?.append(element);
    } else {
      all.push(element);
    }
  }
  return all;
}

/** @param {string} name */
function makeGroup(name) {
  const group = document.createElement("div");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", name);
  const title = document.createElement("div");
  title.className = "completion-group";
  title.setAttribute("aria-hidden", "true");
  title.textContent = name;
  group.append(title);
  return group;
}

/**
 * @param {Option} option
 * @param {string} id
 */
function makeOption(option, id) {
  const element = document.createElement("div");
  element.id = id;
  element.setAttribute("role", "option");
  const text = document.createElement("span");
  text.textContent = option.text;
  element.append(text);
  if (option.note) {
    const note = document.createElement("small");
    note.textContent = option.note;
    element.append(" ", note);
  }
  return element;
}
