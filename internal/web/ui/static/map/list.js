// @ts-check

import { button, make } from "../base/dom.js";

/** @typedef {import("./page.js").MapPage} MapPage */

/** How many positions the list shows at once. */
export const shownAtOnce = 100;

/**
 * Shows the layers that have positions, each with its number and a box that hides it.
 * @param {MapPage} page
 */
export function drawLayers(page) {
  const { model } = page;
  const counts = model.counts();
  const lines = model.layers.flatMap(({ title, slug }, i) => (counts[i] > 0 ? [layerLine(page, i, title, slug, counts[i])] : []));
  const active = document.activeElement?.id;
  page.part("layers").replaceChildren(...lines);
  if (active?.startsWith("layer-")) {
    document.getElementById(active)?.focus();
  }
}

/**
 * @param {MapPage} page
 * @param {number} layer
 * @param {string} title
 * @param {string} slug
 * @param {number} count
 */
function layerLine(page, layer, title, slug, count) {
  const { model } = page;
  const id = `layer-${slug}`;
  const box = make("input", { type: "checkbox", id, checked: model.hidden.has(layer) ? undefined : "" });
  box.addEventListener("change", () => {
    model.hidden[box.checked ? "delete" : "add"](layer);
    model.touch();
    page.view.draw();
    drawList(page);
  });
  return make(
    "li",
    {},
    box,
    markOf(model, layer),
    make("label", { for: id }, title),
    make("span", { class: "map-count" }, count.toLocaleString("en")),
  );
}

/**
 * Lists the positions that are shown, and says how many there are.
 * @param {MapPage} page
 * @param {number} [most]
 */
export function drawList(page, most = page.listed) {
  const { model } = page;
  page.listed = most;
  const shown = model.shown();
  page.part("total").textContent = shown.length.toLocaleString("en");
  const items = shown.slice(0, most).map((i) => listLine(page, i));
  const more =
    shown.length > most
      ? [
          make(
            "li",
            {},
            button("Show more", "quiet small", () => drawList(page, most + shownAtOnce)),
          ),
        ]
      : [];
  const at = document.activeElement?.getAttribute("data-feature");
  page.part("list").replaceChildren(...items, ...more);
  if (at) {
    page.part("list").querySelector(`[data-feature="${at}"]`)?.focus();
  }
}

/**
 * @param {MapPage} page
 * @param {number} i
 */
function listLine(page, i) {
  const { model, view } = page;
  const chosen = model.chosen.has(i);
  const label = model.label(i);
  const line = make("button", { type: "button", class: "map-line", "data-feature": String(i), "aria-pressed": String(chosen) }, label);
  line.addEventListener("click", () => {
    page.choose([i]);
    view.center(model.features[i].now.points[0]);
  });
  const box = make("input", {
    type: "checkbox",
    "data-feature": `${i} too`,
    "aria-label": `Choose ${label}`,
    checked: chosen ? "" : undefined,
  });
  box.addEventListener("change", () => page.choose([i], true));
  line.prepend(markOf(model, model.features[i].layer));
  return make("li", {}, box, line);
}

/**
 * Returns the mark of a layer.
 * @param {import("./model.js").MapModel} model
 * @param {number} layer
 */
function markOf(model, layer) {
  const mark = make("span", { class: `map-mark ${model.marks[layer]}`, "aria-hidden": "true" });
  mark.style.color = `var(--map-${model.colors[layer]})`;
  return mark;
}
