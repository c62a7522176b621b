/** Shows the copy buttons; each copies the value of the input that its data-copy names. */
export function enhanceCopy(root) {
  if (!navigator.clipboard) {
    return;
  }
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button) {
  const input = document.getElementById(button.dataset.copy);
  const label = button.querySelector("[data-copy-label]");
  try {
    await navigator.clipboard.writeText(input.value);
    label.textContent = "Copied";
  } catch {
    input.select();
    label.textContent = "Press Ctrl+C";
  }
}
