// @ts-check

// How long a choice has to stand before the server is asked, in milliseconds, and how many records are shown.
const pause = 300;
const samples = 5;

/**
 * Shows below a change of many records how many it changes, their totals, and the first of them, while it is put together.
 * @param {ParentNode} root
 */
export function enhanceLive(root) {
  const form = /** @type {HTMLFormElement | null} */ (root.querySelector("form[data-live]"));
  const room = /** @type {HTMLElement | null | undefined} */ (form?.querySelector("[data-live-room]"));
  if (!form || !room) {
    return;
  }
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const ask = async () => {
    const number = ++asked;
    const step = isChosen(form) ? await previewed(form) : null;
    if (number === asked) {
      room.hidden = !step;
      room.replaceChildren(...(step ? [step] : []));
    }
  };
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, pause);
  };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  ask(); // what the address asks for already
}

/** @param {HTMLFormElement} form */
function isChosen(form) {
  return [...form.querySelectorAll("select")].some((select) => select.name.endsWith("[do]") && select.value);
}

/**
 * Resolves to what the preview says: its counts and the first of its rows; to nothing where the change is not complete.
 * @param {HTMLFormElement} form
 * @returns {Promise<Element | null>}
 */
async function previewed(form) {
  const values = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  try {
    const answer = await fetch(`${form.action}?${values}`, { headers: { Accept: "text/html", "X-Part": "1" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const step = answer.ok && !answer.redirected ? page.querySelector(".bulk-step") : null;
    const rest = `tbody tr:nth-child(n + ${samples + 1}), .pager, .fixed-record, td:has(> input[type="checkbox"])`;
    const heads = [...(step?.querySelectorAll("thead th") ?? [])].filter((head) => head.textContent === "Leave out");
    [...(step?.querySelectorAll(rest) ?? []), ...heads].forEach((part) => part.remove());
    return step && document.adoptNode(step);
  } catch {
    return null;
  }
}
