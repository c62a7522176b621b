// @ts-check

import { make } from "./grid-dom.js";
import { followHand } from "./map-hand.js";
import { MapModel } from "./map-model.js";
import { MapView } from "./map-view.js";

/**
 * @typedef {object} Held a position that a form holds
 * @property {HTMLElement[]} controls
 * @property {() => import("./map-model.js").Point | null} read
 * @property {(point: import("./map-model.js").Point) => void} write
 */

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
  await addStyle();
  const [first] = positionsOf(form)[0].controls;
  (first.closest("fieldset, .group") ?? first.parentElement).after(figure);
  figure.append(make("figcaption", {}, "Drag a position, or click where the chosen one is to be."));
  follow(form, new MapView(canvas, new MapModel([{ slug: "form", title: "Positions", edit: true }]), ground.size), ground, zooms);
}

/** Loads the style sheet of the map, without which its canvas has no size. */
function addStyle() {
  const link = make("link", { rel: "stylesheet", href: new URL("map.css", import.meta.url).href });
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {MapView} view
 * @param {import("./map-view.js").Ground} ground
 * @param {HTMLElement} zooms
 */
function follow(form, view, ground, zooms) {
  const { model } = view;
  /** @type {Held[]} */
  let held = [];
  let chosen = 0;
  view.ground = ground;
  const read = () => {
    held = positionsOf(form).filter((each) => each.read());
    model.load({ features: held.map((each, i) => featureOf(each.read(), i)) });
    if (held[chosen]) {
      model.chosen.add(chosen);
    }
    view.draw();
  };
  const write = (/** @type {Held} */ each, /** @type {import("./map-model.js").Point} */ point) => {
    each.write(point);
    each.controls.forEach((control) => control.dispatchEvent(new Event("input", { bubbles: true })));
  };
  followHand(view, {
    choose: ([i]) => {
      if (i === undefined) {
        return;
      }
      chosen = i;
      read();
    },
    moved: (changes) => changes.forEach(({ feature, place }) => write(held[feature], place.points[0])),
    menu: () => {},
    at: () => {},
    finish: () => {},
  });
  view.canvas.addEventListener("click", (event) => {
    const box = view.canvas.getBoundingClientRect();
    const at = /** @type {[number, number]} */ ([event.clientX - box.left, event.clientY - box.top]);
    const which = held[chosen] ?? positionsOf(form)[0];
    if (event.detail === 1 && view.at(...at).feature === undefined && !view.at(...at).cluster && which && !view.moved) {
      write(
        which,
        view.toWorld(...at).map((n) => Math.round(n * 100) / 100),
      );
    }
  });
  form.addEventListener("input", read);
  form.addEventListener("focusin", (event) => {
    const i = held.findIndex(({ controls }) => controls.length > 1 && controls.includes(/** @type {HTMLElement} */ (event.target)));
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
    if (held.length === 1) {
      view.center(model.features[0].now.points[0]);
      view.scale = view.width / around;
      view.draw();
    }
  });
}

/**
 * @param {import("./map-model.js").Point} point
 * @param {number} i
 */
function featureOf(point, i) {
  const properties = { layer: "form", name: "", path: String(i) };
  return { id: String(i), geometry: { type: "Point", coordinates: point }, properties };
}

/** A control whose name ends with x has one beside it whose name ends with z; of three numbers the first and the last are a position. */
const xName = /(^|\[)x(\]?)$/;
const vectorID = /(position|center|spawn)[^-]*-0$/i;

/**
 * Returns the positions that a form has: in controls of their own, and in lines that begin with x and z.
 * @param {HTMLFormElement} form
 * @returns {Held[]}
 */
export function positionsOf(form) {
  /** @type {Held[]} */
  const list = [];
  for (const x of form.querySelectorAll("input[type=number]")) {
    const named = xName.test(x.name) ? form.querySelector(`input[name="${CSS.escape(x.name.replace(xName, "$1z$2"))}"]`) : null;
    const third = vectorID.test(x.id) ? form.querySelector(`#${CSS.escape(x.id.replace(/-0$/, "-2"))}`) : null;
    if (named || third) {
      list.push(inControls(x, named ?? third));
    }
  }
  for (const text of form.querySelectorAll('textarea[name$="positions"], textarea[name$="[positions]"]')) {
    text.value.split("\n").forEach((/** @type {string} */ _, /** @type {number} */ i) => list.push(inLine(text, i)));
  }
  return list;
}

/**
 * @param {HTMLInputElement} x
 * @param {HTMLInputElement} z
 * @returns {Held}
 */
function inControls(x, z) {
  return {
    controls: [x, z],
    read: () => (x.value !== "" && z.value !== "" ? [Number(x.value), Number(z.value)] : null),
    write: ([east, north]) => {
      [x.value, z.value] = [String(east), String(north)];
    },
  };
}

/**
 * @param {HTMLTextAreaElement} text
 * @param {number} i
 * @returns {Held}
 */
function inLine(text, i) {
  const words = () => (text.value.split("\n")[i] ?? "").trim().split(/\s+/);
  return {
    controls: [text],
    read: () => {
      const [x, z] = words().slice(0, 2).map(Number);
      return words()[0] !== "" && Number.isFinite(x) && Number.isFinite(z) ? [x, z] : null;
    },
    write: ([x, z]) => {
      const lines = text.value.split("\n");
      lines[i] = [x, z, ...words().slice(2)].join(" ");
      text.value = lines.join("\n");
    },
  };
}
