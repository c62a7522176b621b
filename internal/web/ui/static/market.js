import { enhanceGoods } from "./goods.js";
import { enhancePasting } from "./goods-paste.js";
import { enhancePrices } from "./goods-prices.js";
import { enhanceSaving } from "./goods-save.js";

for (const goods of document.querySelectorAll("[data-goods]")) {
  enhanceGoods(goods);
  enhancePrices(goods);
  enhancePasting(goods);
  enhanceSaving(goods);
}
