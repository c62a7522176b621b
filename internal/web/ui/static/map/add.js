// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, make, plural } from "../base/dom.js";
import { answerOf, fieldsFor } from "./fields.js";
import { readCoordinates } from "./read.js";

/** @typedef {import("./page.js").MapPage} MapPage */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {{ layer: number, sort: string, name: string, file: string, radius: number }} About */

/**
 * Asks what is to be at a position, and adds it.
 * @param {MapPage} page
 * @param {Point} at
 */
export async function addAt(page, at) {
  const asked = await askWhat(page, "Add here", false, at);
  if (asked) {
    const [x, z] = asked.at;
    addTo(page, asked, [[x, z]]);
  }
}

/**
 * Asks what a route is to be, and lets it be drawn.
 * @param {MapPage} page
 */
export async function startRoute(page) {
  const asked = await askWhat(page, "Draw a route", true);
  if (asked) {
    page.route = { about: asked };
    page.view.drawing = [];
    page.view.canvas.focus();
    showDrawing(page);
    page.say("Click the points of the route; Enter or a double click ends it, Escape cancels it.");
  }
}

/**
 * Has the button of routes end the one that is being drawn.
 * @param {MapPage} page
 */
export function showDrawing(page) {
  page.part("route").textContent = page.route ? "End the route" : "Draw a route";
}

/**
 * Ends a route that is being drawn.
 * @param {MapPage} page
 */
export function finishRoute(page) {
  const { drawing } = page.view;
  if (!drawing || !page.route) {
    return;
  }
  const { about } = page.route;
  page.route = null;
  page.view.drawing = null;
  showDrawing(page);
  if (drawing.length > 1) {
    addTo(page, about, drawing);
  }
  page.view.draw();
}

/**
 * Asks for coordinates that were copied, and adds a position for each, or one route.
 * @param {MapPage} page
 */
export async function openPaste(page) {
  const asked = await askWhat(page, "Paste coordinates", false, undefined, true);
  if (asked) {
    const points = readCoordinates(asked.text);
    if (points.length > 0 && page.model.layers[asked.layer].routes) {
      addTo(page, asked, points);
      return;
    }
    const { heights } = page.model.layers[asked.layer];
    points.forEach((point, i) => add(page, numbered(asked, i), [heights ? point : point.slice(0, 2)]));
    page.refresh();
    page.say(`${plural(points.length, "position")} added.`);
  }
}

/**
 * Returns what is to be at the nth of several pasted positions: their names are those of files, or lists of alike.
 * @param {About} about
 * @param {number} n
 */
function numbered(about, n) {
  return n > 0 && about.name && !about.file ? { ...about, name: `${about.name} ${n + 1}` } : about;
}

/**
 * @param {MapPage} page
 * @param {About} about
 * @param {Point[]} points
 */
function addTo(page, about, points) {
  const added = add(page, about, points);
  page.refresh();
  page.choose([added]);
  page.say(`${page.model.label(added)} was added. Save stores it.`);
}

/**
 * @param {MapPage} page
 * @param {About} about
 * @param {Point[]} points
 */
function add(page, about, points) {
  page.model.hidden.delete(about.layer);
  return page.model.add(about, { points, radius: about.radius || null });
}

/**
 * Asks for layer, sort and name; resolves to nothing if the dialog was closed.
 * @param {MapPage} page
 * @param {string} title
 * @param {boolean} routes whether it is about routes
 * @param {Point} [at]
 * @param {boolean} [pasted] whether coordinates are asked for
 * @returns {Promise<(About & { at: Point, text: string }) | undefined>}
 */
async function askWhat(page, title, routes, at, pasted = false) {
  const offered = offeredFor(page.model.layers, routes, pasted);
  /** @type {(About & { at: Point, text: string }) | undefined} */
  let result;
  if (offered.length === 0) {
    return undefined;
  }
  await openDialog(title, (_, close) => {
    const { layer, parts } = fieldsFor(page, offered, at, pasted);
    const form = make("form", { class: "map-ask" }, ...parts, endOf(routes ? "Draw" : "Add", close));
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      result = answerOf(form, layer());
      close();
    });
    return [form];
  });
  return result;
}

/** @typedef {import("./model.js").Layer & { i: number }} Offered a layer, and its index */

/**
 * Returns the layers that something new may belong to.
 * @param {import("./model.js").Layer[]} layers
 * @param {boolean} routes
 * @param {boolean} pasted
 * @returns {Offered[]}
 */
export function offeredFor(layers, routes, pasted) {
  return layers
    .map((layer, i) => ({ ...layer, i }))
    .filter(
      ({ sorts = [], routes: isRoute, inFiles, files = [] }) =>
        sorts.length > 0 && (pasted || Boolean(isRoute) === routes) && (!inFiles || files.length > 0),
    );
}

/**
 * @param {string} label
 * @param {() => void} close
 */
function endOf(label, close) {
  const submit = make("button", { class: "button", type: "submit" }, label);
  return make("div", { class: "form-end" }, submit, button("Cancel", "quiet", close));
}
