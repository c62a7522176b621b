// @ts-check

import { dataOf } from "../base/dom.js";
import { followHand } from "../map/hand.js";
import { followMapKeys } from "../map/keys.js";
import { MapModel } from "../map/model.js";
import { read } from "../map/page.js";
import { MapView } from "../map/view.js";

/** @typedef {{ holds: string, usages: string, values: string }} Type how many each building can hold, a byte each in base64; and the names of its zones */

/** The map of the laboratory: where the selected type lies. Nothing stands on it that could be moved. */
export class LabMap {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.room = room;
    this.view = new MapView(room.querySelector("canvas"), new MapModel([]), Number(room.dataset.size));
    this.view.showsLoot = true;
    /** @type {Type | null} */
    this.type = null;
    this.painted = "";
    const none = () => {};
    const hand = { choose: none, moved: none, menu: none, at: none, finish: none, undo: none, remove: none, add: none, leave: none };
    followHand(this.view, hand);
    followMapKeys(this.view, hand);
    const tools = { in: () => this.view.zoom(1.5), out: () => this.view.zoom(1 / 1.5), all: () => this.view.showAll() };
    for (const [name, action] of Object.entries(tools)) {
      room.querySelector(`[data-lab-${name}]`).addEventListener("click", action);
    }
    this.choice = /** @type {HTMLSelectElement | null} */ (room.querySelector("[data-lab-painted]"));
    this.choice?.addEventListener("change", () => this.paint());
    this.load();
  }

  async load() {
    const ground = await read(dataOf(this.room, "ground"));
    if (ground) {
      this.view.ground = ground;
      this.show(this.type);
    }
  }

  /** @param {Type | null} type */
  show(type) {
    this.type = type;
    this.view.holding(type && Uint8Array.from(atob(type.holds), (byte) => byte.charCodeAt(0)));
    this.paint();
  }

  /** Paints the zones that are chosen over the map: those of the type, or one of all. */
  paint() {
    const chosen = this.choice?.value ?? "";
    const painted = chosen.startsWith("own ") ? this.own(chosen.slice(4)) : chosen;
    if (painted !== this.painted) {
      this.painted = painted;
      this.view.paintOver(painted && `${dataOf(this.room, "areas")}/${painted}`);
    }
  }

  /**
   * Returns the end of the address of the type's zones; empty for none.
   * @param {string} sort values or usages
   */
  own(sort) {
    const names = (sort === "values" ? this.type?.values : this.type?.usages)?.split(",") ?? [];
    const label = sort === "values" ? "" : "Usage ";
    const bits = [...(this.choice?.options ?? [])]
      .filter(
        ({ value, text }) => value.startsWith(`${sort}/`) && names.some((name) => text.toLowerCase() === `${label}${name}`.toLowerCase()),
      )
      .map(({ value }) => value.split("/")[1]);
    return bits.length > 0 ? `${sort}/${bits.join(",")}` : "";
  }
}
