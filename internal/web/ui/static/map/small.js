// @ts-check

import { make } from "../base/dom.js";
import { addPosition, linesSelector, positionsOf } from "../form/positions.js";
import { followHand } from "./hand.js";
import { MapModel } from "./model.js";
import { MapView } from "./view.js";

/** @typedef {import("../form/positions.js").Held} Held */

/** How wide a form's map shows the world at least, in metres: around one position, and around several. */
const [aroundOne, aroundSeveral] = [2_000, 500];

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
  const first = positionsOf(form)[0]?.controls.at(-1) ?? form.querySelector("[data-position]");
  (first.closest(".setting-members, [data-rows], [data-position]:not(input)") ?? first).closest("fieldset, .field").after(figure);
  figure.append(make("figcaption", {}, "Drag a position, or click where the chosen one is to be."));
  const view = new MapView(canvas, new MapModel([{ slug: "form", title: "Positions", edit: true }]), ground.size);
  view.clustered = false;
  follow(form, view, ground, zooms);
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
 * @param {import("./view.js").Ground} ground
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
    model.load({ features: held.map((each, i) => featureOf(each.read(), i, held.length)) });
    if (held[chosen]) {
      model.chosen.add(chosen);
    }
    view.draw();
  };
  const write = (/** @type {Held} */ each, /** @type {import("./model.js").Point} */ point) => {
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
    if (event.detail !== 1 || view.at(...at).feature !== undefined || view.moved) {
      return;
    }
    const point = view.toWorld(...at).map((n) => Math.round(n * 100) / 100);
    if (adder?.ariaPressed === "true") {
      const text = addPosition(form, which?.controls[0], point);
      chosen = held.findLastIndex(({ controls }) => controls[0] === text);
      read();
    } else if (which) {
      write(which, point);
    }
  });
  form.addEventListener("input", read);
  for (const event of ["focusin", "click", "keyup"]) {
    form.addEventListener(event, ({ target }) => {
      const i = heldBy(held, target);
      if (i >= 0 && i !== chosen) {
        chosen = i;
        read();
      }
    });
  }
  const tool = (/** @type {string} */ label, /** @type {string | undefined} */ name, /** @type {() => void} */ action) => {
    const made = make("button", { type: "button", class: "button quiet small", "aria-label": name }, label);
    made.addEventListener("click", action);
    zooms.append(made);
    return made;
  };
  tool("+", "Zoom in", () => view.zoom(2));
  tool("−", "Zoom out", () => view.zoom(0.5));
  const adder = form.querySelector(linesSelector)
    ? tool("Add by click", undefined, () => (adder.ariaPressed = String(adder.ariaPressed !== "true")))
    : undefined;
  read();
  requestAnimationFrame(() => {
    view.resize();
    view.showAll();
    const points = model.features.map(({ now }) => now.points[0]).filter(([x, z]) => x !== 0 || z !== 0);
    if (points.length > 0) {
      view.fit(points, points.length > 1 ? aroundSeveral : aroundOne);
    }
  });
}

/**
 * Returns the number of the position that a control holds; of several in its lines, that of the line with the cursor. -1 for none.
 * @param {Held[]} held
 * @param {any} control
 */
function heldBy(held, control) {
  const line = control.localName === "textarea" ? control.value.slice(0, control.selectionStart).split("\n").length - 1 : 0;
  return held.findIndex((each) => each.controls.includes(control) && (each.line ?? line) === line);
}

/**
 * @param {import("./model.js").Point} point
 * @param {number} i
 * @param {number} count of all
 */
function featureOf(point, i, count) {
  const properties = { layer: "form", name: count > 1 ? String(i + 1) : "", path: String(i) };
  return { id: String(i), geometry: { type: "Point", coordinates: point }, properties };
}
