// @ts-check

/**
 * Lets all rows of a list be selected at once, and says how many are.
 * @param {ParentNode} root
 */
export function enhanceMany(root) {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (root.querySelectorAll("#many"))) {
    const [boxes, button] = [boxesOf(form), form.querySelector("[type=submit]")];
    const said = button.textContent;
    const all = document.createElement("input");
    all.type = "checkbox";
    const label = document.createElement("label");
    label.className = "all";
    label.append(all, "Select all here");
    const show = () => {
      const ticked = boxes.filter(({ checked }) => checked).length;
      all.checked = ticked === boxes.length;
      all.indeterminate = ticked > 0 && !all.checked;
      button.textContent = ticked > 0 ? `${said}: ${ticked}` : said;
    };
    all.addEventListener("change", () => {
      boxes.forEach((box) => (box.checked = all.checked));
      show();
    });
    boxes.forEach((box) => box.addEventListener("change", show));
    form.prepend(label);
    show();
  }
}

/** @param {HTMLFormElement} form */
const boxesOf = (form) => [.../** @type {NodeListOf<HTMLInputElement>} */ (form.ownerDocument.querySelectorAll('[form="many"]'))];
