// @ts-check

/** @typedef {import("./model.js").Feature} Feature */
/** @typedef {{ x: number, z: number, count: number, first: number, layer: number }} Cluster */

/**
 * @typedef {object} Near what is shown, by the square that it is in
 * @property {Map<number, number[]>} squares
 * @property {number[]} wide what reaches beyond its square
 */

/** The side in metres of the smallest squares that clusters are made of; the larger ones are made of smaller ones. */
export const finest = 128;

/** The side in metres of the squares that are looked through for what is in sight. */
const nearby = 256;

/** Numbers a square, by its place from the west and from the south. @param {number} x @param {number} z @param {number} side */
const squareOf = (x, z, side) => Math.floor(x / side) * 1_000_000 + Math.floor(z / side);

/**
 * @param {Feature[]} features
 * @param {number[]} shown
 * @param {number} side
 */
export function clustersOf(features, shown, side) {
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
export function merged(list, side) {
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
export function squaresOf(features, shown) {
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
 * Returns the indexes of what may be in sight in a part of the world, in their order; undefined where that is most of what there is.
 * @param {Near} near
 * @param {number} west
 * @param {number} south
 * @param {number} east
 * @param {number} north
 */
export function around({ squares, wide }, west, south, east, north) {
  if (((east - west) / nearby + 3) * ((north - south) / nearby + 3) > squares.size) {
    return undefined;
  }
  const lists = [wide];
  for (let x = west - nearby; x < east + 2 * nearby; x += nearby) {
    for (let z = south - nearby; z < north + 2 * nearby; z += nearby) {
      lists.push(squares.get(squareOf(x, z, nearby)) ?? []);
    }
  }
  return lists.flat().sort((a, b) => a - b);
}
