// @ts-check

/** @type {WeakMap<HTMLFormElement, string>} what each form held when its page was complete */
const loaded = new WeakMap();
let sending = false;

/** Asks before a page with unsaved changes is left, says that there are some, and saves with Ctrl-S. */
export function guardUnsaved() {
  window.addEventListener("load", () => formsOf(document).forEach((form) => loaded.set(form, contents(form))));
  window.addEventListener("pageshow", () => (sending = false));
  document.addEventListener("submit", (event) => (sending = sending || formsOf(document).includes(/** @type {any} */ (event.target))));
  document.addEventListener("click", (event) => {
    sending = sending || Boolean(/** @type {Element} */ (event.target).closest("[data-leave]"));
  });
  document.addEventListener("input", showState);
  document.addEventListener("click", showState);
  document.addEventListener("keydown", saveWithKey);
  window.addEventListener("beforeunload", (event) => {
    // Browsers refuse to ask on a page that nobody has touched, and complain.
    if (!sending && navigator.userActivation.hasBeenActive && formsOf(document).some(isDirty)) {
      event.preventDefault();
    }
  });
}

/**
 * @param {ParentNode} root
 * @returns {HTMLFormElement[]}
 */
const formsOf = (root) => [...root.querySelectorAll("form[data-unsaved]")];

/** @param {HTMLFormElement} form */
const contents = (form) => new URLSearchParams(/** @type {any} */ (new FormData(form))).toString();

/**
 * Reports whether a form holds what is not stored. One that is shown again with errors does.
 * @param {HTMLFormElement} form
 */
export function isDirty(form) {
  const before = loaded.get(form);
  return form.querySelector(".problems, .conflicts") !== null || (before !== undefined && contents(form) !== before);
}

/** Scripts change forms after the event, such as by adding a row. */
function showState() {
  setTimeout(() => {
    for (const form of formsOf(document)) {
      form.toggleAttribute("data-dirty", isDirty(form));
    }
  });
}

/** @param {KeyboardEvent} event */
function saveWithKey(event) {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) {
    return;
  }
  const forms = formsOf(document);
  const form = forms.find((one) => one.contains(document.activeElement)) ?? forms[0];
  if (form) {
    event.preventDefault();
    form.requestSubmit(form.querySelector(".form-end [type=submit]"));
  }
}
