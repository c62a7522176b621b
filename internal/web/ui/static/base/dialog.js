// @ts-check

import { button, make } from "./dom.js";

/** How many lines a question lists. */
const mostListed = 10;

/**
 * Opens a dialog and resolves when it is closed. fill puts its content in, and may close it.
 * @param {string} title
 * @param {(dialog: HTMLDialogElement, close: () => void) => (string | Node)[]} fill
 * @returns {Promise<void>}
 */
export function openDialog(title, fill) {
  const dialog = make("dialog", { class: "grid-dialog", "aria-labelledby": "grid-dialog-title" });
  const close = () => dialog.close();
  dialog.append(make("h2", { id: "grid-dialog-title" }, title), ...fill(dialog, close));
  document.querySelector("main").append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
  });
}

/** @typedef {{ label: string, value: string, className?: string }} Choice a button, and what choosing it resolves to */

/**
 * Asks a question about some lines. Resolves to what was chosen, or to an empty text where that was cancelled.
 * @param {{ title: string, lead?: string, lines: string[], end?: string, choices: Choice[] }} question
 * @returns {Promise<string>}
 */
export async function choose({ title, lead, lines, end, choices }) {
  let chosen = "";
  await openDialog(title, (_, close) => {
    const list = make("ul", { class: "grid-names" }, ...lines.slice(0, mostListed).map((text) => make("li", {}, text)));
    const more = lines.length > mostListed ? [`And ${(lines.length - mostListed).toLocaleString("en")} more.`] : [];
    const buttons = choices.map(({ label, value, className = "" }) =>
      button(label, className, () => {
        chosen = value;
        close();
      }),
    );
    const says = (/** @type {string | undefined} */ text) => (text ? [make("p", {}, text)] : []);
    return [
      ...says(lead),
      list,
      ...more.flatMap(says),
      ...says(end),
      make("div", { class: "form-end" }, ...buttons, button("Cancel", "quiet", close)),
    ];
  });
  return chosen;
}
