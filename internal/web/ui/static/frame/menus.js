// @ts-check

/** Closes menus by Escape, by a click elsewhere, and once something in them is done. */
export function closeMenus() {
  document.addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) {
      if (!menu.contains(/** @type {Node} */ (target)) || /** @type {Element} */ (target).closest("[data-menu] button[type=button]")) {
        menu.open = false;
      }
    }
  });
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && openMenus().find((each) => each.contains(document.activeElement));
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

/** @returns {HTMLDetailsElement[]} */
const openMenus = () => [...document.querySelectorAll("details[data-menu][open]")];
