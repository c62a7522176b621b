// @ts-check

/**
 * Shows in the head and the navigation what waits now, after something was saved without leaving the page. Where the server does not
 * answer, they stay as they are.
 */
export async function refreshHead() {
  const search = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-palette]")); // a page that takes little
  try {
    const answer = search && (await fetch(search.href, { headers: { Accept: "text/html", "X-Part": "1" } }));
    if (answer?.ok && !answer.redirected) {
      show(new DOMParser().parseFromString(await answer.text(), "text/html"));
    }
  } catch {
    // The next page shows it.
  }
}

/** @param {Document} page */
function show(page) {
  put(document.querySelector("header.bar .unsent-bar"), page.querySelector("header.bar .unsent-bar"), (bar) =>
    document.querySelector("header.bar .bar-nav").before(bar),
  );
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sections-group]"))) {
    const title = group.querySelector(":scope > summary");
    const now = page.querySelector(`[data-sections-group="${CSS.escape(group.dataset.sectionsGroup ?? "")}"] > summary > .sections-badge`);
    put(title.querySelector(":scope > .sections-badge"), now, (badge) => title.append(badge));
  }
}

/**
 * Puts an element in the place of another; either may not be there.
 * @param {Element | null} old
 * @param {Element | null} now
 * @param {(now: Element) => void} add
 */
function put(old, now, add) {
  if (!now) {
    old?.remove();
  } else if (!old) {
    add(document.adoptNode(now));
  } else if (old.textContent !== now.textContent) {
    old.replaceChildren(...document.adoptNode(now).childNodes);
  }
}
