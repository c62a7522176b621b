// @ts-check

// How long the typing rests before the server is asked, in milliseconds.
const rest = 150;

/**
 * Fills lists of suggestions that name an address while something is typed into a control of theirs. It listens at the
 * document, so that controls which are added later have suggestions too.
 */
export function followSuggestions() {
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  document.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.list?.dataset.suggest && target.value !== "") {
      clearTimeout(timer);
      timer = setTimeout(() => fill(target, target.list, target.value), rest);
    }
  });
}

/**
 * Fills a list, unless something else has been typed meanwhile.
 * @param {HTMLInputElement} box
 * @param {HTMLElement} list
 * @param {string} typed
 */
async function fill(box, list, typed) {
  const names = await ask(`${list.dataset.suggest}?q=${encodeURIComponent(typed)}`);
  if (box.value === typed) {
    list.replaceChildren(...names.map(makeOption));
  }
}

/**
 * Resolves to what fits; to nothing where the server does not tell, for suggestions are a help that may be missing.
 * @param {string} address
 * @returns {Promise<string[]>}
 */
async function ask(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? (await answer.json()).data : [];
  } catch {
    return [];
  }
}

/** @param {string} value */
function makeOption(value) {
  const option = document.createElement("option");
  option.value = value;
  return option;
}
