// @ts-check

import { enhanceItems } from "./items.js";
import { enhancePasting } from "./items-paste.js";
import { enhancePrices } from "./items-prices.js";
import { enhanceSaving } from "./items-save.js";

for (const items of document.querySelectorAll("[data-items]")) {
  enhanceItems(items);
  enhancePrices(items);
  enhancePasting(items);
  enhanceSaving(items);
}
