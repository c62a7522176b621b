// @ts-check

import { enhanceColors } from "../form/color.js";
import { enhanceDurations } from "../form/duration.js";
import { enhanceRows } from "../form/rows.js";
import { followSuggestions } from "../form/suggest.js";
import { guardUnsaved } from "../form/unsaved.js";
import { enhanceConfirm } from "../frame/confirm.js";
import { enhanceCopy } from "../frame/copy.js";
import { enhanceEffects } from "../frame/effect.js";
import { followJobs } from "../frame/job.js";
import { enhanceKeys } from "../frame/keys.js";
import { enhanceLoaded } from "../frame/loaded.js";
import { closeMenus } from "../frame/menus.js";
import { enhancePalette } from "../frame/palette.js";
import { keepScroll } from "../frame/place.js";
import { enhanceSections } from "../frame/sections.js";
import { followTallies } from "../frame/tallies.js";
import { enhanceThemeButton } from "../frame/theme-button.js";
import { enhanceTimes } from "../frame/times.js";
import { enhanceTried } from "../frame/tried.js";
import { takeDropsAnywhere } from "../import/anywhere.js";
import { enhanceImport } from "../import/form.js";
import { enhanceConflicts } from "../list/conflicts.js";
import { enhanceFiles } from "../list/files.js";
import { enhanceFinding } from "../list/finding.js";
import { enhanceLive } from "../list/live.js";
import { enhanceMany } from "../list/many.js";
import { enhanceMarks } from "../list/marks.js";
import { enhanceSentences } from "../list/sentences.js";

// Every page works without this file. What it adds is added to elements that ask for it by data attributes.
/** @param {ParentNode} root */
function enhance(root) {
  enhanceColors(root);
  enhanceConfirm(root);
  enhanceConflicts(root);
  enhanceCopy(root);
  enhanceDurations(root);
  enhanceEffects(root);
  enhanceFiles(root);
  enhanceFinding(root, enhance);
  enhanceImport(root, enhance);
  followJobs(root);
  enhanceLoaded(root, enhance);
  enhanceLive(root);
  enhanceMany(root);
  enhanceMarks(root);
  enhanceRows(root);
  enhanceSentences(root);
  enhanceTimes(root);
  enhanceTried(root);
}

enhance(document);
closeMenus();
enhanceKeys();
enhancePalette();
guardUnsaved();
takeDropsAnywhere();
keepScroll();
followSuggestions();
followTallies();
enhanceSections(document);
enhanceThemeButton(document);
showPositions();
if (document.querySelector("[data-passkey]")) {
  import("./passkey.js").then((module) => module.enhancePasskeys(document));
}

/** Adds a small map to a form with positions. */
async function showPositions() {
  const address = document.querySelector("main").dataset.positions;
  const form = document.querySelector("main [data-position]")?.closest("form");
  if (address && form) {
    const { addSmallMap } = await import("./small-map.js");
    addSmallMap(form, address);
  }
}
