// @ts-check

/** @typedef {import("./model.js").Feature} Feature */
/** @typedef {import("./model.js").Layer} Layer */
/** @typedef {import("./model.js").Point} Point */

/**
 * @param {any} json
 * @param {number} layer
 * @param {Layer[]} layers
 * @returns {Feature}
 */
export function readFeature(json, layer, layers) {
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
 * Reads a filter: words that must all occur in what is known of a feature, #3 for the position with that number in its list, and
 * radius>100 or radius<100.
 * @param {string} filter
 * @returns {(feature: Feature) => boolean}
 */
export function testOf(filter) {
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
