// @ts-check

/**
 * @typedef {object} Held a position that a form holds
 * @property {any[]} controls
 * @property {number} [line] of its only control, where that has several; -1 for one that is in no line
 * @property {() => import("../map/model.js").Point | null} read
 * @property {(point: import("../map/model.js").Point) => void} write
 */

/**
 * Returns the positions that a form has, in the controls that the server marks as such.
 * @param {HTMLFormElement} form
 * @returns {Held[]}
 */
export function positionsOf(form) {
  return [.../** @type {NodeListOf<any>} */ (form.querySelectorAll("[data-position]"))].flatMap((each) => {
    const { position } = each.dataset;
    if (position === "x") {
      const z = form.querySelector(`input[name="${CSS.escape(each.name.replace(/x(\]?)$/, "z$1"))}"]`);
      return z ? [inControls(each, z)] : [];
    }
    if (position === "json") {
      return pathsIn(parsed(each.value)).map((path) => inJSON(each, path));
    }
    if (position === "column") {
      return [inColumn(each)];
    }
    if (each.localName === "fieldset") {
      const [x, , z] = each.querySelectorAll("input");
      return [inControls(x, z)];
    }
    return linesOf(each).map((_, i) => inLine(each, i, position === "xyz"));
  });
}

/**
 * @param {HTMLInputElement} x
 * @param {HTMLInputElement} z
 * @returns {Held}
 */
function inControls(x, z) {
  return {
    controls: [x, z],
    read: () => (x.value !== "" && z.value !== "" ? pointOf(x.value, z.value) : null),
    write: ([east, north]) => {
      [x.value, z.value] = [String(east), String(north)];
    },
  };
}

/** @param {HTMLTextAreaElement} text */
const linesOf = (text) => text.value.split("\n");

/**
 * @param {string | number} x
 * @param {string | number} z
 * @returns {import("../map/model.js").Point | null}
 */
function pointOf(x, z) {
  const point = [Number(x), Number(z)];
  return point.every(Number.isFinite) ? point : null;
}

/**
 * @param {HTMLTextAreaElement} text
 * @param {number} line
 * @param {boolean} high whether the second of three numbers is the height
 * @returns {Held}
 */
function inLine(text, line, high) {
  const words = () => (linesOf(text)[line] ?? "").trim().split(/[\s,]+/);
  const z = () => (high && words().length > 2 ? 2 : 1);
  return {
    controls: [text],
    line,
    read: () => (words().length > 1 ? pointOf(words()[0], words()[z()]) : null),
    write: ([x, north]) => {
      const lines = linesOf(text);
      const now = words().length > 1 ? words() : high ? ["", heightAbove(text, line), ""] : ["", ""];
      now[high && now.length > 2 ? 2 : 1] = String(north);
      lines[line] = [x, ...now.slice(1)].join(" ");
      text.value = lines.join("\n");
    },
  };
}

/**
 * Returns the height of the line above, which is nearer than 0.
 * @param {HTMLTextAreaElement} text
 * @param {number} line
 */
function heightAbove(text, line) {
  return (linesOf(text)[line - 1] ?? "").trim().split(/[\s,]+/)[1] ?? "0";
}

/**
 * @param {HTMLTextAreaElement} text with a number a line: x and z, and the height between them
 * @returns {Held}
 */
function inColumn(text) {
  const numbers = () => linesOf(text).filter((line) => line.trim() !== "");
  return {
    controls: [text],
    read: () => (numbers().length > 1 ? pointOf(numbers()[0], numbers()[numbers().length - 1]) : null),
    write: ([x, z]) => {
      text.value = [x, ...(numbers().length > 1 ? numbers().slice(1, -1) : ["0"]), z].join("\n");
    },
  };
}

/**
 * Adds a position to the lines of the control, or else of the first that takes several; returns the control.
 * @param {HTMLFormElement} form
 * @param {any} control
 * @param {import("../map/model.js").Point} point
 */
export function addPosition(form, control, point) {
  const takers = [.../** @type {NodeListOf<any>} */ (form.querySelectorAll(linesSelector))];
  const text = takers.includes(control) ? control : takers[0];
  const lines = linesOf(text).filter((line) => line.trim() !== "");
  text.value = [...lines, ""].join("\n");
  inLine(text, lines.length, text.dataset.position === "xyz").write(point);
  text.dispatchEvent(new Event("input", { bubbles: true }));
  return text;
}

/** The controls that take any number of positions. */
export const linesSelector = 'textarea[data-position="xyz"], textarea[data-position="xz"]';

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns where positions are in lists of lists: those of two or three numbers; of a box, which has its size, turn and middle, the last.
 * @param {any} value
 * @param {number[]} [path]
 * @returns {number[][]}
 */
export function pathsIn(value, path = []) {
  if (!Array.isArray(value) || value.length === 0) {
    return [];
  }
  if (value.every((each) => typeof each === "number")) {
    return value.length === 2 || value.length === 3 ? [path] : [];
  }
  const isBox = path.length === 1 && value.length === 3 && value.every((each) => each?.length === 3);
  return value.flatMap((each, i) => (isBox && i < 2 ? [] : pathsIn(each, [...path, i])));
}

/**
 * @param {HTMLTextAreaElement} text
 * @param {number[]} path
 * @returns {Held}
 */
function inJSON(text, path) {
  const listIn = (/** @type {any} */ tree) => path.reduce((list, i) => list?.[i], tree);
  return {
    controls: [text],
    line: -1,
    read: () => {
      const list = listIn(parsed(text.value));
      return list ? pointOf(list[0], list.at(-1)) : null;
    },
    write: ([x, z]) => {
      const tree = parsed(text.value);
      listIn(tree).splice(0, 1, x);
      listIn(tree).splice(-1, 1, z);
      text.value = JSON.stringify(tree);
    },
  };
}
