// @ts-check

/** @typedef {number[]} Point x, z and perhaps the height, in metres */
/** @typedef {{ points: Point[], radius: number | null }} Place */
/** @typedef {{ slug: string, title: string, edit: boolean, sorts?: string[], known?: string[], choose?: boolean, sortLabel?: string, named?: boolean, routes?: boolean, radius?: boolean, inFiles?: boolean, ownFiles?: boolean, heights?: boolean, files?: { sid: string, path: string }[] }} Layer */
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
/** @typedef {{ x: number, z: number, count: number, first: number, layer: number }} Cluster */
/** @typedef {{ feature: number, place?: Place, removed?: boolean }} Change */

/**
 * @typedef {object} Near what is shown, by the square that it is in
 * @property {Map<number, number[]>} squares
 * @property {number[]} wide what reaches beyond its square
 */

/** The side in metres of the smallest squares that clusters are made of; the larger ones are made of smaller ones. */
const finest = 128;

/** The side in metres of the squares that are looked through for what is in sight. */
const nearby = 256;

/** How many features are read at once, between which the page answers. */
const slice = 4_000;

/** Numbers a square, by its place from the west and from the south. @param {number} x @param {number} z @param {number} side */
const squareOf = (x, z, side) => Math.floor(x / side) * 1_000_000 + Math.floor(z / side);

/** Lets the page answer. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/** How many colours the style sheet has for layers. */
export const colorCount = 12;

/** The marks of layers that share a colour. */
const markNames = ["dot", "square", "triangle"];

/**
 * Returns the mark of the layer that is the nth to get a colour.
 * @param {number} n
 */
const markAt = (n) => markNames[Math.floor(n / colorCount) % markNames.length];

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
    /** @type {Map<number, Cluster[]>} */
    this.levels = new Map();
    /** @type {Near | null} */
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
    return features.map((each) => readFeature(each, numbers.get(each.properties.layer), this.layers));
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
    const { squares, wide } = this.squares;
    if (((east - west) / nearby + 3) * ((north - south) / nearby + 3) > squares.size) {
      return this.shown();
    }
    const lists = [wide];
    for (let x = west - nearby; x < east + 2 * nearby; x += nearby) {
      for (let z = south - nearby; z < north + 2 * nearby; z += nearby) {
        lists.push(squares.get(squareOf(x, z, nearby)) ?? []);
      }
    }
    return lists.flat().sort((a, b) => a - b);
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
 * @param {any} json
 * @param {number} layer
 * @param {Layer[]} layers
 * @returns {Feature}
 */
function readFeature(json, layer, layers) {
  const { name = "", sort = "", path = "", title = "", sid = "", resource = "", problem = "", radius = null } = json.properties;
  const { type, coordinates } = json.geometry;
  const points = type === "Point" ? [coordinates] : type === "Polygon" ? coordinates[0].slice(0, -1) : coordinates;
  const place = { points, radius };
  const route = type !== "Point" || Boolean(layers[layer].routes);
  const text =
    `${name} ${sort} ${title} ${problem} #${path.split(".").findLast((/** @type {string} */ part) => /^\d+$/.test(part)) ?? ""}`.toLowerCase();
  return {
    id: json.id,
    layer,
    name,
    sort,
    path,
    resource,
    sid,
    problem,
    text,
    route,
    closed: type === "Polygon",
    loose: type === "MultiPoint",
    was: place,
    now: place,
    removed: false,
  };
}

/**
 * @param {Place} a
 * @param {Place} b
 */
export function samePlace(a, b) {
  return a.radius === b.radius && JSON.stringify(a.points) === JSON.stringify(b.points);
}

/**
 * Reads a filter: words that must all occur in what is known of a feature, #3 for the position with that number in its list, and
 * radius>100 or radius<100.
 * @param {string} filter
 * @returns {(feature: Feature) => boolean}
 */
function testOf(filter) {
  const tests = filter.toLowerCase().split(/\s+/).filter(Boolean).map(testOfWord);
  return (feature) => tests.every((test) => test(feature));
}

/**
 * @param {string} word
 * @returns {(feature: Feature) => boolean}
 */
function testOfWord(word) {
  const bound = /^radius([<>])(\d+)$/.exec(word);
  if (bound) {
    const [, sign, number] = bound;
    return ({ now }) => now.radius !== null && (sign === ">" ? now.radius > Number(number) : now.radius < Number(number));
  }
  return word.startsWith("#") ? ({ text }) => text.endsWith(` ${word}`) : ({ text }) => text.includes(word);
}

/**
 * @param {Feature[]} features
 * @param {number[]} shown
 * @param {number} side
 */
function clustersOf(features, shown, side) {
  /** @type {Map<number, Cluster>} */
  const squares = new Map();
  for (const i of shown) {
    const { now, layer } = features[i];
    const [x, z] = now.points[0];
    const key = squareOf(x, z, side);
    const square = squares.get(key);
    if (square) {
      square.x += x;
      square.z += z;
      square.count++;
      square.layer = square.layer === layer ? layer : -1;
    } else {
      squares.set(key, { x, z, count: 1, first: i, layer });
    }
  }
  for (const square of squares.values()) {
    square.x /= square.count;
    square.z /= square.count;
  }
  return [...squares.values()];
}

/**
 * Puts clusters of squares of half the side together.
 * @param {Cluster[]} list
 * @param {number} side
 */
function merged(list, side) {
  /** @type {Map<number, Cluster>} */
  const squares = new Map();
  for (const each of list) {
    const key = squareOf(each.x, each.z, side);
    const square = squares.get(key);
    if (square) {
      const count = square.count + each.count;
      square.x = (square.x * square.count + each.x * each.count) / count;
      square.z = (square.z * square.count + each.z * each.count) / count;
      square.count = count;
      square.layer = square.layer === each.layer ? each.layer : -1;
    } else {
      squares.set(key, { ...each });
    }
  }
  return [...squares.values()];
}

/**
 * @param {Feature[]} features
 * @param {number[]} shown
 * @returns {Near}
 */
function squaresOf(features, shown) {
  /** @type {Near} */
  const near = { squares: new Map(), wide: [] };
  for (const i of shown) {
    const { now, route } = features[i];
    if (route || (now.radius ?? 0) > nearby) {
      near.wide.push(i);
      continue;
    }
    const key = squareOf(now.points[0][0], now.points[0][1], nearby);
    const list = near.squares.get(key);
    if (list) {
      list.push(i);
    } else {
      near.squares.set(key, [i]);
    }
  }
  return near;
}

/**
 * Reads coordinates that somebody has copied: of a file of the game, or two or three numbers a line. Of three the second is the height.
 * @param {string} text
 * @returns {Point[]}
 */
export function readCoordinates(text) {
  return text
    .split("\n")
    .map((line) => {
      const x = /\bx="?\s*(-?[\d.]+)/.exec(line);
      const z = /\bz="?\s*(-?[\d.]+)/.exec(line);
      if (x && z) {
        return [Number(x[1]), Number(z[1])];
      }
      const numbers = (line.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
      return numbers.length >= 3 ? [numbers[0], numbers[2], numbers[1]] : numbers;
    })
    .filter((point) => point.length >= 2 && point.every(Number.isFinite));
}
