// @ts-check

import { choose, openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";

/** @typedef {import("./page.js").MapPage} MapPage */
/** @typedef {{ id: string, points?: import("./model.js").Point[], radius?: number, by?: string }} Conflict a position that somebody else has changed; without points it is gone */

/**
 * Shows positions that somebody else has changed meanwhile beside one's own, has one chosen for all of them, and then saves again.
 * @param {MapPage} page
 * @param {Conflict[]} conflicts
 * @param {() => void} save
 */
export async function resolveMapConflicts(page, conflicts, save) {
  let again = false;
  await openDialog("Changed by somebody else meanwhile", (_, close) => {
    const lead = make(
      "p",
      {},
      `Nothing was saved yet: ${plural(conflicts.length, "position is", "positions are")} not where you saw ${conflicts.length === 1 ? "it" : "them"}.`,
    );
    const lines = conflicts.map((each) => make("li", {}, textOf(page, each)));
    const decide = (/** @type {boolean} */ mine) => () => {
      conflicts.forEach((each) => settle(page, each, mine));
      again = true;
      close();
    };
    const room = make("div", { class: "grid-list", role: "region", "aria-label": "Conflicts", tabindex: "0" }, make("ul", {}, ...lines));
    const end = make(
      "div",
      { class: "form-end" },
      button("Save mine", "", decide(true)),
      button("Take theirs", "quiet", decide(false)),
      button("Go on editing", "quiet", close),
    );
    return [lead, room, end];
  });
  page.refresh();
  if (again) {
    save();
  }
}

/**
 * Asks whether second records of names are meant, and then saves again.
 * @param {string[]} texts
 * @param {() => void} save
 */
export async function resolveDoubles(texts, save) {
  const choice = await choose({
    title: `${plural(texts.length, "name is", "names are")} there already`,
    lead: "Nothing was saved yet. To give a new position another name, remove it and add it again.",
    lines: texts,
    choices: [{ label: "Save second ones", value: "save" }],
  });
  if (choice === "save") {
    save();
  }
}

/**
 * @param {MapPage} page
 * @param {Conflict} conflict
 */
function textOf(page, { id, points, by }) {
  const { name, now, removed } = page.model.features.find((each) => each.id === id);
  const at = (/** @type {import("./model.js").Point[]} */ list) => `${Math.round(list[0][0])} / ${Math.round(list[0][1])}`;
  const theirs = points ? `at ${at(points)}` : "removed";
  return `${name}: yours is ${removed ? "removed" : `at ${at(now.points)}`}, theirs ${theirs}${by ? ` (${by})` : ""}.`;
}

/**
 * Takes their place for the stored one. Mine stays a change of it, unless theirs counts or it is gone.
 * @param {MapPage} page
 * @param {Conflict} conflict
 * @param {boolean} mine
 */
function settle({ model }, { id, points, radius = null }, mine) {
  const feature = model.features.find((each) => each.id === id);
  if (!points) {
    feature.removed = true;
    feature.id = ""; // nothing is left to change
  } else {
    // The height stays as it was shown: a position without one has none here either.
    feature.was = { points: points.map((point, i) => point.slice(0, feature.was.points[i]?.length ?? 2)), radius };
    feature.now = mine ? feature.now : feature.was;
    feature.removed = mine && feature.removed;
  }
  model.past = [];
  model.touch();
}
