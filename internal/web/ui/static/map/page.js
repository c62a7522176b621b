// @ts-check

import { button, dataOf, make, plural } from "../base/dom.js";
import { send } from "../base/send.js";
import { addAt, finishRoute, openPaste, showDrawing, startRoute } from "./add.js";
import { followHand } from "./hand.js";
import { followMapKeys } from "./keys.js";
import { drawLayers, drawList, shownAtOnce } from "./list.js";
import { MapModel, samePlace } from "./model.js";
import { showChosen, whyItStays } from "./panel.js";
import { followPicture } from "./picture.js";
import { resolveDoubles, resolveMapConflicts } from "./save.js";
import { MapView } from "./view.js";

/** The page of the map: its model, what is seen of it, and what the scripts of its parts share. */
export class MapPage {
  /** @param {HTMLElement} room */
  constructor(room) {
    this.room = room;
    this.model = new MapModel(JSON.parse(dataOf(room, "layers")));
    this.view = new MapView(room.querySelector("canvas"), this.model, Number(room.dataset.size));
    this.saving = false;
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
      this.say(`${plural(different.length, "position")} changed. Save stores it, Ctrl-Z takes it back.`);
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
    this.say(this.model.undo() ? "The last change was taken back." : "There is nothing to take back.");
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

/** @param {string} address */
async function read(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok && answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Shows the map and everything with a position on it.
 * @param {HTMLElement & { mapPage?: MapPage }} room
 */
export async function startMap(room) {
  const page = new MapPage(room);
  const { view } = page;
  room.mapPage = page; // for tests and for looking at it in a console
  follow(page);
  const [there] = await Promise.all([
    page.load(),
    read(dataOf(page.room, "ground")).then((ground) => {
      view.ground = ground ?? view.ground;
      view.draw();
    }),
  ]);
  page.part("body").dataset.ready = String(there);
}

/** @param {MapPage} page */
function follow(page) {
  const { view, model } = page;
  const hand = {
    choose: (/** @type {number[]} */ list, /** @type {boolean} */ more) => page.choose(list, more),
    moved: (/** @type {import("./model.js").Change[]} */ changes) => page.change(changes),
    menu: (/** @type {import("./model.js").Point} */ at) => addAt(page, at),
    at: (/** @type {import("./model.js").Point} */ [x, z]) => (page.part("at").textContent = `${Math.round(x)} / ${Math.round(z)}`),
    finish: () => finishRoute(page),
    undo: () => page.undo(),
    remove: () => page.remove(),
    add: () => addAt(page, [Math.round(view.x), Math.round(view.z)]),
    leave: () => {
      page.route = null;
      view.drawing = null;
      showDrawing(page);
      page.choose([]);
    },
  };
  followHand(view, hand);
  followMapKeys(view, hand);
  const actions = {
    in: () => view.zoom(1.5),
    out: () => view.zoom(1 / 1.5),
    all: () => view.showAll(),
    add: hand.add,
    route: () => (page.route ? finishRoute(page) : startRoute(page)),
    chooseall: () => page.choose([...model.shown()]),
    paste: () => openPaste(page),
    undo: hand.undo,
    save: () => save(page),
    discard: () => discard(page),
  };
  for (const [name, action] of Object.entries(actions)) {
    page.part(name).addEventListener("click", action);
  }
  page.room.querySelector("#map-filter").addEventListener("input", (/** @type {any} */ event) => {
    model.filter = event.target.value;
    page.listed = shownAtOnce;
    model.touch();
    page.refresh();
  });
  page.part("ground").addEventListener("change", (/** @type {any} */ event) => {
    view.showsGround = event.target.checked;
    view.draw();
  });
  page.part("loot").addEventListener("change", (/** @type {any} */ event) => {
    view.showsLoot = event.target.checked;
    view.draw();
  });
  followPicture(page);
  page.part("areas")?.addEventListener("change", (/** @type {any} */ event) => showAreas(page, event.target.value));
  window.addEventListener("beforeunload", (event) => {
    if (countPending(model) > 0) {
      event.preventDefault();
    }
  });
}

/**
 * @param {MapPage} page
 * @param {string} which
 */
function showAreas(page, which) {
  page.view.painted = null;
  if (which) {
    const image = new Image();
    image.addEventListener("load", () => page.view.draw());
    image.src = `${dataOf(page.room, "areas")}/${which}`;
    page.view.painted = image;
  }
  page.view.draw();
}

/** @param {MapModel} model */
function countPending(model) {
  const { moved, removed, added } = model.pending();
  return moved.length + removed.length + added.length;
}

/** @param {MapModel} model */
function pendingText(model) {
  const { moved, removed, added } = model.pending();
  const parts = [
    moved.length > 0 ? `${plural(moved.length, "position")} changed` : "",
    added.length > 0 ? `${added.length} new` : "",
    removed.length > 0 ? `${removed.length} removed` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {MapPage} page */
function showPending(page) {
  const text = pendingText(page.model);
  page.part("pending").textContent = text || "Nothing is changed.";
  page.part("bar").classList.toggle("pending", text !== "");
  page.part("save").disabled = text === "";
  page.part("discard").disabled = text === "";
  page.part("undo").disabled = page.model.past.length === 0;
}

/** @param {MapPage} page */
function discard(page) {
  while (page.model.undo());
  page.say("All changes were discarded.");
  page.refresh();
}

/**
 * Saves all changes as one revision. again says that second records of names were asked about.
 * @param {MapPage} page
 * @param {boolean} [again]
 */
async function save(page, again = false) {
  const text = pendingText(page.model);
  if (page.saving || text === "") {
    return;
  }
  page.saving = true;
  page.say("Saving …");
  const answer = await send(dataOf(page.room, "save"), { ...page.model.body(), again });
  page.saving = false;
  if (answer.data.doubles) {
    await resolveDoubles(answer.data.doubles, () => save(page, true));
  } else if (answer.status === 409) {
    await resolveMapConflicts(page, answer.data.conflicts, () => save(page));
  } else if (answer.failure) {
    page.say(answer.failure);
    notice(page, answer.failure, "bad");
  } else {
    await page.load();
    const told = [`Saved: ${text}.`, answer.data.note].filter(Boolean).join(" ");
    page.say(told);
    offerUndo(page, told, answer.data.revision);
  }
}

/**
 * @param {MapPage} page
 * @param {string} text
 * @param {number} revision
 */
function offerUndo(page, text, revision) {
  const take = button("Undo", "quiet small", async () => {
    take.disabled = true;
    const answer = await send(dataOf(page.room, "undo"), { revision });
    await page.load();
    notice(page, answer.failure || "The save was undone.", answer.failure ? "bad" : "good");
  });
  notice(page, text, "good", take);
}

/**
 * @param {MapPage} page
 * @param {string} text
 * @param {string} tone
 * @param {Node[]} more
 */
function notice(page, text, tone, ...more) {
  page.part("notice").replaceChildren(make("div", { class: `notice tone-${tone}` }, make("p", {}, text), ...more));
}
