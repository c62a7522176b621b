// Signs in, makes the sample server, and has Lighthouse look at every page that its menu leads to, and at those for visitors.

import { execFile } from "node:child_process";
import { promisify } from "node:util";

const [base, email, password, most] = process.argv.slice(2);
const cookies = new Map();

/** Asks for a page with the cookies of the session; redirects are answers. */
async function ask(path, form) {
  const answer = await fetch(base + path, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
    headers: { Cookie: cookieText(), Accept: "text/html" },
    redirect: "manual",
  });
  for (const cookie of answer.headers.getSetCookie()) {
    const [name, ...value] = cookie.split(";")[0].split("=");
    cookies.set(name, value.join("="));
  }
  return { text: await answer.text(), location: answer.headers.get("Location") ?? "" };
}

const cookieText = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const tokenIn = (text) => text.match(/csrf-token" content="([^"]+)"/)[1];

/** Returns the scores of a page by the names of Lighthouse's categories, and what has failed. */
async function scoresOf(path, signedIn) {
  const headers = signedIn ? [`--extra-headers=${JSON.stringify({ Cookie: cookieText() })}`] : [];
  const { stdout } = await promisify(execFile)(
    "npx",
    ["--yes", "lighthouse@13.5.0", base + path, "--quiet", "--output=json", "--preset=desktop",
      "--only-categories=accessibility,best-practices,performance", "--chrome-flags=--headless --no-sandbox", ...headers],
    { maxBuffer: 64 << 20 },
  );
  const { categories, audits } = JSON.parse(stdout);
  const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * score)]));
  const failed = ["accessibility", "best-practices"].flatMap((name) =>
    categories[name].auditRefs.filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1).map(({ id }) => id),
  );
  return { scores, failed };
}

const login = await ask("/login");
await ask("/login", { _token: tokenIn(login.text), email, password });
const home = await ask("/instances");
const made = await ask("/instances/sample", { _token: tokenIn(home.text) });
const server = new URL(made.location, base).pathname;
const menu = (await ask(server)).text.match(/<nav class="sections"[\s\S]*?<\/nav>/)[0];
const inside = [...menu.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);
const pages = [
  ...["/", "/login", "/register"].map((path) => [path, false]),
  ...["/instances", "/instances/create", "/profile", "/profile/packs", "/profile/tokens", "/profile/factors", "/stored-files"].map(
    (path) => [path, true],
  ),
  ...["/docs/api", "/docs/lint", ...new Set(inside)].map((path) => [path, true]),
  ...["/types/grid", "/types/bulk?q=*&add=nominal:multiply", "/search?q=akm", "/types/create", "/paste", "/lint/rules"].map((path) => [
    server + path, true,
  ]),
].slice(0, Number(most) || undefined);

let wrong = 0;
for (const [path, signedIn] of pages) {
  const { scores, failed } = await scoresOf(path, signedIn);
  const passed = scores.accessibility === 100 && scores["best-practices"] === 100;
  wrong += passed ? 0 : 1;
  console.log(`${passed ? "ok  " : "FAIL"} ${path}: accessibility ${scores.accessibility}, best practices ${scores["best-practices"]}, performance ${scores.performance} ${failed.join(" ")}`);
}
console.log(`${pages.length} pages, ${wrong} with less than 100`);
process.exitCode = wrong > 0 ? 1 : 0;
