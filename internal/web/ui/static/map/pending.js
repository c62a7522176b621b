// @ts-check

import { button, dataOf, make, plural } from "../base/dom.js";
import { send } from "../base/send.js";
import { refreshHead } from "../frame/head.js";
import { resolveDoubles, resolveMapConflicts } from "./save.js";

/** @typedef {import("./page.js").MapPage} MapPage */
/** @typedef {import("./model.js").MapModel} MapModel */

/**
 * Returns how many positions are not saved.
 * @param {MapModel} model
 */
export function countPending(model) {
  const { moved, removed, added } = model.pending();
  return moved.length + removed.length + added.length;
}

/**
 * Says what is not saved: "3 positions changed, 1 new". Empty for nothing.
 * @param {MapModel} model
 */
export function pendingText(model) {
  const { moved, removed, added } = model.pending();
  const parts = [
    moved.length > 0 ? `${plural(moved.length, "position")} changed` : "",
    added.length > 0 ? `${added.length} new` : "",
    removed.length > 0 ? `${removed.length} removed` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * Says what is not saved, and lets it be saved.
 * @param {MapPage} page
 */
export function showPending(page) {
  if (!page.mayEdit) {
    return;
  }
  const text = pendingText(page.model);
  page.part("pending").textContent = text || "Nothing is changed.";
  page.part("bar").classList.toggle("pending", text !== "");
  page.part("save").disabled = text === "";
  page.part("discard").disabled = text === "";
  page.part("undo").disabled = page.model.past.length === 0;
}

/** @param {MapPage} page */
export function discard(page) {
  while (page.model.undo());
  page.say("All changes were discarded.");
  page.refresh();
}

/**
 * Saves all changes as one revision. again says that second records of names were asked about.
 * @param {MapPage} page
 * @param {boolean} [again]
 */
export async function save(page, again = false) {
  const text = pendingText(page.model);
  if (page.saving || text === "") {
    return;
  }
  page.saving = true;
  page.say("Saving …");
  const answer = await send(dataOf(page.room, "save"), { ...page.model.body(), again });
  page.saving = false;
  if (answer.data.doubles) {
    await resolveDoubles(answer.data.doubles, () => save(page, true));
  } else if (answer.status === 409) {
    await resolveMapConflicts(page, answer.data.conflicts, () => save(page));
  } else if (answer.failure) {
    page.say(answer.failure);
    notice(page, answer.failure, "bad");
  } else {
    await page.load();
    refreshHead();
    const told = [`Saved: ${text}.`, answer.data.note].filter(Boolean).join(" ");
    page.say(told);
    offerUndo(page, told, answer.data.revision);
  }
}

/**
 * @param {MapPage} page
 * @param {string} text
 * @param {number} revision
 */
function offerUndo(page, text, revision) {
  const take = button("Undo", "quiet small", async () => {
    take.disabled = true;
    const answer = await send(dataOf(page.room, "undo"), { revision });
    await page.load();
    refreshHead();
    notice(page, answer.failure || "The save was undone.", answer.failure ? "bad" : "good");
  });
  notice(page, text, "good", take);
}

/**
 * @param {MapPage} page
 * @param {string} text
 * @param {string} tone
 * @param {Node[]} more
 */
function notice(page, text, tone, ...more) {
  page.part("notice").replaceChildren(make("div", { class: `notice tone-${tone}` }, make("p", {}, text), ...more));
}
