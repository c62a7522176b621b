// @ts-check

import { enhanceItems } from "./items.js";
import { enhanceSaving } from "./items-save.js";

for (const items of document.querySelectorAll("[data-items]")) {
  enhanceItems(items);
  enhanceSaving(items);
}
