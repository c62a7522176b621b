// @ts-check

import { make } from "./grid-dom.js";
import { followHand } from "./map-hand.js";
import { MapModel } from "./map-model.js";
import { MapView } from "./map-view.js";

/** @typedef {{ x: HTMLInputElement, z: HTMLInputElement }} Pair the controls of one position */

/** How wide a form's map shows the world around its only position, in metres. */
const around = 2_000;

/**
 * Puts a small map into a form with positions: it shows them, and moves them by the pointer. The controls stay as they are.
 * @param {HTMLFormElement} form
 * @param {string} address of the instance's map
 */
export async function addSmallMap(form, address) {
  const answer = await fetch(`${address}/ground`, { headers: { Accept: "application/json" } });
  if (!answer.ok || !answer.headers.get("Content-Type")?.includes("json")) {
    return;
  }
  const ground = await answer.json();
  const canvas = make("canvas", { class: "map-canvas", role: "img", "aria-label": "The positions of this form on the map" });
  const zooms = make("div", { class: "map-zoom" });
  const figure = make("figure", { class: "map-small" }, make("div", { class: "map-stage" }, canvas, zooms));
  document.head.append(make("link", { rel: "stylesheet", href: new URL("map.css", import.meta.url).href }));
  const first = pairsOf(form)[0].x;
  (first.closest("fieldset, .group") ?? first.parentElement).after(figure);
  figure.append(make("figcaption", {}, "Drag a position, or click where the chosen one is to be."));
  follow(form, new MapView(canvas, new MapModel([{ slug: "form", title: "Positions", edit: true }]), ground.size), ground, zooms);
}

/**
 * @param {HTMLFormElement} form
 * @param {MapView} view
 * @param {import("./map-view.js").Ground} ground
 * @param {HTMLElement} zooms
 */
function follow(form, view, ground, zooms) {
  const { model } = view;
  /** @type {Pair[]} */
  let pairs = [];
  let chosen = 0;
  view.ground = ground;
  const read = () => {
    pairs = pairsOf(form).filter(({ x, z }) => x.value !== "" && z.value !== "");
    model.load({ features: pairs.map(featureOf) });
    if (pairs[chosen]) {
      model.chosen.add(chosen);
    }
    view.draw();
  };
  const write = (/** @type {Pair} */ { x, z }, /** @type {import("./map-model.js").Point} */ point) => {
    [x.value, z.value] = [String(point[0]), String(point[1])];
    [x, z].forEach((each) => each.dispatchEvent(new Event("input", { bubbles: true })));
  };
  followHand(view, {
    choose: ([i]) => {
      if (i === undefined) {
        return;
      }
      chosen = i;
      read();
    },
    moved: (changes) => changes.forEach(({ feature, place }) => write(pairs[feature], place.points[0])),
    menu: () => {},
    at: () => {},
    finish: () => {},
  });
  view.canvas.addEventListener("click", (event) => {
    const box = view.canvas.getBoundingClientRect();
    const at = /** @type {[number, number]} */ ([event.clientX - box.left, event.clientY - box.top]);
    const pair = pairs[chosen] ?? pairsOf(form)[0];
    if (event.detail === 1 && view.at(...at).feature === undefined && !view.at(...at).cluster && pair && !view.moved) {
      write(
        pair,
        view.toWorld(...at).map((n) => Math.round(n * 100) / 100),
      );
    }
  });
  form.addEventListener("input", read);
  form.addEventListener("focusin", (event) => {
    const i = pairs.findIndex(({ x, z }) => event.target === x || event.target === z);
    chosen = i < 0 ? chosen : i;
    read();
  });
  for (const [label, name, action] of /** @type {[string, string, () => void][]} */ ([
    ["+", "Zoom in", () => view.zoom(2)],
    ["−", "Zoom out", () => view.zoom(0.5)],
  ])) {
    const made = make("button", { type: "button", class: "button quiet small", "aria-label": name }, label);
    made.addEventListener("click", action);
    zooms.append(made);
  }
  read();
  requestAnimationFrame(() => {
    view.resize();
    view.showAll();
    if (pairs.length === 1) {
      view.center(model.features[0].now.points[0]);
      view.scale = view.width / around;
      view.draw();
    }
  });
}

/**
 * @param {Pair} pair
 * @param {number} i
 */
function featureOf({ x, z }, i) {
  const properties = { layer: "form", name: "", path: String(i) };
  return { id: String(i), geometry: { type: "Point", coordinates: [Number(x.value), Number(z.value)] }, properties };
}

/** A control whose name ends with x has one beside it whose name ends with z; of three numbers the first and the last are a position. */
const xName = /(^|\[)x(\]?)$/;
const vectorID = /(position|center|spawn)[^-]*-0$/i;

/**
 * Returns the controls of the positions that a form has.
 * @param {HTMLFormElement} form
 * @returns {Pair[]}
 */
export function pairsOf(form) {
  /** @type {Pair[]} */
  const pairs = [];
  for (const x of form.querySelectorAll("input[type=number]")) {
    const named = xName.test(x.name) ? form.querySelector(`input[name="${CSS.escape(x.name.replace(xName, "$1z$2"))}"]`) : null;
    const third = vectorID.test(x.id) ? form.querySelector(`#${CSS.escape(x.id.replace(/-0$/, "-2"))}`) : null;
    if (named || third) {
      pairs.push({ x, z: named ?? third });
    }
  }
  return pairs;
}
