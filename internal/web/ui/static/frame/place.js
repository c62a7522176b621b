// @ts-check

/** Keeps in the browser's tab where a list is scrolled to, for the way back from one of its forms. */
export function keepScroll() {
  if (!document.querySelector("[data-finding]")) {
    return;
  }
  window.addEventListener("load", restore);
  window.addEventListener("pagehide", () => sessionStorage.setItem(name(), String(window.scrollY)));
}

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
  window.scrollTo({ top: Number(kept), behavior: "instant" });
  const row = location.hash ? document.getElementById(location.hash.slice(1))?.closest("tr") : null;
  const box = row?.getBoundingClientRect();
  if (box && (box.top < 0 || box.bottom > window.innerHeight)) {
    row.scrollIntoView({ block: "center", behavior: "instant" });
  }
}
