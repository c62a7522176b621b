// @ts-check

import { choose, openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";

/** @typedef {import("./page.js").MapPage} MapPage */
/** @typedef {import("./model.js").Feature} Feature */
/** @typedef {{ id: string, points?: import("./model.js").Point[], radius?: number | null, by?: string }} Conflict a position that somebody else has changed; without points it is gone */

/**
 * Shows positions that somebody else has changed meanwhile beside one's own, has one chosen for all of them, and then saves again.
 * @param {MapPage} page
 * @param {Conflict[]} conflicts
 * @param {() => void} save
 */
export async function resolveMapConflicts(page, conflicts, save) {
  const found = conflicts.flatMap((conflict) => {
    const feature = page.model.features.find(({ id }) => id === conflict.id);
    return feature ? [{ conflict, feature }] : [];
  });
  let again = false;
  await openDialog("Changed by someone else", (_, close) => {
    const lead = make(
      "p",
      {},
      `Nothing was saved yet: ${plural(conflicts.length, "position is", "positions are")} not where you saw ${conflicts.length === 1 ? "it" : "them"}.`,
    );
    const lines = found.map(({ conflict, feature }) => make("li", {}, textOf(feature, conflict)));
    const decide = (/** @type {boolean} */ mine) => () => {
      found.forEach(({ conflict, feature }) => settle(feature, conflict, mine));
      page.model.past = [];
      page.model.touch();
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
 * @param {Feature} feature
 * @param {Conflict} conflict
 */
function textOf({ name, now, removed }, { points, by }) {
  const at = (/** @type {import("./model.js").Point[]} */ list) => `${Math.round(list[0][0])} / ${Math.round(list[0][1])}`;
  const theirs = points ? `at ${at(points)}` : "removed";
  return `${name}: yours is ${removed ? "removed" : `at ${at(now.points)}`}, theirs ${theirs}${by ? ` (${by})` : ""}.`;
}

/**
 * Takes their place for the stored one. Mine stays a change of it, unless theirs counts or it is gone.
 * @param {Feature} feature
 * @param {Conflict} conflict
 * @param {boolean} mine
 */
export function settle(feature, { points, radius = null }, mine) {
  if (!points) {
    feature.removed = true;
    feature.id = ""; // nothing is left to change
  } else {
    // The height stays as it was shown: a position without one has none here either.
    feature.was = { points: points.map((point, i) => point.slice(0, feature.was.points[i]?.length ?? 2)), radius };
    feature.now = mine ? feature.now : feature.was;
    feature.removed = mine && feature.removed;
  }
}
