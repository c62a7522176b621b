// @ts-check

import "./app.js";
import { enhanceItems } from "../market/items.js";
import { enhanceSaving } from "../market/save.js";

for (const items of document.querySelectorAll("[data-items]")) {
  enhanceItems(items);
  enhanceSaving(items);
}
