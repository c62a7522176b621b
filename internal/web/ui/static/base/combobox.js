// @ts-check

/** @typedef {{ text: string, note?: string, group?: string }} Option what can be chosen */

/**
 * Makes a combobox of a text box: a list of options below it that the arrow keys walk through, as in the ARIA 1.2 pattern with
 * a listbox. The focus stays in the box.
 * @template {Option} T
 * @param {HTMLInputElement} box
 * @param {HTMLElement} list an empty element for the options, with an id
 * @param {(option: T) => void} choose
 * @returns {{ show: (options: T[], active?: number) => void, close: () => void, open: () => boolean }}
 */
export function makeCombobox(box, list, choose) {
  /** @type {T[]} */
  let options = [];
  let active = -1;
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  list.setAttribute("role", "listbox");

  /**
   * @param {T[]} shown
   * @param {number} [first] the one that Enter chooses at once; none unless it is given
   */
  const show = (shown, first = -1) => {
    options = shown;
    list.replaceChildren(...elements(shown, list.id));
    list.hidden = shown.length === 0;
    box.setAttribute("aria-expanded", String(!list.hidden));
    activate(first);
  };
  /** @param {number} index */
  const activate = (index) => {
    active = index;
    for (const [i, element] of [...list.querySelectorAll('[role="option"]')].entries()) {
      element.setAttribute("aria-selected", String(i === index));
      if (i === index) {
        element.scrollIntoView({ block: "nearest" });
      }
    }
    if (index < 0) {
      box.removeAttribute("aria-activedescendant");
    } else {
      box.setAttribute("aria-activedescendant", `${list.id}-${index}`);
    }
  };
  const close = () => show([]);
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (list.hidden || event.isComposing) {
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      // Beside the options there is the box itself, where none is active.
      activate(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === "Enter" && active >= 0) {
      choose(options[active]);
    } else if (event.key === "Escape") {
      close();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  box.addEventListener("keydown", press);
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = /** @type {HTMLElement} */ (event.target).closest('[role="option"]');
    if (option) {
      choose(options[[...list.querySelectorAll('[role="option"]')].indexOf(option)]);
    }
  });
  close();
  return { show, close, open: () => !list.hidden };
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
