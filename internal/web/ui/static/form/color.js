// @ts-check

/**
 * Puts a colour picker in the place of the swatch beside a colour that is written as RRGGBBAA.
 * @param {ParentNode} root
 */
export function enhanceColors(root) {
  for (const field of root.querySelectorAll("[data-color]")) {
    setUp(field.querySelector("input"), field.querySelector("svg"));
  }
}

/**
 * @param {HTMLInputElement} box
 * @param {Element} swatch
 */
function setUp(box, swatch) {
  const picker = document.createElement("input");
  picker.type = "color";
  picker.setAttribute("aria-label", `Pick: ${box.labels?.[0]?.textContent ?? ""}`);
  const show = () => {
    const isColor = /^([0-9a-f]{6}|[0-9a-f]{8})$/i.test(box.value);
    picker.value = isColor ? `#${box.value.slice(0, 6)}` : "#000000";
  };
  picker.addEventListener("input", () => {
    const alpha = /^[0-9a-f]{8}$/i.test(box.value) ? box.value.slice(6) : "FF";
    box.value = picker.value.slice(1).toUpperCase() + alpha;
  });
  box.addEventListener("input", show);
  show();
  swatch.replaceWith(picker);
}
