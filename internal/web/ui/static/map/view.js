// @ts-check

import { paintDrawing, paintFeatures } from "./features.js";
import { paintGrid, paintGround, paintLoot, paintPicture } from "./ground.js";
import { colorCount } from "./marks.js";

/** @typedef {import("./model.js").MapModel} MapModel */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {{ ways: number[], buildings: number[], classes: { name: string, loot: number, east: number, north: number }[] }} Ground */

/** How many pixels a cluster takes at least, so that no two overlap much. */
const clusterSize = 40;

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
    this.pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.colors = colorsOf(canvas);
    this.width = 0;
    this.height = 0;
    this.x = size / 2;
    this.z = size / 2;
    this.scale = 0.05;
    /** @type {Ground} */
    this.ground = { ways: [], buildings: [], classes: [] };
    /** @type {{ squares: Map<number, number>, most: number } | null} by numbers of squares */
    this.loot = null;
    /** @type {Uint8Array | null} how many of one type each building can hold; null for no type */
    this.holds = null;
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
    this.resize();
    this.showAll();
  }

  /** Takes the colours over from the style sheet. */
  readColors() {
    this.colors = colorsOf(this.canvas);
    this.draw();
  }

  /**
   * Shows where one type lies instead of all loot.
   * @param {Uint8Array | null} holds how many each building can hold; null for no type
   */
  holding(holds) {
    this.holds = holds;
    this.loot = null;
    this.draw();
  }

  /** @param {string} address of a picture of what is painted over the map; empty for none */
  paintOver(address) {
    this.painted = null;
    if (address) {
      this.painted = new Image();
      this.painted.addEventListener("load", () => this.draw());
      this.painted.src = address;
    }
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
      paintPicture(this, this.picture);
    }
    if (this.painted?.complete && this.painted.naturalWidth > 0) {
      pen.imageSmoothingEnabled = side < this.painted.naturalWidth; // cells stay sharp, but none is left out
      pen.drawImage(this.painted, left, top, side, side);
    }
    if (this.showsLoot) {
      paintLoot(this);
    }
    paintGrid(this);
    if (this.showsGround) {
      paintGround(this);
    }
    paintFeatures(this);
    paintDrawing(this);
  }

  /** Returns the side of the squares in which features are put together, in metres; 0 if none are. */
  clusterSide() {
    return !this.clustered || this.scale >= singleScale ? 0 : 2 ** Math.ceil(Math.log2(clusterSize / this.scale));
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

  /**
   * Returns what is at a place of the canvas: a feature, the number of one of its points, or the handle of its radius; or a cluster.
   * @param {number} left
   * @param {number} top
   * @returns {{ feature?: number, point?: number, handle?: boolean, cluster?: import("./squares.js").Cluster }}
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

/**
 * Returns the colours, and the font, that the style sheet has for a canvas.
 * @param {HTMLCanvasElement} canvas
 */
function colorsOf(canvas) {
  const probe = document.createElement("span");
  canvas.after(probe);
  const resolved = (/** @type {string} */ name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    sheet: resolved("sheet"),
    paper: resolved("paper"),
    ink: resolved("ink"),
    soft: resolved("ink-soft"),
    rule: resolved("rule"),
    focus: resolved("focus"),
    building: resolved("map-building"),
    loot: resolved("map-loot"),
    font: getComputedStyle(canvas).getPropertyValue("--text").trim() || "sans-serif",
    layers: Array.from({ length: colorCount }, (_, i) => resolved(`map-${i}`)),
  };
  probe.remove();
  return colors;
}
