// @ts-check

import { choose, openDialog } from "../base/dialog.js";
import { button, make, messageOf, plural } from "../base/dom.js";
import { droppedFiles, sift } from "./dropped.js";
import { pick } from "./form.js";
import { send } from "./upload.js";

/** @typedef {import("./dropped.js").Picked} Picked */
/** @typedef {{ name: string, address: string }} Place where files can be imported into */

/**
 * Takes files that are dropped anywhere on a page: shows what importing them would do, and imports them then. Zones of their own, and
 * what else takes files, keep theirs.
 */
export function takeDropsAnywhere() {
  const isMeant = (/** @type {DragEvent} */ event) =>
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes("Files") &&
    !(/** @type {Element} */ (event.target).closest("[data-drop], input, textarea, [contenteditable], dialog")) &&
    placesOf().length > 0;
  const over = (/** @type {DragEvent} */ event, /** @type {boolean} */ on) => {
    const meant = isMeant(event);
    document.body.classList.toggle("dropping", Boolean(on && meant));
    if (meant) {
      event.preventDefault();
    }
    return meant;
  };
  document.addEventListener("dragover", (event) => over(event, true));
  document.addEventListener("dragleave", (event) => over(event, false));
  document.addEventListener("drop", async (event) => {
    if (over(event, false) && event.dataTransfer) {
      take(await droppedFiles(event.dataTransfer));
    }
  });
}

/**
 * Returns where files of this page go: to its server, or to one of those that it lists.
 * @returns {Place[]}
 */
function placesOf() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-drop-into]")]);
  return all.map(({ dataset }) => ({ name: dataset.dropName ?? "", address: dataset.dropInto ?? "" }));
}

/** @param {Picked[]} all */
async function take(all) {
  const places = placesOf();
  const place = places.length === 1 ? places[0] : await chosen(places, all);
  if (place) {
    preview(place, sift(all).sent);
  }
}

/**
 * Asks which server files are for. A new one is made by the form of the page.
 * @param {Place[]} places
 * @param {Picked[]} all
 * @returns {Promise<Place | undefined>}
 */
async function chosen(places, all) {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-import]"));
  const other = form ? [{ label: "A new server", value: "new", className: "quiet" }] : [];
  const servers = places.map(({ name }, i) => ({ label: name, value: String(i), className: "quiet" }));
  const choice = await choose({
    title: "Which server are these files for?",
    lines: all.map(({ path }) => path),
    choices: [...servers, ...other],
  });
  if (choice === "new" && form) {
    pick(form, all);
    form.scrollIntoView();
  }
  return places[Number(choice || NaN)];
}

/**
 * Shows what importing files would do, and imports them when that is confirmed.
 * @param {Place} place
 * @param {Picked[]} files
 */
async function preview({ name, address }, files) {
  let changed = false;
  await openDialog(`Import into ${name}`, (_, close) => {
    const room = make("div", { class: "grid-list", role: "status" });
    const confirm = button(`Import ${plural(files.length, "file")}`, "", async () => {
      confirm.disabled = true;
      changed = await show(room, address, files, false);
      confirm.remove();
    });
    confirm.disabled = true;
    if (files.length > 0) {
      show(room, address, files, true).then((done) => (confirm.disabled = !done));
    } else {
      room.textContent = "None of these files belongs to a server’s configuration.";
    }
    return [room, make("div", { class: "form-end" }, confirm, button("Close", "quiet", close))];
  });
  if (changed) {
    location.reload();
  }
}

/**
 * Sends files, and shows the report; leads to the page that the server answers with instead. Resolves to whether there is a report.
 * @param {HTMLElement} room
 * @param {string} address
 * @param {Picked[]} files
 * @param {boolean} dry whether nothing is to be changed
 */
async function show(room, address, files, dry) {
  const data = new FormData();
  data.append("_token", document.querySelector("meta[name=csrf-token]").content);
  data.append("mode", "merge");
  files.forEach(({ file, path }) => data.append("files[]", file, path));
  const target = new URL(dry ? `${address}?dry_run=1` : address, location.href).href;
  try {
    const page = await send(target, data, (percent) => {
      room.textContent = percent < 100 ? `Uploading, ${percent} %` : "Reading the files …";
    });
    if (page.URL !== target) {
      location.assign(page.URL);
      return false;
    }
    const report = page.querySelector("#import-report") ?? page.querySelector("#import-error") ?? page.querySelector("main");
    room.replaceChildren(report);
    return report.id === "import-report";
  } catch (error) {
    room.textContent = messageOf(error);
    return false;
  }
}
