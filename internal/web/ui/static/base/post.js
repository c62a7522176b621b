// @ts-check

/**
 * Posts a form. Where its token is that of an earlier session, the page's forms get the present one and it is sent once more.
 * Resolves to the answer; rejects where the server cannot be reached.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 * @param {string} accept
 */
export async function post(form, data, accept) {
  const send = () =>
    fetch(form.action, { method: "POST", headers: { Accept: accept }, body: new URLSearchParams(/** @type {any} */ (data)) });
  const answer = await send();
  const token = answer.status === 419 && (await presentToken());
  if (!token) {
    return answer;
  }
  document.querySelectorAll("input[name=_token]").forEach((input) => (input.value = token));
  data.set("_token", token);
  return send();
}

/** Returns the token that this page has now; none when the visitor may not see it any more. */
async function presentToken() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) {
    return "";
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("meta[name=csrf-token]").content;
}
