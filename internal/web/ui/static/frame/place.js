// @ts-check

/** Keeps in the browser's tab where a list is scrolled to, for the way back from one of its forms. */
export function keepScroll() {
  if (!document.querySelector("[data-finding]")) {
    return;
  }
  window.addEventListener("load", restore);
  window.addEventListener("pagehide", () => sessionStorage.setItem(name(), `${window.scrollY} ${pane()?.scrollTop ?? 0}`));
}

/** The part of the page that a list is scrolled in where there is room; elsewhere the page itself is. */
const pane = () => document.querySelector("[data-finding] .scroll");

/** The name of the list's page, whatever the order of its parameters. */
function name() {
  const query = new URLSearchParams(location.search);
  query.sort();
  return `scroll ${location.pathname}?${query}`;
}

function restore() {
  const kept = sessionStorage.getItem(name());
  if (!kept || !document.referrer.startsWith(`${location.origin}${location.pathname}/`)) {
    return;
  }
  const [top, inPane] = kept.split(" ").map(Number);
  window.scrollTo({ top, behavior: "instant" });
  pane()?.scrollTo({ top: inPane, behavior: "instant" });
  const row = location.hash ? document.getElementById(location.hash.slice(1))?.closest("tr") : null;
  const box = row?.getBoundingClientRect();
  const room = pane()?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  if (box && (box.top < Math.max(0, room.top) || box.bottom > Math.min(window.innerHeight, room.bottom))) {
    row.scrollIntoView({ block: "center", behavior: "instant" });
  }
}
