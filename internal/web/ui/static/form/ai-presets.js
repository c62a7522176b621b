// @ts-check

import { messageOf } from "../base/dom.js";
import { post } from "../base/post.js";

/**
 * Makes the form of a wish show its preview in place, and tell while the answer is awaited.
 * @param {ParentNode} root
 */
export function enhancePresets(root) {
  for (const form of root.querySelectorAll("[data-preset-ask]")) {
    form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      ask(form, event.submitter);
    });
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {any} submitter
 */
async function ask(form, submitter) {
  const data = new FormData(form);
  if (submitter?.name === "prompt") {
    data.set("prompt", submitter.value);
    form.querySelector("#ai-preset-prompt").value = submitter.value;
  }
  const buttons = form.querySelectorAll("[type=submit]");
  const status = form.querySelector("[data-preset-status]");
  buttons.forEach((button) => (button.disabled = true));
  status.textContent = "Working it out …";
  try {
    show(form, await fetchPage(form, data));
  } catch (error) {
    status.textContent = messageOf(error);
  } finally {
    buttons.forEach((button) => (button.disabled = false));
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
async function fetchPage(form, data) {
  let answer;
  try {
    answer = await post(form, data, "text/html");
  } catch {
    throw new Error("The server cannot be reached. Nothing was changed.");
  }
  if (answer.status === 419) {
    throw new Error("You are logged out. Log in in another tab, then try again.");
  }
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * Puts the panel of an answer in the place of the one that asked, and leads to what came out.
 * @param {HTMLFormElement} form
 * @param {Document} page
 */
function show(form, page) {
  const fresh = page.querySelector("[data-preset]");
  if (!fresh) {
    throw new Error(`${page.querySelector("h1")?.textContent ?? "That did not work"}. Reload the page and try again.`);
  }
  form.closest("[data-preset]")?.replaceWith(fresh);
  enhancePresets(fresh);
  (fresh.querySelector("[data-preset-outcome]") ?? fresh.querySelector("[aria-invalid]") ?? fresh.querySelector("textarea")).focus();
}
