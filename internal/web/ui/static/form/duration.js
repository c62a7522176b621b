// @ts-check

/** @type {[number, string][]} */
const units = [
  [86400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/**
 * Tells the seconds of a number box as days, hours and minutes while they are typed.
 * @param {ParentNode} root
 */
export function enhanceDurations(root) {
  for (const input of root.querySelectorAll("[data-duration]")) {
    const told = document.getElementById(input.dataset.duration);
    const show = () => {
      told.textContent = isFactor(input) ? "" : tell(input.value);
    };
    input.addEventListener("input", show);
    input.closest(".bulk-field")?.addEventListener("change", show);
  }
}

/**
 * Reports whether a change of many records multiplies by the number of a box, or divides by it.
 * @param {Element} input
 */
function isFactor(input) {
  const chosen = /** @type {HTMLSelectElement | null} */ (input.closest(".bulk-field")?.querySelector(".bulk-do select"));
  return chosen?.value === "multiply" || chosen?.value === "divide";
}

/** @type {Record<string, number>} */
const sizes = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

/**
 * Returns the seconds of a length of time in words, such as 4 h or 1 d 12 h, as the server reads it; nothing for any other text.
 * @param {string} value
 */
export function secondsIn(value) {
  const words = String(value).trim().toLowerCase();
  if (!/^(\d+([.,]\d+)? ?(d|days?|h|hours?|hrs?|m|min|mins|minutes?|s|sec|seconds?|w|weeks?)\s*)+$/.test(words)) {
    return "";
  }
  const amounts = [...words.matchAll(/(\d+(?:[.,]\d+)?) ?([a-z])[a-z]*/g)];
  return String(amounts.reduce((sum, [, amount, unit]) => sum + Number(amount.replace(",", ".")) * sizes[unit], 0));
}

/** @param {string} value */
export function tell(value) {
  const read = secondsIn(value);
  if (read !== "") {
    return `${read} s`;
  }
  if (!/^\d+$/.test(value)) {
    return "";
  }
  let seconds = Number(value);
  if (seconds === 0) {
    return "0 s";
  }
  const amounts = units.map(([size, name]) => {
    const amount = Math.floor(seconds / size);
    seconds %= size;
    return { amount, name };
  });
  const first = amounts.findIndex(({ amount }) => amount > 0);
  return amounts
    .slice(first, first + 2)
    .filter(({ amount }) => amount > 0)
    .map(({ amount, name }) => `${amount} ${name}`)
    .join(" ");
}
