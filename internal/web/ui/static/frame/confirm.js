// @ts-check

/**
 * Turns disclosures that ask before a deletion into modal dialogs.
 * @param {ParentNode} root
 */
export function enhanceConfirm(root) {
  for (const details of root.querySelectorAll("[data-confirm]")) {
    const dialog = makeDialog(details);
    details.querySelector("summary").addEventListener("click", (/** @type {Event} */ event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
}

/** @param {HTMLDetailsElement} details */
function makeDialog(details) {
  const dialog = document.createElement("dialog");
  const body = details.querySelector(".confirm-body");
  const title = body.querySelector("h2");
  title.id = `${body.querySelector("form").id}-title`;
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(body);
  body.querySelector(".form-end").append(makeCancel(dialog, details.dataset.confirm));
  details.after(dialog);
  return dialog;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string | undefined} label
 */
function makeCancel(dialog, label) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button quiet";
  button.textContent = label || "Cancel";
  button.autofocus = true;
  button.addEventListener("click", () => dialog.close());
  return button;
}
