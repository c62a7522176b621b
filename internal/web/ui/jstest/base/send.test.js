// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../../static/base/post.js";
import { send } from "../../static/base/send.js";
import { element, fakeDocument, withGlobals } from "../dom.js";

/** @param {number} status @param {object} [data] @param {object} [more] */
const json = (status, data = {}, more = {}) => ({
  status,
  ok: status < 400,
  headers: new Headers({ "Content-Type": "application/json" }),
  json: async () => data,
  text: async () => "",
  ...more,
});

/**
 * Answers with one answer after the other, and returns what was asked. The page has the token "old", and a new one says "new".
 * @param {any} t
 * @param {any[]} answers
 */
function answering(t, answers) {
  const meta = Object.assign(element("meta", { name: "csrf-token" }), { content: "old" });
  const document = fakeDocument();
  document.append(meta, element("input", { name: "_token" }));
  const page = fakeDocument();
  page.append(Object.assign(element("meta", { name: "csrf-token" }), { content: "new" }));
  document.querySelector = (/** @type {string} */ selector) => (selector.startsWith("meta") ? meta : null);
  page.querySelector = () => page.children[0];
  /** @type {any[]} */
  const asked = [];
  withGlobals(t, {
    document,
    location: { href: "/grid" },
    DOMParser: class {
      parseFromString() {
        return page;
      }
    },
    fetch: async (/** @type {string} */ address, /** @type {any} */ options) => {
      asked.push([address, options]);
      const answer = answers.shift();
      if (!answer) {
        throw new TypeError("unreachable");
      }
      return answer;
    },
  });
  return asked;
}

test("an answer comes with its data, or with a sentence where it failed", async (t) => {
  /** @type {[any, string][]} */
  const cases = [
    [json(200), ""],
    [json(401), "You are logged out."],
    [json(413), "Too many changes for one save."],
    [json(429), "Too many requests."],
    [json(422, { message: "Min is above max." }), "Min is above max."],
    [json(500), "This could not be saved."],
    [json(502, {}, { headers: new Headers({ "Content-Type": "text/html" }) }), "This could not be saved."],
    [undefined, "The server cannot be reached."],
  ];
  for (const [answer, failure] of cases) {
    await t.test(`${answer?.status ?? "none"}: ${failure}`, async (/** @type {any} */ t) => {
      answering(t, [answer]);
      const { failure: said } = await send("/save", {});
      assert.ok(failure ? said.startsWith(failure) : said === "", said);
    });
  }
});

test("what the token of an earlier session refuses is sent once more with the present one", async (t) => {
  const asked = answering(t, [json(419), json(200), json(200, { revision: 7 })]);
  const answer = await send("/save", { now: 1 });
  assert.equal(answer.data.revision, 7);
  assert.deepEqual(
    asked.map(([address, { headers }]) => [address, headers["X-CSRF-TOKEN"]]),
    [
      ["/save", "old"],
      ["/grid", undefined],
      ["/save", "new"],
    ],
  );
});

test("who is logged out is told so, and nothing is sent again", async (t) => {
  const asked = answering(t, [json(419), json(200, {}, { redirected: true })]);
  assert.match((await send("/save", {})).failure, /^You are logged out/);
  assert.equal(asked.length, 2);
});

test("a form is posted once more with the present token, which its page gets too", async (t) => {
  const asked = answering(t, [json(419), json(200), json(200)]);
  const data = new FormData();
  data.set("_token", "old");
  await post(/** @type {any} */ ({ action: "/wish" }), data, "text/html");
  assert.deepEqual(
    asked.filter(([address]) => address === "/wish").map(([, { body }]) => String(body)),
    ["_token=old", "_token=new"],
  );
  assert.equal(/** @type {any} */ (document).querySelectorAll("input")[0].value, "new");
});
