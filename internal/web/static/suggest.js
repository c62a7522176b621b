// How long the typing rests before the server is asked, in milliseconds.
const rest = 150;

/**
 * Fills lists of suggestions that name an address while something is typed into a control of theirs. It listens at the
 * document, so that controls which are added later have suggestions too.
 */
export function followSuggestions() {
  let timer;
  document.addEventListener("input", ({ target }) => {
    if (target.list?.dataset.suggest && target.value !== "") {
      clearTimeout(timer);
      timer = setTimeout(() => fill(target.list, target.value), rest);
    }
  });
}

async function fill(list, typed) {
  const answer = await fetch(`${list.dataset.suggest}?q=${encodeURIComponent(typed)}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    return; // suggestions are a help that may be missing
  }
  const { data } = await answer.json();
  list.replaceChildren(...data.map(makeOption));
}

function makeOption(value) {
  const option = document.createElement("option");
  option.value = value;
  return option;
}
