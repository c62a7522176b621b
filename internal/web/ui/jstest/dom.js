// @ts-check

/** An element for tests without a browser: attributes, children, events, and selectors of a name, classes, an id and attributes. */
export class FakeElement extends EventTarget {
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {any[]} */
  children = [];
  /** @type {FakeElement | null} */
  parent = null;
  hidden = false;
  value = "";
  text = "";

  /** @param {string} localName */
  constructor(localName) {
    super();
    this.localName = localName;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get id() {
    return this.getAttribute("id") ?? "";
  }

  set id(value) {
    this.setAttribute("id", value);
  }

  get className() {
    return this.getAttribute("class") ?? "";
  }

  set className(value) {
    this.setAttribute("class", value);
  }

  /** @type {Record<string, string | undefined>} */
  get dataset() {
    return new Proxy(
      {},
      { get: (_, name) => this.attributes.get(`data-${String(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`) },
    );
  }

  get textContent() {
    return this.text + this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text) {
    this.children = [];
    this.text = text;
  }

  /** @param {any[]} content */
  append(...content) {
    content.filter((child) => child instanceof FakeElement).forEach((child) => (child.parent = this));
    this.children.push(...content);
  }

  /** @param {any[]} content */
  replaceChildren(...content) {
    this.textContent = "";
    this.append(...content);
  }

  scrollIntoView() {}

  /** @param {FakeElement} other */
  contains(other) {
    /** @type {FakeElement | null} */
    let each = other;
    while (each && each !== this) {
      each = each.parent;
    }
    return each !== null;
  }

  /** @param {string} selector */
  matches(selector) {
    return selector.split(", ").some((one) =>
      (one.match(/\[[^\]]+\]|[.#]?[\w-]+/g) ?? []).every((part) => {
        const [, name, value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part) ?? [];
        if (name) {
          return value === undefined ? this.attributes.has(name) : this.getAttribute(name) === value;
        }
        return part.startsWith(".")
          ? this.className.split(" ").includes(part.slice(1))
          : part.startsWith("#")
            ? this.id === part.slice(1)
            : this.localName === part;
      }),
    );
  }

  /** @param {string} selector @returns {FakeElement[]} */
  querySelectorAll(selector) {
    const elements = this.children.filter((child) => child instanceof FakeElement);
    return elements.flatMap((child) => [...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

/**
 * Makes an element with attributes and what it holds.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {any[]} content
 * @returns {any}
 */
export function element(name, attributes = {}, ...content) {
  const made = new FakeElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...content);
  return made;
}

/**
 * Puts values in the place of global ones until the test ends.
 * @param {{ after: (end: () => void) => void }} t
 * @param {Record<string, any>} values
 */
export function withGlobals(t, values) {
  const all = /** @type {any} */ (globalThis);
  for (const [name, value] of Object.entries(values)) {
    const before = Object.getOwnPropertyDescriptor(all, name);
    Object.defineProperty(all, name, { value, configurable: true, writable: true });
    t.after(() => (before ? Object.defineProperty(all, name, before) : delete all[name]));
  }
}

/** A document that makes elements of these. */
export const fakeDocument = () => Object.assign(element("document"), { createElement: (/** @type {string} */ name) => element(name) });

/**
 * Presses a key on an element; returns whether something has taken it.
 * @param {EventTarget} target
 * @param {string} key
 * @param {object} [more]
 */
export function press(target, key, more = {}) {
  const event = Object.assign(new Event("keydown", { cancelable: true, bubbles: true }), { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more });
  return !target.dispatchEvent(event);
}
