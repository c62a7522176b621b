// @ts-check

/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./model.js").Place} Place */

/** Rounds to centimetres, which is what the files of the game hold. @param {number} n */
export const rounded = (n) => Math.round(n * 100) / 100;

/**
 * Returns a place whose points are moved.
 * @param {Place} place
 * @param {number} east
 * @param {number} north
 * @param {number} [only] the number of the only point to move
 * @returns {Place}
 */
export function shifted({ points, radius }, east, north, only) {
  return {
    radius,
    points: points.map(([x, z, ...height], i) =>
      only === undefined || only === i ? [rounded(x + east), rounded(z + north), ...height] : [x, z, ...height],
    ),
  };
}

/**
 * Returns a place whose radius reaches to a point, in whole metres and at least one.
 * @param {Place} place
 * @param {Point} point
 * @returns {Place}
 */
export function reaching({ points }, [x, z]) {
  const [[left, bottom]] = points;
  return { points, radius: Math.max(1, Math.round(Math.hypot(x - left, z - bottom))) };
}
