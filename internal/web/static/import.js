import { send } from "./upload.js";

/**
 * Makes the import form take dropped files, list what was picked and show the progress of the upload.
 * The answer is a whole page; its content replaces the present one and is enhanced in turn.
 */
export function enhanceImport(root, enhance) {
  for (const form of root.querySelectorAll("[data-import]")) {
    form.querySelector("[data-drop-hint]").hidden = false;
    takeDrops(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      upload(form, enhance);
    });
  }
}

function takeDrops(form) {
  const zone = form.querySelector("[data-drop]");
  const input = form.querySelector("input[type=file]");
  const over = (event, on) => {
    event.preventDefault();
    zone.classList.toggle("over", on);
  };
  zone.addEventListener("dragover", (event) => over(event, true));
  zone.addEventListener("dragleave", (event) => over(event, false));
  zone.addEventListener("drop", (event) => {
    over(event, false);
    input.files = event.dataTransfer.files;
    listFiles(form, input.files);
  });
  input.addEventListener("change", () => listFiles(form, input.files));
}

function listFiles(form, files) {
  const items = [...files].map((file) => {
    const item = document.createElement("li");
    item.append(makeSpan(file.name), makeSpan(tellSize(file.size)));
    return item;
  });
  form.querySelector("[data-drop-list]").replaceChildren(...items);
}

function makeSpan(text) {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}

function tellSize(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024).toLocaleString("en")} KB`;
}

async function upload(form, enhance) {
  const button = form.querySelector("[type=submit]");
  const progress = form.querySelector("[data-drop-progress]");
  const status = form.querySelector("[data-drop-status]");
  button.disabled = true;
  progress.hidden = false;
  status.textContent = "Uploading …";
  try {
    const answer = await send(form, (percent) => {
      progress.value = percent;
      status.textContent = percent < 100 ? `Uploading, ${percent} %` : "Reading the files …";
    });
    show(answer, enhance);
  } catch (error) {
    status.textContent = error.message;
  } finally {
    button.disabled = false;
    progress.hidden = true;
  }
}

function show(page, enhance) {
  const fresh = page.querySelector("main");
  document.querySelector("main").replaceWith(fresh);
  enhance(fresh);
  const outcome = ["#import-report", "#import-error", "h1"].map((selector) => fresh.querySelector(selector)).find(Boolean);
  outcome.setAttribute("tabindex", "-1");
  outcome.focus();
}
