// @ts-check

import { dataOf, plural } from "../base/dom.js";
import { drawLayers, drawList, shownAtOnce } from "./list.js";
import { MapModel, samePlace } from "./model.js";
import { showChosen, whyItStays } from "./panel.js";
import { showPending } from "./pending.js";
import { MapView } from "./view.js";

/** The page of the map: its model, what is seen of it, and what the scripts of its parts share. */
export class MapPage {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.room = room;
    this.model = new MapModel(JSON.parse(dataOf(room, "layers")));
    this.view = new MapView(room.querySelector("canvas"), this.model, Number(room.dataset.size));
    this.saving = false;
    this.mayEdit = this.part("bar") !== null;
    this.listed = shownAtOnce;
    /** @type {{ about: import("./add.js").About } | null} */
    this.route = null;
  }

  /** @param {string} part of the names of attributes */
  part(part) {
    return this.room.querySelector(`[data-map-${part}]`);
  }

  /** @param {string} text that screen readers read out */
  say(text) {
    this.part("said").textContent = text;
  }

  /** Shows what has changed of the model everywhere. */
  refresh() {
    this.view.draw();
    drawList(this);
    drawLayers(this);
    showChosen(this);
    showPending(this);
  }

  /**
   * Chooses features, beside those that are chosen already or instead of them.
   * @param {number[]} features
   * @param {boolean} [more]
   */
  choose(features, more = false) {
    const { chosen } = this.model;
    const known = features.length > 0 && features.every((i) => chosen.has(i));
    if (!more) {
      chosen.clear();
    }
    features.forEach((i) => (more && known ? chosen.delete(i) : chosen.add(i)));
    this.view.draw();
    drawList(this);
    showChosen(this);
    if (chosen.size > 0) {
      this.say(
        chosen.size === 1
          ? `${this.model.label([...chosen][0])} is chosen.`
          : `${plural(chosen.size, "position is", "positions are")} chosen.`,
      );
    }
  }

  /** @param {import("./model.js").Change[]} changes */
  change(changes) {
    const different = changes.filter(({ feature, place }) => !place || !samePlace(place, this.model.features[feature].now));
    if (different.length > 0) {
      this.model.change(different);
      this.refresh();
      this.say(`${plural(different.length, "position")} changed. Save stores it, Ctrl-Z undoes it.`);
    }
  }

  remove() {
    const { model } = this;
    const going = [...model.chosen].filter((i) => model.removable(i));
    const staying = [...model.chosen].filter((i) => model.editable(i) && !model.removable(i));
    if (staying.length > 0 && going.length === 0) {
      this.say(whyItStays);
      return;
    }
    model.chosen.clear();
    if (going.length > 0) {
      model.change(going.map((feature) => ({ feature, removed: true })));
      const files = going.filter((feature) => model.isWhole(feature)).length;
      this.say(
        `${plural(going.length, "position")} will be removed when you save${files > 0 ? `, along with ${plural(files, "file")}` : ""}.${staying.length > 0 ? ` ${plural(staying.length, "position stays", "positions stay")}: ${whyItStays}` : ""}`,
      );
    }
    this.refresh();
  }

  undo() {
    this.say(this.model.undo() ? "Last change undone." : "Nothing to undo.");
    this.refresh();
  }

  /** Reads everything with a position; resolves to whether that was possible. */
  async load() {
    const data = await read(dataOf(this.room, "features"));
    if (!data) {
      this.say("The map could not be read. Reload the page.");
      return false;
    }
    await this.model.loadInSlices(data);
    this.refresh();
    this.say(`${plural(data.features.length, "position")}.`);
    return true;
  }
}

/**
 * Fetches JSON; resolves to nothing where the server does not answer with any.
 * @param {string} address
 */
export async function read(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok && answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
