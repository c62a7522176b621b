// @ts-check

import { dataOf } from "../base/dom.js";
import { addAt, finishRoute, openPaste, showDrawing, startRoute } from "./add.js";
import { followHand } from "./hand.js";
import { followMapKeys } from "./keys.js";
import { shownAtOnce } from "./list.js";
import { MapPage, read } from "./page.js";
import { countPending, discard, save } from "./pending.js";
import { followPicture } from "./picture.js";

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
  const keys = keysOf(page);
  followHand(view, keys);
  followMapKeys(view, keys);
  for (const [name, action] of Object.entries(buttonsOf(page))) {
    page.part(name)?.addEventListener("click", action);
  }
  followFilter(page);
  followBoxes(page);
  followPicture(page);
  window.addEventListener("beforeunload", (event) => {
    if (countPending(model) > 0) {
      event.preventDefault();
    }
  });
}

/**
 * Returns what pointer and keys do to a page.
 * @param {MapPage} page
 * @returns {import("./keys.js").Keys}
 */
function keysOf(page) {
  const { view } = page;
  return {
    choose: (list, more) => page.choose(list, more),
    moved: (changes) => page.change(changes),
    menu: (at) => page.mayEdit && addAt(page, at),
    at: ([x, z]) => (page.part("at").textContent = `${Math.round(x)} / ${Math.round(z)}`),
    finish: () => finishRoute(page),
    undo: () => page.undo(),
    remove: () => page.remove(),
    add: () => addInTheMiddle(page),
    leave: () => {
      page.route = null;
      view.drawing = null;
      page.mayEdit && showDrawing(page);
      page.choose([]);
    },
  };
}

/** @param {MapPage} page */
function addInTheMiddle(page) {
  page.mayEdit && addAt(page, [Math.round(page.view.x), Math.round(page.view.z)]);
}

/**
 * Returns what the buttons of a page do, by the names of their attributes.
 * @param {MapPage} page
 */
function buttonsOf(page) {
  const { view, model } = page;
  return {
    in: () => view.zoom(1.5),
    out: () => view.zoom(1 / 1.5),
    all: () => view.showAll(),
    add: () => addInTheMiddle(page),
    route: () => (page.route ? finishRoute(page) : startRoute(page)),
    chooseall: () => page.choose([...model.shown()]),
    paste: () => openPaste(page),
    undo: () => page.undo(),
    save: () => save(page),
    discard: () => discard(page),
  };
}

/** @param {MapPage} page */
function followFilter(page) {
  page.room.querySelector("#map-filter").addEventListener("input", (/** @type {any} */ event) => {
    page.model.filter = event.target.value;
    page.listed = shownAtOnce;
    page.model.touch();
    page.refresh();
  });
}

/**
 * Follows the boxes that say what is drawn below the positions.
 * @param {MapPage} page
 */
function followBoxes(page) {
  const { view } = page;
  page.part("ground").addEventListener("change", (/** @type {any} */ event) => {
    view.showsGround = event.target.checked;
    view.draw();
  });
  page.part("loot").addEventListener("change", (/** @type {any} */ event) => {
    view.showsLoot = event.target.checked;
    view.draw();
  });
  page.part("areas")?.addEventListener("change", (/** @type {any} */ event) => {
    const which = event.target.value;
    view.paintOver(which && `${dataOf(page.room, "areas")}/${which}`);
  });
}
