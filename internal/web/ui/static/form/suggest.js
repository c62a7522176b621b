// @ts-check

import { dataOf } from "../base/dom.js";

// How long the typing rests before the server is asked, in milliseconds.
const rest = 150;

/**
 * Fills lists of suggestions that name an address while something is typed into a control of theirs. It listens at the
 * document, so that controls which are added later have suggestions too.
 */
export function followSuggestions() {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  document.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    const { list } = target;
    if (list?.dataset.suggest && target.value !== "") {
      clearTimeout(timer);
      timer = setTimeout(() => fill(target, list, target.value), rest);
    }
    const box = /** @type {any} */ (target);
    if (box.dataset.suggestLines) {
      clearTimeout(timer);
      timer = setTimeout(() => offer(box), rest);
    }
  });
  document.addEventListener("focusout", (event) => close(/** @type {any} */ (event.target)));
  document.addEventListener("keydown", choose);
}

/**
 * Returns the word at the start of the line that the caret is in, up to the caret: empty where it is behind that word.
 * @param {{ value: string, selectionStart: number }} box
 */
export function wordAt({ value, selectionStart }) {
  const start = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const typed = value.slice(start, selectionStart);
  return { start, typed: /\s/.test(typed) ? "" : typed };
}

/** @type {WeakMap<HTMLElement, HTMLElement>} the list that is open below a box */
const open = new WeakMap();

/**
 * Shows the names that fit the line of a box in which each line begins with one; browsers suggest nothing there by themselves.
 * @param {HTMLTextAreaElement} box
 */
async function offer(box) {
  const { typed } = wordAt(box);
  const address = document.getElementById(dataOf(box, "suggestLines"))?.dataset.suggest;
  const names = typed.length > 1 && address ? await ask(`${address}?q=${encodeURIComponent(typed)}`) : [];
  close(box);
  if (names.length > 0 && document.activeElement === box && wordAt(box).typed === typed) {
    show(box, names.slice(0, 8));
  }
}

/**
 * @param {HTMLTextAreaElement} box
 * @param {string[]} names
 */
function show(box, names) {
  const list = document.createElement("ul");
  list.className = "suggested";
  list.id = `${box.id}-suggested`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Class names");
  list.append(...names.map((name, i) => makeItem(`${list.id}-${i}`, name)));
  list.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the box keeps the focus
    take(box, /** @type {Element} */ (event.target).closest("li"));
  });
  box.after(list);
  open.set(box, list);
  box.setAttribute("aria-controls", list.id);
}

/**
 * @param {string} id
 * @param {string} name
 */
function makeItem(id, name) {
  const item = document.createElement("li");
  item.id = id;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.textContent = name;
  return item;
}

/** @param {HTMLElement} box */
function close(box) {
  open.get(box)?.remove();
  open.delete(box);
  box.removeAttribute?.("aria-controls");
  box.removeAttribute?.("aria-activedescendant");
}

/**
 * Arrows go through the names, Enter and Tab take the chosen one, Escape closes the list.
 * @param {KeyboardEvent} event
 */
function choose(event) {
  const box = /** @type {HTMLTextAreaElement} */ (event.target);
  const list = open.get(box);
  const chosen = list?.querySelector("[aria-selected=true]");
  if (!list) {
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    mark(
      box,
      list,
      event.key === "ArrowDown"
        ? (chosen?.nextElementSibling ?? list.firstElementChild)
        : (chosen?.previousElementSibling ?? list.lastElementChild),
    );
  } else if (chosen && (event.key === "Enter" || event.key === "Tab")) {
    event.preventDefault();
    take(box, chosen);
  } else if (event.key === "Escape") {
    close(box);
  }
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} list
 * @param {Element} item
 */
function mark(box, list, item) {
  list.querySelectorAll("li").forEach((other) => other.setAttribute("aria-selected", String(other === item)));
  box.setAttribute("aria-activedescendant", item.id);
}

/**
 * @param {HTMLTextAreaElement} box
 * @param {Element | null} item
 */
function take(box, item) {
  if (item) {
    box.setRangeText(item.textContent, wordAt(box).start, box.selectionStart, "end");
    close(box);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/**
 * Fills a list, unless something else has been typed meanwhile.
 * @param {HTMLInputElement} box
 * @param {HTMLElement} list
 * @param {string} typed
 */
async function fill(box, list, typed) {
  const names = await ask(`${list.dataset.suggest}?q=${encodeURIComponent(typed)}`);
  if (box.value === typed) {
    list.replaceChildren(...names.map(makeOption));
  }
}

/**
 * Resolves to what fits; to nothing where the server does not tell, for suggestions are a help that may be missing.
 * @param {string} address
 * @returns {Promise<string[]>}
 */
async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data : [];
  } catch {
    return [];
  }
}

/** @param {string} value */
function makeOption(value) {
  const option = document.createElement("option");
  option.value = value;
  return option;
}
