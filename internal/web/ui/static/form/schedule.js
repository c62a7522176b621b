// @ts-check

// How long the typing rests before the server is asked, in milliseconds.
const rest = 250;

/**
 * Returns the lines that say when something is next: its times, or what is wrong with them.
 * @param {{ times: string[] | null, problem: string }} answer
 */
export function linesOf(answer) {
  if (answer.problem) {
    return [answer.problem];
  }
  return answer.times ?? [];
}

/**
 * Shows the next times of what a form says while it is filled in.
 * @param {HTMLElement} section
 * @param {HTMLFormElement} form
 */
export function previewTimes(section, form) {
  const list = /** @type {HTMLElement} */ (section.querySelector("[data-times-list]"));
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let asked = 0;
  const ask = async () => {
    const sent = new FormData(form);
    const query = new URLSearchParams();
    for (const name of ["cron", "time_zone", "restart", "before"]) {
      query.set(name, String(sent.get(name) ?? ""));
    }
    asked += 1;
    const turn = asked;
    const answer = await fetch(`${section.dataset.times}?${query}`, { headers: { Accept: "application/json" } });
    if (answer.ok && turn === asked) {
      list.replaceChildren(...linesOf(await answer.json()).map(line));
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ask().catch(stay);
    }, rest);
  });
}

/** Without an answer the times stay as they are. */
function stay() {}

/** @param {string} text */
function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}
