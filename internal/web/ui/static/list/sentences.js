// @ts-check

/**
 * Adds a chosen change to a change of many records without a round trip to the server, where the page has room for it.
 * @param {ParentNode} root
 */
export function enhanceSentences(root) {
  const list = /** @type {HTMLSelectElement | null} */ (root.querySelector("[data-bulk-add]"));
  const adder = /** @type {HTMLButtonElement | null | undefined} */ (list?.parentElement?.querySelector("button"));
  if (!list || !adder) {
    return;
  }
  adder.addEventListener("click", (/** @type {Event} */ event) => {
    const [name, act] = list.value.split(":");
    const field = /** @type {HTMLElement | null} */ (list.form?.querySelector(`[data-bulk-field="${CSS.escape(name)}"]`));
    const free = [...(field?.querySelectorAll("select") ?? [])].find((select) => select.name.endsWith("[do]") && !select.value);
    if (name && (!field || !free)) {
      return; // the server makes room for one more
    }
    event.preventDefault();
    if (field && free) {
      begin(field, free, act);
      list.value = "";
    } else {
      list.focus();
    }
  });
  list.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      adder.click();
    }
  });
}

/**
 * @param {HTMLElement} field
 * @param {HTMLSelectElement} select
 * @param {string} act what to do
 */
function begin(field, select, act) {
  field.hidden = false;
  select.value = act;
  for (let folded = select.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) {
    folded.open = true;
  }
  select.dispatchEvent(new Event("change", { bubbles: true }));
  const part = /** @type {HTMLElement} */ (select.closest(".bulk-do")?.parentElement);
  const controls = /** @type {HTMLElement[]} */ ([...part.querySelectorAll(":scope > .bulk-find, :scope > .bulk-value")]);
  const shown = controls.find((each) => each.offsetParent !== null);
  (shown?.querySelector("input, select, textarea") ?? select).focus();
}
