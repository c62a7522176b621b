// @ts-check

import { dataOf } from "../base/dom.js";
import { send } from "../base/send.js";

/**
 * Shows the forms that a passkey answers: when one is sent, the browser asks for a passkey first, or makes one (data-passkey-new), by the
 * challenge at the address in data-passkey.
 * @param {ParentNode} root
 */
export function enhancePasskeys(root) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    return;
  }
  for (const form of root.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      answer(/** @type {HTMLFormElement} */ (form));
    });
  }
}

/** @param {HTMLFormElement} form */
async function answer(form) {
  const failure = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-failure]"));
  failure.hidden = true;
  const challenge = await send(dataOf(form, "passkey"), {});
  try {
    if (challenge.failure) {
      throw new Error(challenge.failure);
    }
    const credential = await ("passkeyNew" in form.dataset ? make(challenge.data) : get(challenge.data));
    /** @type {HTMLInputElement} */ (form.elements.namedItem("answer")).value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    failure.hidden = false;
    failure.textContent = sentence(/** @type {Error} */ (error));
  }
}

/** @param {any} options */
const make = async (options) =>
  /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  );

/** @param {any} options */
const get = async (options) =>
  /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  );

/** @type {Record<string, string>} */
const sentences = {
  InvalidStateError: "This device already has one of your passkeys.",
  NotAllowedError: "No passkey was chosen.",
  SecurityError: "Passkeys of this service don’t work at this address.",
};

/** @param {Error} error */
const sentence = (error) => sentences[error.name] ?? error.message;
