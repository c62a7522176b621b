// @ts-check

/** @typedef {import("./view.js").MapView} MapView */

/** How long and wide a piece of a road is drawn, in metres. */
const [wayLength, wayWidth] = [16, 4];

/** How many metres beyond what is in sight buildings are drawn that reach into it. */
const aroundSight = 50;

/**
 * @param {MapView} view
 * @param {{ image: HTMLImageElement, west: number, south: number, east: number, north: number }} picture
 */
export function paintPicture(view, { image, west, south, east, north }) {
  if (image.complete && image.naturalWidth > 0) {
    const [left, top] = view.toScreen([west, north]);
    view.pen.imageSmoothingEnabled = true;
    view.pen.drawImage(image, left, top, (east - west) * view.scale, (north - south) * view.scale);
  }
}

/**
 * Draws a line every 100 m, 1 km or 5 km, with its distance from the edge.
 * @param {MapView} view
 */
export function paintGrid(view) {
  const { pen, colors } = view;
  const step = [100, 500, 1000, 5000].find((each) => each * view.scale >= 56) ?? 10_000;
  pen.strokeStyle = colors.rule;
  pen.fillStyle = colors.soft;
  pen.lineWidth = 1;
  pen.font = `11px ${colors.font}`;
  pen.textBaseline = "bottom";
  pen.beginPath();
  for (let at = 0; at <= view.size; at += step) {
    const [x] = view.toScreen([at, 0]);
    const [, y] = view.toScreen([0, at]);
    pen.moveTo(x, view.toScreen([0, view.size])[1]);
    pen.lineTo(x, view.toScreen([0, 0])[1]);
    pen.moveTo(view.toScreen([0, 0])[0], y);
    pen.lineTo(view.toScreen([view.size, 0])[0], y);
  }
  pen.stroke();
  for (let at = 0; at <= view.size; at += step) {
    pen.fillText(String(at), view.toScreen([at, 0])[0] + 3, view.height - 3);
    pen.fillText(String(at), 3, view.toScreen([0, at])[1] - 2);
  }
}

/** @param {MapView} view */
export function paintGround(view) {
  const { ways, buildings, classes } = view.ground;
  view.pen.fillStyle = view.colors.soft;
  const [west, south, east, north] = view.corners();
  const isOut = (/** @type {number} */ x, /** @type {number} */ z) =>
    x < west - aroundSight || x > east + aroundSight || z < south - aroundSight || z > north + aroundSight;
  for (let i = 0; i < ways.length; i += 3) {
    if (!isOut(ways[i], ways[i + 1])) {
      paintBlock(view, ways[i], ways[i + 1], ways[i + 2], wayWidth, wayLength);
    }
  }
  for (let i = 0; i < buildings.length; i += 4) {
    view.pen.fillStyle = view.holds?.[i / 4] ? view.colors.loot : view.colors.building;
    if (!isOut(buildings[i], buildings[i + 1])) {
      const size = classes[buildings[i + 3]];
      paintBlock(view, buildings[i], buildings[i + 1], buildings[i + 2], 2 * Math.max(2, size.east), 2 * Math.max(2, size.north));
    }
  }
}

/**
 * Draws a rectangle that stands at a position.
 * @param {MapView} view
 * @param {number} x
 * @param {number} z
 * @param {number} yaw in degrees
 * @param {number} east its size in metres
 * @param {number} north
 */
function paintBlock(view, x, z, yaw, east, north) {
  const { pen, scale } = view;
  const left = view.width / 2 + (x - view.x) * scale;
  const top = view.height / 2 - (z - view.z) * scale;
  const across = Math.max(1.5, scale * east);
  const along = Math.max(1.5, scale * north);
  if (across < 4 && along < 4) {
    pen.fillRect(left - across / 2, top - along / 2, across, along);
    return;
  }
  pen.save();
  pen.translate(left, top);
  pen.rotate((yaw * Math.PI) / 180);
  pen.fillRect(-across / 2, -along / 2, across, along);
  pen.restore();
}

/**
 * Draws how much loot the buildings of a square hold, all of it or that of one type.
 * @param {MapView} view
 */
export function paintLoot(view) {
  const side = view.size / 128;
  const { squares, most } = lootSquares(view, side);
  for (const [key, loot] of squares) {
    const [left, top] = view.toScreen([(key % 1000) * side, (Math.floor(key / 1000) + 1) * side]);
    view.pen.fillStyle = `rgb(214 60 36 / ${Math.min(0.75, 0.08 + 0.67 * Math.sqrt(loot / most))})`;
    view.pen.fillRect(left, top, side * view.scale + 0.5, side * view.scale + 0.5);
  }
}

/**
 * @param {MapView} view
 * @param {number} side in metres
 */
function lootSquares(view, side) {
  if (!view.loot) {
    const { buildings, classes } = view.ground;
    /** @type {Map<number, number>} */
    const squares = new Map();
    for (let i = 0; i < buildings.length; i += 4) {
      const key = Math.floor(buildings[i] / side) + 1000 * Math.floor(buildings[i + 1] / side);
      const loot = view.holds ? (view.holds[i / 4] ?? 0) : classes[buildings[i + 3]].loot;
      if (loot > 0) {
        squares.set(key, (squares.get(key) ?? 0) + loot);
      }
    }
    view.loot = { squares, most: Math.max(1, ...squares.values()) };
  }
  return view.loot;
}
