// @ts-check

import { make } from "../base/dom.js";

/** @typedef {import("./page.js").MapPage} MapPage */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./add.js").Offered} Offered */

/** What was added last, for the next time. */
const last = { layer: "", sort: "", name: "", file: "" };

/** The radius in metres that new positions begin with. */
const usualRadius = 100;

/** How many names of a layer are offered for new positions. */
const mostNames = 500;

/**
 * Returns the fields of the dialog, and what tells the layer that is chosen in them.
 * @param {MapPage} page
 * @param {Offered[]} offered
 * @param {Point | undefined} at
 * @param {boolean} pasted
 */
export function fieldsFor(page, offered, at, pasted) {
  const choice = make("select", { id: "add-layer" }, ...offered.map(({ slug, title }) => make("option", { value: slug }, title)));
  choice.value = offered.some(({ slug }) => slug === last.layer) ? last.layer : offered[0].slug;
  const layer = () => offered.find(({ slug }) => slug === choice.value) ?? offered[0];
  const more = make("div", { class: "map-fields" });
  const fill = () =>
    more.replaceChildren(...fileFields(layer()), ...sortFields(layer()), ...nameFields(page, layer()), ...radiusFields(layer()));
  choice.addEventListener("change", fill);
  fill();
  const what = make("p", {}, make("label", { for: "add-layer" }, "What"), choice);
  return { layer, parts: [what, more, make("div", { class: "map-fields" }, ...placeFields(at, pasted))] };
}

/**
 * Returns what was entered, and remembers it for the next time.
 * @param {HTMLFormElement} form
 * @param {Offered} layer
 */
export function answerOf(form, layer) {
  const value = (/** @type {string} */ id) => form.querySelector(`#${id}`)?.value ?? "";
  const about = { sort: value("add-sort"), name: value("add-name"), file: value("add-file") };
  Object.assign(last, { ...about, layer: layer.slug });
  const at = [Number(value("add-x")), Number(value("add-z"))];
  return { ...about, layer: layer.i, text: value("add-text"), at, radius: Number(value("add-radius")) };
}

/**
 * @param {Point | undefined} at
 * @param {boolean} pasted
 */
function placeFields(at, pasted) {
  if (pasted) {
    const text = make("textarea", { id: "add-text", rows: "6", required: "", spellcheck: "false" });
    return [
      make(
        "p",
        {},
        make(
          "label",
          { for: "add-text" },
          "Coordinates, one position a line: x z, x height z, or lines of the game's files. A route has a point a line.",
        ),
        text,
      ),
    ];
  }
  return at ? [labelled("x", "add-x", at[0]), labelled("z", "add-z", at[1])] : [];
}

/**
 * @param {string} label
 * @param {string} id
 * @param {number} value
 */
function labelled(label, id, value) {
  const input = make("input", { type: "number", step: "any", id, required: "", value: String(value) });
  return make("p", {}, make("label", { for: id }, label), input);
}

/** @param {import("./model.js").Layer} layer */
function sortFields({ sorts = [], known = [], choose, sortLabel, named, slug }) {
  const offered = sortLabel ? known : sorts.filter(Boolean);
  const options = offered.map((each) => make("option", { value: each }, each));
  const fields = [];
  if (sortLabel && !choose) {
    const value = slug === last.layer ? last.sort : "";
    const input = make("input", { id: "add-sort", list: "add-sorts", required: named ? undefined : "", value });
    fields.push(make("p", {}, make("label", { for: "add-sort" }, sortLabel), input, make("datalist", { id: "add-sorts" }, ...options)));
  } else if (options.length > 1) {
    fields.push(make("p", {}, make("label", { for: "add-sort" }, sortLabel ?? "Sort"), make("select", { id: "add-sort" }, ...options)));
  }
  return fields;
}

/** @param {import("./model.js").Layer} layer */
function fileFields({ files = [] }) {
  if (files.length === 0) {
    return [];
  }
  const choice = make("select", { id: "add-file" }, ...files.map(({ sid, path }) => make("option", { value: sid }, path)));
  choice.value = files.some(({ sid }) => sid === last.file) ? last.file : files[0].sid;
  return [make("p", {}, make("label", { for: "add-file" }, "File"), choice)];
}

/**
 * @param {MapPage} page
 * @param {import("./model.js").Layer & { i: number }} layer
 */
function nameFields({ model }, { named, inFiles, slug, i }) {
  if (!named) {
    return [];
  }
  const names = inFiles ? [...new Set(model.features.filter(({ layer }) => layer === i).map(({ name }) => name))].slice(0, mostNames) : [];
  const options = names.sort().map((value) => make("option", { value }));
  const value = inFiles && slug === last.layer ? last.name : "";
  const input = make("input", { id: "add-name", list: "add-names", required: "", value });
  return [make("p", {}, make("label", { for: "add-name" }, "Name"), input, make("datalist", { id: "add-names" }, ...options))];
}

/** @param {import("./model.js").Layer} layer */
function radiusFields({ radius, inFiles }) {
  if (!radius) {
    return [];
  }
  const input = make("input", {
    type: "number",
    id: "add-radius",
    min: "1",
    step: "any",
    required: inFiles ? "" : undefined,
    value: String(usualRadius),
  });
  return [make("p", {}, make("label", { for: "add-radius" }, "Radius (m)"), input)];
}
