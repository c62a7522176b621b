// @ts-check

import { colorCount } from "./map-model.js";

/** @typedef {import("./map-model.js").MapModel} MapModel */
/** @typedef {import("./map-model.js").Point} Point */
/** @typedef {{ ways: number[], buildings: number[], classes: { name: string, loot: number, east: number, north: number }[] }} Ground */

/** How many pixels a cluster takes at least, so that no two overlap much. */
const clusterSize = 40;

/** How long and wide a piece of a road is drawn, in metres. */
const [wayLength, wayWidth] = [16, 4];

/** How many metres beyond what is in sight buildings are drawn that reach into it. */
const aroundSight = 50;

/** The scale in pixels a metre from which on every feature is drawn by itself. */
const singleScale = 0.6;

/** The canvas of the map: which part of the world it shows, and how. */
export class MapView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {MapModel} model
   * @param {number} size of the world's side, in metres
   */
  constructor(canvas, model, size) {
    this.canvas = canvas;
    this.model = model;
    this.size = size;
    this.pen = canvas.getContext("2d");
    this.x = size / 2;
    this.z = size / 2;
    this.scale = 0.05;
    /** @type {Ground} */
    this.ground = { ways: [], buildings: [], classes: [] };
    this.showsGround = true;
    this.showsLoot = false;
    this.clustered = true;
    /** @type {HTMLImageElement | null} */
    this.painted = null;
    /** @type {{ image: HTMLImageElement, west: number, south: number, east: number, north: number } | null} */
    this.picture = null;
    /** @type {{ from: Point, to: Point } | null} */
    this.frame = null;
    /** @type {Point[] | null} a route that is being drawn */
    this.drawing = null;
    this.frames = /** @type {number[]} */ ([]);
    this.waiting = false;
    this.moved = false; // whether the pointer has moved something since it went down
    new ResizeObserver(() => this.resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.readColors());
    new MutationObserver(() => this.readColors()).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.readColors();
    this.resize();
    this.showAll();
  }

  /** Takes the colours over from the style sheet. */
  readColors() {
    const probe = document.createElement("span");
    this.canvas.parentElement.append(probe);
    const resolved = (/** @type {string} */ name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    this.colors = {
      ...{ sheet: resolved("sheet"), paper: resolved("paper"), ink: resolved("ink"), soft: resolved("ink-soft"), rule: resolved("rule") },
      ...{
        focus: resolved("focus"),
        building: resolved("map-building"),
        font: getComputedStyle(this.canvas).getPropertyValue("--text").trim() || "sans-serif",
      },
      layers: Array.from({ length: colorCount }, (_, i) => resolved(`map-${i}`)),
    };
    probe.remove();
    this.draw();
  }

  /** @param {number} layer */
  colorOf(layer) {
    return layer < 0 ? this.colors.soft : this.colors.layers[this.model.colors[layer]];
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.draw();
  }

  showAll() {
    this.x = this.size / 2;
    this.z = this.size / 2;
    this.scale = Math.max(0.001, (0.96 * Math.min(this.width, this.height)) / this.size);
    this.draw();
  }

  /**
   * @param {Point} point
   * @returns {[number, number]}
   */
  toScreen([x, z]) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 - (z - this.z) * this.scale];
  }

  /**
   * @param {number} left
   * @param {number} top
   * @returns {[number, number]}
   */
  toWorld(left, top) {
    return [this.x + (left - this.width / 2) / this.scale, this.z - (top - this.height / 2) / this.scale];
  }

  /**
   * Zooms so that a place of the canvas stays where it is.
   * @param {number} factor
   * @param {number} [left]
   * @param {number} [top]
   */
  zoom(factor, left = this.width / 2, top = this.height / 2) {
    const [x, z] = this.toWorld(left, top);
    this.scale = Math.min(20, Math.max(0.2 * (Math.min(this.width, this.height) / this.size), this.scale * factor));
    const [newX, newZ] = this.toWorld(left, top);
    this.x += x - newX;
    this.z += z - newZ;
    this.draw();
  }

  /**
   * @param {number} right in pixels
   * @param {number} down
   */
  pan(right, down) {
    this.x = Math.min(this.size, Math.max(0, this.x - right / this.scale));
    this.z = Math.min(this.size, Math.max(0, this.z + down / this.scale));
    this.draw();
  }

  /** @param {Point} point */
  center([x, z]) {
    this.x = x;
    this.z = z;
    this.scale = Math.max(this.scale, singleScale);
    this.draw();
  }

  /**
   * Shows all points, and a part of the world around them.
   * @param {Point[]} points
   * @param {number} least how many metres it is wide at least
   */
  fit(points, least) {
    const [xs, zs] = [points.map(([x]) => x), points.map(([, z]) => z)];
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    this.x = (west + east) / 2;
    this.z = (south + north) / 2;
    this.scale = Math.min(this.width / Math.max(least, 1.2 * (east - west)), this.height / Math.max(0.5 * least, 1.3 * (north - south)));
    this.draw();
  }

  /** Draws with the next frame. */
  draw() {
    if (!this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        const began = performance.now();
        this.paint();
        this.frames = [...this.frames.slice(-119), performance.now() - began];
      });
    }
  }

  paint() {
    const { pen, colors } = this;
    pen.fillStyle = colors.paper;
    pen.fillRect(0, 0, this.width, this.height);
    const [left, top] = this.toScreen([0, this.size]);
    const side = this.size * this.scale;
    pen.fillStyle = colors.sheet;
    pen.fillRect(left, top, side, side);
    if (this.picture) {
      this.paintPicture(this.picture);
    }
    if (this.painted?.complete && this.painted.naturalWidth > 0) {
      pen.imageSmoothingEnabled = side < this.painted.naturalWidth; // cells stay sharp, but none is left out
      pen.drawImage(this.painted, left, top, side, side);
    }
    if (this.showsLoot) {
      this.paintLoot();
    }
    this.paintGrid();
    if (this.showsGround) {
      this.paintGround();
    }
    this.paintFeatures();
    this.paintDrawing();
  }

  /** @param {{ image: HTMLImageElement, west: number, south: number, east: number, north: number }} picture */
  paintPicture({ image, west, south, east, north }) {
    if (image.complete && image.naturalWidth > 0) {
      const [left, top] = this.toScreen([west, north]);
      this.pen.imageSmoothingEnabled = true;
      this.pen.drawImage(image, left, top, (east - west) * this.scale, (north - south) * this.scale);
    }
  }

  /** Draws a line every 100 m, 1 km or 5 km, with its distance from the edge. */
  paintGrid() {
    const { pen, colors } = this;
    const step = [100, 500, 1000, 5000].find((each) => each * this.scale >= 56) ?? 10_000;
    pen.strokeStyle = colors.rule;
    pen.fillStyle = colors.soft;
    pen.lineWidth = 1;
    pen.font = `11px ${colors.font}`;
    pen.textBaseline = "bottom";
    pen.beginPath();
    for (let at = 0; at <= this.size; at += step) {
      const [x] = this.toScreen([at, 0]);
      const [, y] = this.toScreen([0, at]);
      pen.moveTo(x, this.toScreen([0, this.size])[1]);
      pen.lineTo(x, this.toScreen([0, 0])[1]);
      pen.moveTo(this.toScreen([0, 0])[0], y);
      pen.lineTo(this.toScreen([this.size, 0])[0], y);
    }
    pen.stroke();
    for (let at = 0; at <= this.size; at += step) {
      pen.fillText(String(at), this.toScreen([at, 0])[0] + 3, this.height - 3);
      pen.fillText(String(at), 3, this.toScreen([0, at])[1] - 2);
    }
  }

  paintGround() {
    const { ways, buildings, classes } = this.ground;
    this.pen.fillStyle = this.colors.soft;
    const [west, south, east, north] = this.corners();
    const isOut = (/** @type {number} */ x, /** @type {number} */ z) =>
      x < west - aroundSight || x > east + aroundSight || z < south - aroundSight || z > north + aroundSight;
    for (let i = 0; i < ways.length; i += 3) {
      if (!isOut(ways[i], ways[i + 1])) {
        this.paintBlock(ways[i], ways[i + 1], ways[i + 2], wayWidth, wayLength);
      }
    }
    this.pen.fillStyle = this.colors.building;
    for (let i = 0; i < buildings.length; i += 4) {
      if (!isOut(buildings[i], buildings[i + 1])) {
        const size = classes[buildings[i + 3]];
        this.paintBlock(buildings[i], buildings[i + 1], buildings[i + 2], 2 * Math.max(2, size.east), 2 * Math.max(2, size.north));
      }
    }
  }

  /**
   * Draws a rectangle that stands at a position.
   * @param {number} x
   * @param {number} z
   * @param {number} yaw in degrees
   * @param {number} east its size in metres
   * @param {number} north
   */
  paintBlock(x, z, yaw, east, north) {
    const { pen, scale } = this;
    const left = this.width / 2 + (x - this.x) * scale;
    const top = this.height / 2 - (z - this.z) * scale;
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

  /** Draws how much loot the buildings of a square hold. */
  paintLoot() {
    const side = this.size / 128;
    const { squares, most } = this.lootSquares(side);
    for (const [key, loot] of squares) {
      const [left, top] = this.toScreen([(key % 1000) * side, (Math.floor(key / 1000) + 1) * side]);
      this.pen.fillStyle = `rgb(214 60 36 / ${Math.min(0.75, 0.08 + 0.67 * Math.sqrt(loot / most))})`;
      this.pen.fillRect(left, top, side * this.scale + 0.5, side * this.scale + 0.5);
    }
  }

  /** @param {number} side in metres */
  lootSquares(side) {
    if (!this.loot) {
      const { buildings, classes } = this.ground;
      /** @type {Map<number, number>} */
      const squares = new Map();
      for (let i = 0; i < buildings.length; i += 4) {
        const key = Math.floor(buildings[i] / side) + 1000 * Math.floor(buildings[i + 1] / side);
        squares.set(key, (squares.get(key) ?? 0) + classes[buildings[i + 3]].loot);
      }
      this.loot = { squares, most: Math.max(1, ...squares.values()) };
    }
    return this.loot;
  }

  /** Returns the side of the squares in which features are put together, in metres; 0 if none are. */
  clusterSide() {
    return !this.clustered || this.scale >= singleScale ? 0 : 2 ** Math.ceil(Math.log2(clusterSize / this.scale));
  }

  paintFeatures() {
    const side = this.clusterSide();
    if (side === 0) {
      this.model
        .within(...this.corners())
        .filter((i) => this.inSight(i))
        .forEach((i) => this.paintOne(i));
    } else {
      this.model.clusters(side).forEach((each) => (each.count === 1 ? this.paintOne(each.first) : this.paintCluster(each)));
    }
    for (const i of this.model.chosen) {
      this.paintChosen(i);
    }
  }

  /**
   * Returns the edges of what is in sight.
   * @returns {[number, number, number, number]} west, south, east and north
   */
  corners() {
    const [west, north] = this.toWorld(0, 0);
    const [east, south] = this.toWorld(this.width, this.height);
    return [west, south, east, north];
  }

  /** @param {number} i */
  inSight(i) {
    const { now, route } = this.model.features[i];
    const [left, top] = this.toScreen(now.points[0]);
    const room = 20 + (now.radius ?? 0) * this.scale;
    return route || (left > -room && top > -room && left < this.width + room && top < this.height + room);
  }

  /** @param {number} i */
  paintOne(i) {
    const { pen } = this;
    const { now, layer, route, closed, loose, name } = this.model.features[i];
    const color = this.colorOf(layer);
    if (!route && !this.inSight(i)) {
      return;
    }
    pen.strokeStyle = color;
    pen.fillStyle = color;
    if (loose) {
      now.points.forEach((point) => this.paintDot(...this.toScreen(point), layer));
    } else if (route && now.points.length > 1) {
      this.paintWay(now.points, closed);
    }
    const [left, top] = this.toScreen(now.points[0]);
    if (now.radius && now.radius * this.scale > 6) {
      pen.globalAlpha = 0.16;
      pen.beginPath();
      pen.arc(left, top, now.radius * this.scale, 0, 2 * Math.PI);
      pen.fill();
      pen.globalAlpha = 0.8;
      pen.strokeStyle = color;
      pen.lineWidth = 1;
      pen.stroke();
      pen.globalAlpha = 1;
    }
    this.paintDot(left, top, layer);
    if (this.scale > 1.2 || !this.clustered) {
      pen.font = `12px ${this.colors.font}`;
      pen.textBaseline = "middle";
      pen.fillStyle = this.colors.ink;
      pen.fillText(name, left + 9, top);
    }
  }

  /**
   * @param {number} left
   * @param {number} top
   * @param {number} layer
   */
  paintDot(left, top, layer) {
    const { pen } = this;
    pen.beginPath();
    const mark = this.model.marks[layer];
    if (mark === "square") {
      pen.rect(left - 4.5, top - 4.5, 9, 9);
    } else if (mark === "triangle") {
      pen.moveTo(left, top - 6);
      pen.lineTo(left + 6, top + 5);
      pen.lineTo(left - 6, top + 5);
      pen.closePath();
    } else {
      pen.arc(left, top, 5, 0, 2 * Math.PI);
    }
    pen.fill();
    pen.strokeStyle = this.colors.sheet;
    pen.lineWidth = 1.5;
    pen.stroke();
  }

  /**
   * @param {Point[]} points
   * @param {boolean} closed
   */
  paintWay(points, closed) {
    const { pen } = this;
    pen.beginPath();
    points.forEach((point, i) => (i === 0 ? pen.moveTo(...this.toScreen(point)) : pen.lineTo(...this.toScreen(point))));
    if (closed) {
      pen.closePath();
      pen.globalAlpha = 0.16;
      pen.fill();
      pen.globalAlpha = 1;
    }
    pen.lineWidth = 2;
    pen.stroke();
  }

  /** @param {import("./map-model.js").Cluster} cluster */
  paintCluster({ x, z, count, layer }) {
    const { pen } = this;
    const [left, top] = this.toScreen([x, z]);
    const radius = Math.min(16, 6 + 1.5 * Math.log2(count));
    if (left < -radius || top < -radius || left > this.width + radius || top > this.height + radius) {
      return;
    }
    pen.beginPath();
    pen.arc(left, top, radius, 0, 2 * Math.PI);
    pen.fillStyle = this.colors.sheet;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = this.colorOf(layer);
    pen.stroke();
    pen.fillStyle = this.colors.ink;
    pen.font = `10px ${this.colors.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(count < 1000 ? String(count) : `${Math.round(count / 1000)}k`, left, top);
    pen.textAlign = "left";
  }

  /** @param {number} i */
  paintChosen(i) {
    const { pen } = this;
    const { now } = this.model.features[i];
    this.paintOne(i);
    pen.strokeStyle = this.colors.focus;
    pen.lineWidth = 2.5;
    for (const point of now.points) {
      const [left, top] = this.toScreen(point);
      pen.beginPath();
      pen.arc(left, top, 9, 0, 2 * Math.PI);
      pen.stroke();
    }
    if (now.radius && this.model.chosen.size === 1) {
      const [left, top] = this.toScreen([now.points[0][0] + now.radius, now.points[0][1]]);
      pen.fillStyle = this.colors.focus;
      pen.fillRect(left - 5, top - 5, 10, 10);
    }
  }

  /** Draws the frame that selects, and a route that is being drawn. */
  paintDrawing() {
    const { pen } = this;
    pen.strokeStyle = this.colors.focus;
    pen.fillStyle = this.colors.focus;
    if (this.frame) {
      const [left, top] = this.toScreen(this.frame.from);
      const [right, bottom] = this.toScreen(this.frame.to);
      pen.lineWidth = 1.5;
      pen.strokeRect(left, top, right - left, bottom - top);
    }
    if (this.drawing) {
      this.paintWay(this.drawing, false);
      this.drawing.forEach((point) => pen.fillRect(this.toScreen(point)[0] - 3, this.toScreen(point)[1] - 3, 6, 6));
    }
  }

  /**
   * Returns what is at a place of the canvas: a feature, the number of one of its points, or the handle of its radius; or a cluster.
   * @param {number} left
   * @param {number} top
   * @returns {{ feature?: number, point?: number, handle?: boolean, cluster?: import("./map-model.js").Cluster }}
   */
  at(left, top) {
    const near = (/** @type {Point} */ point, /** @type {number} */ room) =>
      Math.hypot(this.toScreen(point)[0] - left, this.toScreen(point)[1] - top) <= room;
    for (const i of this.model.chosen) {
      const { now } = this.model.features[i];
      if (now.radius && this.model.chosen.size === 1 && near([now.points[0][0] + now.radius, now.points[0][1]], 10)) {
        return { feature: i, handle: true };
      }
      const point = now.points.findIndex((each) => near(each, 12));
      if (point >= 0) {
        return { feature: i, point };
      }
    }
    const side = this.clusterSide();
    const room = window.matchMedia("(pointer: coarse)").matches ? 20 : 10;
    if (side === 0) {
      const [x, z] = this.toWorld(left, top);
      const feature = this.model.within(x, z, x, z).findLast((i) => near(this.model.features[i].now.points[0], room));
      return feature === undefined ? {} : { feature, point: 0 };
    }
    const cluster = this.model.clusters(side).findLast((each) => near([each.x, each.z], each.count > 1 ? 18 : room));
    return cluster?.count === 1 ? { feature: cluster.first, point: 0 } : { cluster };
  }
}
