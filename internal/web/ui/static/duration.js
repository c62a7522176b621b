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
    input.addEventListener("input", () => {
      told.textContent = tell(input.value);
    });
  }
}

/** @param {string} value */
export function tell(value) {
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
