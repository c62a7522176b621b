// @ts-check

import { dataOf } from "../base/dom.js";

/**
 * Fills the parts of a page that are shown from other pages, when somebody scrolls to them or opens what they are in: what they need may
 * take long to compute.
 * @param {ParentNode} root
 * @param {(part: ParentNode) => void} enhance
 */
export function enhanceLoaded(root, enhance) {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        load(/** @type {HTMLElement} */ (target), enhance);
      }
    }
  });
  for (const part of root.querySelectorAll("[data-load]")) {
    seen.observe(part);
  }
}

/**
 * Adds the parts of the other page, or puts them in the place of the link to it. Where it does not answer, the link stays alone.
 * @param {HTMLElement} into
 * @param {(part: ParentNode) => void} enhance
 */
async function load(into, enhance) {
  into.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(dataOf(into, "load"), { headers: { Accept: "text/html", "X-Part": "1" } });
    if (answer.ok && !answer.redirected) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      "loadInstead" in into.dataset && into.replaceChildren();
      show(into, page);
      enhance(into);
    }
  } catch {
    // The link stays.
  }
  into.removeAttribute("aria-busy");
}

/**
 * Adds the parts of another page, with its style sheets.
 * @param {HTMLElement} into
 * @param {Document} page
 */
export function show(into, page) {
  for (const sheet of page.querySelectorAll('link[rel="stylesheet"]')) {
    if (!document.querySelector(`link[href="${sheet.getAttribute("href")}"]`)) {
      document.head.append(document.adoptNode(sheet));
    }
  }
  const parts = [...page.querySelectorAll("main [data-part]")];
  for (const heading of parts.flatMap((part) => [...part.querySelectorAll("h2")])) {
    const smaller = page.createElement("h3");
    smaller.id = heading.id;
    smaller.append(...heading.childNodes);
    heading.replaceWith(smaller);
  }
  into.append(...parts.map((part) => document.adoptNode(part)));
}
