// @ts-check

import { dataOf } from "../base/dom.js";
import { startGrid } from "../grid/page.js";
import { LabMap } from "./map.js";
import { followWish } from "./wish.js";

/**
 * Shows the grid of types with the map and the charts beside it, which follow what is selected and typed.
 * @param {HTMLElement} room
 */
export function startLab(room) {
  const map = new LabMap(room.querySelector("[data-lab-map]"));
  const effect = /** @type {HTMLElement} */ (room.querySelector("[data-lab-effect]"));
  startGrid(room.querySelector("[data-grid]"), {
    opened: (grid) => followWish(room.querySelector("[data-lab-wish]"), grid),
    show: ({ part }) => {
      const drawn = new DOMParser().parseFromString(part ?? "", "text/html").body;
      const said = drawn.querySelector("[data-effect-said]")?.textContent ?? "";
      effect.replaceChildren(...drawn.childNodes);
      const type = /** @type {HTMLElement | null} */ (effect.querySelector("[data-effect-type]"));
      map.show(type ? { holds: dataOf(type, "holds"), usages: dataOf(type, "usages"), values: dataOf(type, "values") } : null);
      return said;
    },
  });
}
