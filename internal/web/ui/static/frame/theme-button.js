// @ts-check

const order = ["system", "light", "dark"];

/**
 * Shows the theme button and lets it go through system, light and dark, remembered in this browser.
 * @param {ParentNode} root
 */
export function enhanceThemeButton(root) {
  const button = root.querySelector("[data-theme-button]");
  if (!button) {
    return;
  }
  const name = button.querySelector("[data-theme-name]");
  name.textContent = document.documentElement.dataset.theme ?? "system";
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = order[(order.indexOf(name.textContent) + 1) % order.length];
    name.textContent = next;
    apply(next);
  });
}

/** @param {string} theme */
function apply(theme) {
  if (theme === "system") {
    localStorage.removeItem("theme");
    delete document.documentElement.dataset.theme;
    return;
  }
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
}
