// @ts-check

import { colorCount, markAt } from "./marks.js";
import { readFeature, testOf } from "./read.js";
import { around, clustersOf, finest, merged, squaresOf } from "./squares.js";

/** @typedef {number[]} Point x, z and perhaps the height, in metres */
/** @typedef {{ points: Point[], radius: number | null }} Place */
/** @typedef {{ slug: string, title: string, edit: boolean, sorts?: string[], known?: string[], choose?: boolean, sortLabel?: string, named?: boolean, routes?: boolean, radius?: boolean, inFiles?: boolean, whole?: string[], goes?: boolean, heights?: boolean, files?: { sid: string, path: string }[] }} Layer */
/**
 * @typedef {object} Feature
 * @property {string} id
 * @property {number} layer its index
 * @property {string} name
 * @property {string} sort
 * @property {string} path
 * @property {string} resource
 * @property {string} sid
 * @property {string} problem
 * @property {string} [file] of a new one: the sid of the file that it is to be in
 * @property {string} text what a filter looks into, in small letters
 * @property {boolean} route
 * @property {boolean} closed
 * @property {boolean} loose whether its points are neither a way nor an area
 * @property {Place} was where it is stored; without points for one that is new
 * @property {Place} now
 * @property {boolean} removed
 */
/** @typedef {{ feature: number, place?: Place, removed?: boolean }} Change */

/** How many features are read at once, between which the page answers. */
const slice = 4_000;

/** Lets the page answer. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** What stands on the map, what of it is shown, and what is not saved. */
export class MapModel {
  /** @param {Layer[]} layers */
  constructor(layers) {
    this.layers = layers;
    /** @type {Feature[]} */
    this.features = [];
    this.hidden = new Set();
    this.filter = "";
    /** @type {Set<number>} */
    this.chosen = new Set();
    /** @type {Change[][]} what brings each change back */
    this.past = [];
    this.colors = layers.map((_, i) => i % colorCount);
    this.marks = layers.map((_, i) => markAt(i));
    this.version = 0;
    /** @type {number[] | null} */
    this.visible = null;
    /** @type {Map<number, import("./squares.js").Cluster[]>} */
    this.levels = new Map();
    /** @type {import("./squares.js").Near | null} */
    this.squares = null;
  }

  /**
   * Takes features of GeoJSON in the place of those that are there.
   * @param {{ features: any[] }} collection
   */
  load(collection) {
    this.take(this.read(collection.features));
  }

  /**
   * Does so a part at a time, so that the page answers meanwhile. What is shown until then stays.
   * @param {{ features: any[] }} collection
   */
  async loadInSlices({ features }) {
    /** @type {Feature[]} */
    const list = [];
    for (let at = 0; at < features.length; at += slice) {
      list.push(...this.read(features.slice(at, at + slice)));
      await pause();
    }
    this.take(list);
    this.shown();
    await pause();
    this.clusters(finest);
    await pause();
  }

  /**
   * @param {any[]} features of GeoJSON
   * @returns {Feature[]}
   */
  read(features) {
    const numbers = new Map(this.layers.map(({ slug }, i) => [slug, i]));
    return features.flatMap((each) => {
      const layer = numbers.get(each.properties.layer);
      return layer === undefined ? [] : [readFeature(each, layer, this.layers)];
    });
  }

  /** @param {Feature[]} features */
  take(features) {
    this.features = features;
    this.chosen.clear();
    this.past = [];
    this.chooseColors();
    this.touch();
  }

  /** Gives each layer with positions a colour of its own, as far as there are enough, and another mark to those that follow. */
  chooseColors() {
    const used = new Set(this.features.map(({ layer }) => layer));
    const order = [...used].sort((a, b) => a - b);
    const others = this.layers.map((_, i) => i).filter((i) => !used.has(i));
    [...order, ...others].forEach((layer, i) => {
      this.colors[layer] = i % colorCount;
      this.marks[layer] = markAt(i);
    });
  }

  /** Forgets what follows from what is shown. */
  touch() {
    this.version++;
    this.visible = null;
    this.squares = null;
    this.levels.clear();
  }

  /** Returns the indexes of the features that are shown. */
  shown() {
    if (!this.visible) {
      const test = testOf(this.filter);
      const all = this.features.map((_, i) => i);
      this.visible = all.filter((i) => !this.features[i].removed && !this.hidden.has(this.features[i].layer) && test(this.features[i]));
    }
    return this.visible;
  }

