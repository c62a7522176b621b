// @ts-check

/**
 * Makes an element with attributes, of which an empty text is set and undefined is not, and with what it holds.
 * @param {string} name
 * @param {Record<string, string | undefined>} [attributes]
 * @param {(string | Node)[]} content
 * @returns {any}
 */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...content);
  return element;
}

/**
 * Makes a button that does something.
 * @param {string} label
 * @param {string} className
 * @param {() => void} action
 * @returns {HTMLButtonElement}
 */
export function button(label, className, action) {
  const made = make("button", { type: "button", class: `button ${className}` }, label);
  made.addEventListener("click", action);
  return made;
}

/**
 * Makes a table of texts.
 * @param {string[]} heads
 * @param {string[][]} lines
 */
export function tableOf(heads, lines) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const rows = lines.map((line) => make("tr", {}, ...line.map((text, i) => make("td", { "data-label": heads[i] }, text || "–"))));
  return make("table", { class: "ledger cards" }, make("thead", {}, head), make("tbody", {}, ...rows));
}

/**
 * Returns a number with its noun: "1 cell", "38 cells".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export function plural(n, one, many = `${one}s`) {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/**
 * Returns a data attribute of an element: empty where the template gives it none.
 * @param {HTMLElement} element
 * @param {string} name
 */
export function dataOf(element, name) {
  return element.dataset[name] ?? "";
}

/**
 * Returns what something that was caught says.
 * @param {unknown} caught
 */
export function messageOf(caught) {
  return caught instanceof Error ? caught.message : String(caught);
}
