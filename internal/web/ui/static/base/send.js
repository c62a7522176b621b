// @ts-check

/** @typedef {{ status: number, data: any, failure: string }} Answer of the server: JSON, or the part of a page; failure is a sentence where there is nothing else to say */

/** @type {Record<number, string>} */
const failures = {
  401: "You are logged out. Log in in another tab, then save again: your changes are still here.",
  413: "Too many changes for one save. Save some of them first.",
  419: "You are logged out. Log in in another tab, then save again: your changes are still here.",
  429: "Too many requests. Wait a moment, then try again.",
};

/**
 * Sends JSON. Where the page's token is that of an earlier session, it is sent once more with the present one.
 * @param {string} address
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export async function send(address, body) {
  try {
    const first = await post(address, body);
    return read(first.status === 419 && (await renewToken()) ? await post(address, body) : first);
  } catch {
    return { status: 0, data: {}, failure: "The server cannot be reached. Try again in a moment." };
  }
}

const token = () => document.querySelector("meta[name=csrf-token]");

/**
 * @param {string} address
 * @param {object} body
 */
function post(address, body) {
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-CSRF-TOKEN": token().content };
  return fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Takes over the token that this page has now; resolves to whether there is one. */
async function renewToken() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) {
    return false;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  token().content = page.querySelector("meta[name=csrf-token]").content;
  return true;
}

/**
 * @param {Response} answer
 * @returns {Promise<Answer>}
 */
async function read(answer) {
  const isJSON = answer.headers.get("Content-Type")?.includes("json");
  const data = isJSON ? await answer.json() : answer.ok && !answer.redirected ? { part: await answer.text() } : {};
  const failure = answer.ok ? "" : (failures[answer.status] ?? data.message ?? "This could not be saved. Reload the page and try again.");
  return { status: answer.status, data, failure };
}
