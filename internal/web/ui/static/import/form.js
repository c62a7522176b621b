// @ts-check

import { messageOf } from "../base/dom.js";
import { chosenFiles, droppedFiles, sift } from "./dropped.js";
import { send } from "./upload.js";

/** @typedef {import("./dropped.js").Picked} Picked */
/** @typedef {(root: ParentNode) => void} Enhance */

// How many of the picked files are listed.
const listed = 100;

// What is to be uploaded, by form, once files were dropped or chosen: { file, path } each.
/** @type {WeakMap<HTMLFormElement, Picked[]>} */
const picked = new WeakMap();

/**
 * Makes the import form take dropped files and folders, list what was picked and show the progress of the upload.
 * The answer is a whole page, the content of which takes the place of the present one and is enhanced in turn,
 * or that of a job, which is gone to.
 * @param {ParentNode} root
 * @param {Enhance} enhance
 */
export function enhanceImport(root, enhance) {
  for (const form of root.querySelectorAll("[data-import]")) {
    form.querySelector("[data-drop-hint]").hidden = false;
    form.querySelector("[data-drop-plain]").hidden = true;
    takeDrops(form);
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      upload(form, event.submitter, enhance);
    });
  }
}

/** @param {HTMLFormElement} form */
function takeDrops(form) {
  const zone = form.querySelector("[data-drop]");
  /**
   * @param {DragEvent} event
   * @param {boolean} on
   */
  const over = (event, on) => {
    event.preventDefault();
    zone.classList.toggle("over", on);
  };
  zone.addEventListener("dragover", (/** @type {DragEvent} */ event) => over(event, true));
  zone.addEventListener("dragleave", (/** @type {DragEvent} */ event) => over(event, false));
  zone.addEventListener("drop", async (/** @type {DragEvent} */ event) => {
    over(event, false);
    if (event.dataTransfer) {
      pick(form, await droppedFiles(event.dataTransfer));
    }
  });
  for (const input of form.querySelectorAll("input[type=file]")) {
    input.addEventListener("change", () => pick(form, chosenFiles(input)));
  }
}

/**
 * Takes those of these files that are worth sending in the place of those that were picked before.
 * @param {HTMLFormElement} form
 * @param {Picked[]} all
 */
export function pick(form, all) {
  const { sent: files, left } = sift(all);
  picked.set(form, files);
  const items = files.slice(0, listed).map(({ file, path }) => makeItem(path, tellSize(file.size)));
  if (files.length > listed) {
    items.push(makeItem(`and ${(files.length - listed).toLocaleString("en")} more`, ""));
  }
  left.forEach((paths, why) => items.push(makeLeft(why, paths)));
  form.querySelector("[data-drop-list]").replaceChildren(...items);
}

/**
 * Makes an item for files that are not sent, which names them when it is opened.
 * @param {string} why
 * @param {string[]} paths
 */
function makeLeft(why, paths) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = `${paths.length.toLocaleString("en")} not sent: ${why}`;
  const list = document.createElement("ul");
  list.append(...paths.slice(0, listed).map((path) => makeItem(path, "")));
  if (paths.length > listed) {
    list.append(makeItem(`and ${(paths.length - listed).toLocaleString("en")} more`, ""));
  }
  details.append(summary, list);
  const item = document.createElement("li");
  item.append(details);
  return item;
}

/** @param {...string} texts */
function makeItem(...texts) {
  const item = document.createElement("li");
  item.append(...texts.map(makeSpan));
  return item;
}

/** @param {string} text */
function makeSpan(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

/** @param {number} bytes */
export function tellSize(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024).toLocaleString("en")} KB`;
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {Enhance} enhance
 */
async function upload(form, submitter, enhance) {
  const buttons = form.querySelectorAll("[type=submit]");
  const progress = form.querySelector("[data-drop-progress]");
  const status = form.querySelector("[data-drop-status]");
  const data = dataOf(form, submitter);
  buttons.forEach((button) => (button.disabled = true));
  progress.hidden = false;
  status.textContent = "Uploading …";
  try {
    const answer = await send(form.action, data, (percent) => {
      progress.value = percent;
      status.textContent = percent < 100 ? `Uploading, ${percent} %` : "Reading the files …";
    });
    if (answer.URL === form.action) {
      show(answer, enhance);
    } else {
      location.assign(answer.URL);
    }
  } catch (error) {
    status.textContent = messageOf(error);
  } finally {
    buttons.forEach((button) => (button.disabled = false));
    progress.hidden = true;
  }
}

/**
 * Returns the fields of the form, and behind them the picked files with their paths.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function dataOf(form, submitter) {
  const data = new FormData(form, submitter);
  data.delete("files[]");
  for (const { file, path } of picked.get(form) ?? []) {
    data.append("files[]", file, path);
  }
  return data;
}

/**
 * @param {Document} page
 * @param {Enhance} enhance
 */
function show(page, enhance) {
  const fresh = page.querySelector("main");
  document.querySelector("main").replaceWith(fresh);
  enhance(fresh);
  const outcome = ["#import-report", "#import-error", "h1"].map((selector) => fresh.querySelector(selector)).find(Boolean);
  outcome.setAttribute("tabindex", "-1");
  outcome.focus();
}
