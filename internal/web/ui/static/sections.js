// @ts-check

/**
 * Scrolls the navigation of an instance to the current entry, which may lie below its edge.
 * @param {ParentNode} root
 */
export function enhanceSections(root) {
  const nav = root.querySelector("[data-sections]");
  const current = nav?.querySelector("[aria-current]");
  if (!current) {
    return;
  }
  const show = () => {
    nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
  };
  show();
  nav.addEventListener("toggle", show);
}
