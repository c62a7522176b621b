// @ts-check

import { button, make, plural } from "../base/dom.js";
import { rounded, shifted } from "./shift.js";

/** @typedef {import("./page.js").MapPage} MapPage */

/** Why a position has no button that removes it. */
export const whyItStays = "Its file is about this position. To remove it, open the file, then “Edit as text”, and delete it there.";

/**
 * Shows what is chosen: of one position all that can be entered, of several how far they are to be moved.
 * @param {MapPage} page
 */
export function showChosen(page) {
  const room = page.part("chosen");
  const active = document.activeElement?.id;
  const chosen = [...page.model.chosen];
  room.hidden = chosen.length === 0;
  const content = chosen.length === 1 ? one(page, chosen[0]) : chosen.length > 1 ? several(page, chosen) : [];
  room.replaceChildren(...content);
  if (active && room.querySelector(`#${CSS.escape(active)}`)) {
    document.getElementById(active).focus();
  }
}

/**
 * @param {MapPage} page
 * @param {number} i
 */
function one(page, i) {
  const { model } = page;
  const { now, name, sort, layer, problem } = model.features[i];
  const { title } = model.layers[layer];
  const edit = model.editable(i);
  return [
    make("h2", {}, name || title),
    make("p", {}, [title, sort !== name ? sort : ""].filter(Boolean).join(", ")),
    ...(problem ? [make("p", { class: "map-problem" }, problem)] : []),
    edit ? form(page, i) : make("p", {}, whereIs(now)),
    ...(edit && !model.removable(i) ? [make("p", { class: "map-hint" }, whyItStays)] : []),
    make("p", { class: "map-actions" }, ...actionsFor(page, i)),
  ];
}

/**
 * Tells the first points of a place, and its radius.
 * @param {import("./model.js").Place} place
 */
export function whereIs({ points, radius }) {
  const told = points.slice(0, 5).map(([x, z]) => `${rounded(x)} / ${rounded(z)}`);
  return told.join(", ") + (radius ? `, radius ${rounded(radius)} m` : "");
}

/**
 * Returns the links and buttons of a position.
 * @param {MapPage} page
 * @param {number} i
 */
function actionsFor(page, i) {
  const { model } = page;
  const { sid, route } = model.features[i];
  return [
    ...(sid ? [linkTo(page, model.features[i])] : []),
    ...(model.removable(i) ? [button("Remove", "quiet small", () => page.remove())] : []),
    ...(model.editable(i) && route ? [button("Add a point", "quiet small", () => addPoint(page, i))] : []),
  ];
}

/**
 * @param {MapPage} page
 * @param {import("./model.js").Feature} feature
 */
function linkTo(page, { resource, sid, path }) {
  const href = `${page.room.dataset.open}/${resource.replaceAll("/", "-")}/${sid}?at=${encodeURIComponent(path)}`;
  return make("a", { class: "button quiet small", href }, resource === "files" ? "Open the file" : "Open the form");
}

/**
 * @param {MapPage} page
 * @param {number} i
 */
function form(page, i) {
  const { model } = page;
  const { now, layer } = model.features[i];
  const fields = now.points.slice(0, 30).flatMap((point, at) => {
    const label = now.points.length > 1 ? ` ${at + 1}` : "";
    return [
      number(`x${label}`, `map-x-${at}`, point[0], (n) => set(page, i, at, 0, n)),
      number(`z${label}`, `map-z-${at}`, point[1], (n) => set(page, i, at, 1, n)),
      ...(point.length > 2 ? [number(`Height${label}`, `map-y-${at}`, point[2], (n) => set(page, i, at, 2, n))] : []),
    ];
  });
  if (now.radius !== null || model.layers[layer].radius) {
    fields.push(
      number("Radius", "map-radius", now.radius, (n) =>
        page.change([{ feature: i, place: { points: now.points, radius: Math.max(1, n) } }]),
      ),
    );
  }
  return make("div", { class: "map-fields" }, ...fields);
}

/**
 * @param {MapPage} page
 * @param {number} i
 * @param {number} at the number of the point
 * @param {number} axis
 * @param {number} n
 */
function set(page, i, at, axis, n) {
  const { points, radius } = page.model.features[i].now;
  const moved = points.map((point, each) => (each === at ? point.map((old, a) => (a === axis ? n : old)) : point));
  page.change([{ feature: i, place: { points: moved, radius } }]);
}

/**
 * Adds a point behind the last of a route.
 * @param {MapPage} page
 * @param {number} i
 */
function addPoint(page, i) {
  const { points, radius } = page.model.features[i].now;
  const last = points[points.length - 1];
  page.change([{ feature: i, place: { points: [...points, [last[0] + 10, last[1], ...last.slice(2)]], radius } }]);
}

/**
 * @param {string} label
 * @param {string} id
 * @param {number | null} value
 * @param {(n: number) => void} changed
 */
function number(label, id, value, changed) {
  const input = make("input", { type: "number", id, step: "any", value: value === null ? "" : String(rounded(value)) });
  input.addEventListener("change", () => {
    if (input.value !== "" && Number.isFinite(input.valueAsNumber)) {
      changed(input.valueAsNumber);
    }
  });
  return make("p", {}, make("label", { for: id }, label), input);
}

/**
 * @param {MapPage} page
 * @param {number[]} chosen
 */
function several(page, chosen) {
  const movable = chosen.filter((i) => page.model.editable(i));
  const east = make("input", { type: "number", id: "map-east", step: "any", value: "0" });
  const north = make("input", { type: "number", id: "map-north", step: "any", value: "0" });
  const move = button("Move", "quiet small", () => {
    const [x, z] = [east.valueAsNumber || 0, north.valueAsNumber || 0];
    page.change(movable.map((feature) => ({ feature, place: shifted(page.model.features[feature].now, x, z) })));
  });
  return [
    make("h2", {}, `${plural(chosen.length, "position")} chosen`),
    make(
      "div",
      { class: "map-fields" },
      make("p", {}, make("label", { for: "map-east" }, "East by (m)"), east),
      make("p", {}, make("label", { for: "map-north" }, "North by (m)"), north),
    ),
    make(
      "p",
      { class: "map-actions" },
      move,
      button("Remove", "quiet small", () => page.remove()),
    ),
  ];
}
