// @ts-check

const numbered = ["id", "name", "for", "aria-describedby", "data-duration"];

/**
 * Returns a copy of a pattern of the page, with a number in the place of its mark.
 * @param {HTMLElement} pattern
 * @param {number} number
 */
export function copyNumbered(pattern, number) {
  const copy = /** @type {HTMLElement} */ (pattern.cloneNode(true));
  for (const element of copy.querySelectorAll(numbered.map((name) => `[${name}]`).join())) {
    for (const name of numbered.filter((each) => element.hasAttribute(each))) {
      element.setAttribute(name, element.getAttribute(name).replaceAll("__index__", String(number)));
    }
  }
  return copy;
}
