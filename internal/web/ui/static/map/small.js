// @ts-check

import { make } from "../base/dom.js";
import { addPosition, linesSelector, positionsOf } from "../form/positions.js";
import { followHand, spotOf } from "./hand.js";
import { MapModel } from "./model.js";
import { rounded } from "./shift.js";
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
  figure.append(make("figcaption", {}, "Drag a position, or click where it should be."));
  const view = new MapView(canvas, new MapModel([{ slug: "form", title: "Positions", edit: true }]), ground.size);
  view.clustered = false;
  view.ground = ground;
  const map = new SmallMap(form, view);
  map.followPointer();
  map.followForm();
  addTools(map, zooms);
  map.read();
  requestAnimationFrame(() => map.showAll());
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

/** The map of a form: which positions the form holds, and which of them is chosen. */
class SmallMap {
  /**
   * @param {HTMLFormElement} form
   * @param {MapView} view
   */
  constructor(form, view) {
    this.form = form;
    this.view = view;
    /** @type {Held[]} */
    this.held = [];
    this.chosen = 0;
    this.adds = false; // whether a click adds a position
  }

  /** Takes the positions over from the form. */
  read() {
    const { model } = this.view;
    const read = positionsOf(this.form).map((each) => ({ each, point: each.read() }));
    const held = read.flatMap(({ each, point }) => (point ? [{ each, point }] : []));
    this.held = held.map(({ each }) => each);
    model.load({ features: held.map(({ point }, i) => featureOf(point, i, held.length)) });
    if (this.held[this.chosen]) {
      model.chosen.add(this.chosen);
    }
    this.view.draw();
  }

  /** @param {number | undefined} i */
  choose(i) {
    if (i !== undefined) {
      this.chosen = i;
      this.read();
    }
  }

  /** Follows the pointer on the map. */
  followPointer() {
    followHand(this.view, {
      choose: ([i]) => this.choose(i),
      moved: (changes) => changes.forEach(({ feature, place }) => write(this.held[feature], place.points[0])),
      menu: () => {},
      at: () => {},
      finish: () => {},
    });
    this.view.canvas.addEventListener("click", (event) => this.click(event));
  }

  /** Follows what is entered into the form, and which of its controls has the focus. */
  followForm() {
    this.form.addEventListener("input", () => this.read());
    for (const event of ["focusin", "click", "keyup"]) {
      this.form.addEventListener(event, ({ target }) => {
        const i = heldBy(this.held, target);
        if (i >= 0 && i !== this.chosen) {
          this.choose(i);
        }
      });
    }
  }

  /**
   * Puts the chosen position where the map is clicked, or adds one there.
   * @param {MouseEvent} event
   */
  click(event) {
    const { view } = this;
    const spot = spotOf(view.canvas, event);
    if (event.detail !== 1 || view.at(...spot).feature !== undefined || view.moved) {
      return;
    }
    const point = view.toWorld(...spot).map(rounded);
    const which = this.held[this.chosen] ?? positionsOf(this.form)[0];
    if (this.adds) {
      const text = addPosition(this.form, which?.controls[0], point);
      this.choose(this.held.findLastIndex(({ controls }) => controls[0] === text));
    } else if (which) {
      write(which, point);
    }
  }

  /** Shows all positions, but for those that nobody has filled in. */
  showAll() {
    const { view } = this;
    view.resize();
    view.showAll();
    const points = view.model.features.map(({ now }) => now.points[0]).filter(([x, z]) => x !== 0 || z !== 0);
    if (points.length > 0) {
      view.fit(points, points.length > 1 ? aroundSeveral : aroundOne);
    }
  }
}

/**
 * Adds the buttons of a map.
 * @param {SmallMap} map
 * @param {HTMLElement} zooms where they stand
 */
function addTools(map, zooms) {
  const { view, form } = map;
  const tools = [tool("+", "Zoom in", () => view.zoom(2)), tool("−", "Zoom out", () => view.zoom(0.5))];
  if (form.querySelector(linesSelector)) {
    const adder = tool("Add by click", undefined, () => {
      map.adds = !map.adds;
      adder.ariaPressed = String(map.adds);
    });
    tools.push(adder);
  }
  zooms.append(...tools);
}

/**
 * @param {string} label
 * @param {string | undefined} name
 * @param {() => void} action
 * @returns {HTMLButtonElement}
 */
function tool(label, name, action) {
  const made = make("button", { type: "button", class: "button quiet small", "aria-label": name }, label);
  made.addEventListener("click", action);
  return made;
}

/**
 * @param {Held} held
 * @param {import("./model.js").Point} point
 */
function write(held, point) {
  held.write(point);
  held.controls.forEach((control) => control.dispatchEvent(new Event("input", { bubbles: true })));
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
