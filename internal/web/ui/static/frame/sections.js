// @ts-check

// Under which names the browser keeps how the navigation was left.
const placeKey = "sections-place";
const groupKey = "sections-group:";

/**
 * Shows the navigation of an instance as it was left: scrolled to the same place as on the page before, with the same groups open. The
 * current entry is in view in any case.
 * @param {ParentNode} root
 */
export function enhanceSections(root) {
  /** @type {HTMLElement | null} */
  const nav = root.querySelector("[data-sections]");
  if (!nav) {
    return;
  }
  for (const group of nav.querySelectorAll("[data-sections-group]")) {
    keepGroup(group);
  }
  const show = () => {
    nav.scrollTop = Number(sessionStorage.getItem(placeKey) ?? 0);
    bringIntoView(nav, nav.querySelector("[aria-current]"));
  };
  show();
  nav.addEventListener("toggle", show);
  nav.addEventListener("click", () => sessionStorage.setItem(placeKey, String(nav.scrollTop)));
}

/**
 * A group stays as somebody has left it, unless it holds the current entry.
 * @param {HTMLDetailsElement} group
 */
function keepGroup(group) {
  const key = groupKey + group.dataset.sectionsGroup;
  const left = localStorage.getItem(key);
  if (left && !group.querySelector("[aria-current]")) {
    group.open = left === "open";
  }
  group.querySelector("summary").addEventListener("click", () => localStorage.setItem(key, group.open ? "closed" : "open"));
}

/**
 * @param {HTMLElement} nav
 * @param {HTMLElement | null} current
 */
function bringIntoView(nav, current) {
  if (current && (current.offsetTop < nav.scrollTop || current.offsetTop + current.offsetHeight > nav.scrollTop + nav.clientHeight)) {
    nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
  }
}
