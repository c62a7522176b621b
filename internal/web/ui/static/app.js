// @ts-check

import { enhanceColors } from "./color.js";
import { enhanceConfirm } from "./confirm.js";
import { enhanceCopy } from "./copy.js";
import { enhanceDurations } from "./duration.js";
import { enhanceEffects } from "./effect.js";
import { enhanceFiles } from "./files.js";
import { enhanceFinding } from "./finding.js";
import { enhanceImport } from "./import.js";
import { followJobs } from "./job.js";
import { enhanceKeys } from "./keys.js";
import { enhanceLoaded } from "./loaded.js";
import { enhanceMany } from "./many.js";
import { enhanceMarks } from "./marks.js";
import { enhancePalette } from "./palette.js";
import { keepScroll } from "./place.js";
import { enhanceRows } from "./rows.js";
import { enhanceSections } from "./sections.js";
import { followSuggestions } from "./suggest.js";
import { enhanceThemeButton } from "./theme-button.js";
import { enhanceTimes } from "./times.js";
import { guardUnsaved } from "./unsaved.js";

// Every page works without this file. What it adds is added to elements that ask for it by data attributes.
/** @param {ParentNode} root */
function enhance(root) {
  enhanceColors(root);
  enhanceConfirm(root);
  enhanceCopy(root);
  enhanceDurations(root);
  enhanceEffects(root);
  enhanceFiles(root);
  enhanceFinding(root, enhance);
  enhanceImport(root, enhance);
  followJobs(root);
  enhanceLoaded(root);
  enhanceMany(root);
  enhanceMarks(root);
  enhanceRows(root);
  enhanceTimes(root);
}

enhance(document);
enhanceKeys();
enhancePalette();
guardUnsaved();
keepScroll();
followSuggestions();
enhanceSections(document);
enhanceThemeButton(document);
showPositions();

/** Adds a small map to a form with positions. */
async function showPositions() {
  const address = document.querySelector("main").dataset.positions;
  const form = document.querySelector("main [data-position]")?.closest("form");
  if (address && form) {
    const { addSmallMap } = await import("./small-map.js");
    addSmallMap(form, address);
  }
}