  /**
   * Puts features that are close together into one, by squares with a side in metres.
   * @param {number} side
   * @returns {import("./squares.js").Cluster[]}
   */
  clusters(side) {
    let list = this.levels.get(side);
    if (!list) {
      list = side > finest ? merged(this.clusters(side / 2), side) : clustersOf(this.features, this.shown(), side);
      this.levels.set(side, list);
    }
    return list;
  }

  /**
   * Returns the indexes of what may be in sight in a part of the world, in their order.
   * @param {number} west
   * @param {number} south
   * @param {number} east
   * @param {number} north
   */
  within(west, south, east, north) {
    this.squares ??= squaresOf(this.features, this.shown());
    return around(this.squares, west, south, east, north) ?? this.shown();
  }

  /** Returns how many features each layer has. */
  counts() {
    const list = this.layers.map(() => 0);
    for (const { layer, removed } of this.features) {
      list[layer] += removed ? 0 : 1;
    }
    return list;
  }

  /** @param {number} i */
  editable(i) {
    return this.layers[this.features[i].layer].edit;
  }

  /**
   * Returns whether the file of a feature is about it alone.
   * @param {number} i
   */
  isWhole(i) {
    const { layer, path } = this.features[i];
    return this.layers[layer].whole?.includes(path) ?? false;
  }

  /** @param {number} i */
  removable(i) {
    return this.editable(i) && (!this.isWhole(i) || this.layers[this.features[i].layer].goes === true);
  }

  /**
   * Changes features as one step that can be undone.
   * @param {Change[]} changes
   */
  change(changes) {
    this.past.push(changes.map((each) => this.apply(each)));
    this.touch();
  }

  /**
   * @param {Change} change
   * @returns {Change} what brings it back
   */
  apply({ feature, place, removed }) {
    const each = this.features[feature];
    const back = { feature, place: each.now, removed: each.removed };
    each.now = place ?? each.now;
    each.removed = removed ?? each.removed;
    return back;
  }

  /** Takes the last change back; returns whether there was one. */
  undo() {
    const last = this.past.pop();
    last?.reverse().forEach((each) => this.apply(each));
    for (const i of [...this.chosen].filter((each) => this.features[each].removed)) {
      this.chosen.delete(i);
    }
    this.touch();
    return last !== undefined;
  }

  /**
   * Adds something new; returns its index.
   * @param {{ layer: number, sort: string, name: string, file?: string }} about
   * @param {Place} place
   */
  add(about, place) {
    const nowhere = { points: /** @type {Point[]} */ ([]), radius: /** @type {number | null} */ (null) };
    const { routes = false } = this.layers[about.layer];
    const name = about.name || about.sort || this.layers[about.layer].title;
    const text = `${name} ${about.sort}`.toLowerCase();
    this.features.push({
      ...{ id: "", path: "", resource: "", sid: "", problem: "", text, route: routes, closed: false, loose: false, removed: true },
      ...{ layer: about.layer, sort: about.sort, name, file: about.file, was: nowhere, now: place },
    });
    this.change([{ feature: this.features.length - 1, removed: false }]);
    return this.features.length - 1;
  }

  /** Returns what is not saved. */
  pending() {
    /** @type {Record<"moved" | "removed" | "added", Feature[]>} */
    const lists = { moved: [], removed: [], added: [] };
    for (const each of this.features) {
      if (each.now === each.was && !each.removed && each.id) {
        continue;
      }
      const { id, removed, now, was, layer } = each;
      if (this.layers[layer].edit && (id ? removed || !samePlace(now, was) : !removed)) {
        lists[id ? (removed ? "removed" : "moved") : "added"].push(each);
      }
    }
    return lists;
  }

  /** Returns the body of a save. */
  body() {
    const { moved, removed, added } = this.pending();
    return {
      moved: moved.map(({ id, was, now }) => ({ id, was, now })),
      removed: removed.map(({ id, was }) => ({ id, was })),
      added: added.map((each) => ({
        layer: this.layers[each.layer].slug,
        sort: each.sort,
        name: this.layers[each.layer].named ? each.name : "",
        file: each.file,
        now: each.now,
      })),
    };
  }

  /**
   * Says where a feature is, for people.
   * @param {number} i
   */
  label(i) {
    const { layer, name, sort, now } = this.features[i];
    const [x, z] = now.points[0];
    const what = sort && sort !== name ? `${name} (${sort})` : name;
    return `${what || this.layers[layer].title}, ${Math.round(x)} / ${Math.round(z)}`;
  }
}

/**
 * @param {Place} a
 * @param {Place} b
 */
export function samePlace(a, b) {
  return a.radius === b.radius && JSON.stringify(a.points) === JSON.stringify(b.points);
}
