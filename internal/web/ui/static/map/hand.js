// @ts-check

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {{ choose: (features: number[], more: boolean) => void, moved: (changes: import("./model.js").Change[]) => void, menu: (at: Point) => void, at: (at: Point) => void, finish: () => void }} Hand what the pointer does to the page */

/** Rounds to centimetres, which is what the files of the game hold. @param {number} n */
const rounded = (n) => Math.round(n * 100) / 100;

/**
 * Returns a place whose points are moved.
 * @param {import("./model.js").Place} place
 * @param {number} east
 * @param {number} north
 * @param {number} [only] the number of the only point to move
 */
export function shifted({ points, radius }, east, north, only) {
  return {
    radius,
    points: points.map(([x, z, ...height], i) =>
      only === undefined || only === i ? [rounded(x + east), rounded(z + north), ...height] : [x, z, ...height],
    ),
  };
}

/** How long a finger rests until that counts as a right click, in milliseconds. */
const longPress = 550;

/** How close to the last point of a route another click is part of a double click, in pixels. */
const sameClick = 8;

/**
 * Follows mouse, pen and fingers.
 * @param {MapView} view
 * @param {Hand} hand
 */
export function followHand(view, hand) {
  const { canvas } = view;
  /** @type {Map<number, [number, number]>} */
  const fingers = new Map();
  /** @type {{ start: [number, number], last: [number, number], hit: ReturnType<MapView["at"]>, frame: boolean, moving: boolean, before: Map<number, import("./model.js").Place> } | null} */
  let grip = null;
  let press = 0; // the timer of a finger that rests

  const placeOf = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return /** @type {[number, number]} */ ([event.clientX - box.left, event.clientY - box.top]);
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) {
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    fingers.set(event.pointerId, place);
    const hit = fingers.size === 1 ? view.at(...place) : {};
    view.moved = false;
    clearTimeout(press);
    if (event.pointerType === "touch" && fingers.size === 1) {
      press = setTimeout(() => openMenu(place), longPress);
    }
    grip = { start: place, last: place, hit, frame: event.shiftKey && hit.feature === undefined, moving: false, before: new Map() };
  });

  canvas.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    hand.at(view.toWorld(...place));
    if (!fingers.has(event.pointerId) || !grip) {
      return;
    }
    if (fingers.size === 2) {
      pinch(event.pointerId, place);
      return;
    }
    fingers.set(event.pointerId, place);
    if (!grip.moving && Math.hypot(place[0] - grip.start[0], place[1] - grip.start[1]) < 4) {
      return;
    }
    if (!grip.moving) {
      begin(event);
    }
    move(place);
  });

  /** @param {[number, number]} place */
  function openMenu(place) {
    grip = null;
    fingers.clear();
    hand.menu(/** @type {Point} */ (view.toWorld(...place).map(rounded)));
  }

  /** @param {PointerEvent} event */
  function begin(event) {
    clearTimeout(press);
    grip.moving = true;
    view.moved = true;
    const { feature } = grip.hit;
    const known = feature !== undefined && view.model.chosen.has(feature);
    if (feature === undefined || view.drawing || !view.model.editable(feature) || (event.pointerType === "touch" && !known)) {
      grip.hit = {};
      return;
    }
    if (!known) {
      hand.choose([feature], false);
    }
    const all = [...view.model.chosen].filter((i) => view.model.editable(i));
    grip.before = new Map(all.map((i) => [i, view.model.features[i].now]));
  }

  /** @param {[number, number]} place */
  function move(place) {
    const [fromX, fromZ] = view.toWorld(...grip.start);
    const [x, z] = view.toWorld(...place);
    if (grip.frame) {
      view.frame = { from: [fromX, fromZ], to: [x, z] };
    } else if (grip.before.size > 0) {
      const only = grip.before.size === 1 && view.model.features[grip.hit.feature].route ? grip.hit.point : undefined;
      for (const [i, was] of grip.before) {
        const around = was.points[0];
        const radius = Math.max(1, Math.round(Math.hypot(x - around[0], z - around[1])));
        view.model.features[i].now = grip.hit.handle ? { points: was.points, radius } : shifted(was, x - fromX, z - fromZ, only);
      }
    } else {
      view.pan(place[0] - grip.last[0], place[1] - grip.last[1]);
    }
    grip.last = place;
    view.draw();
  }

  /**
   * @param {number} id
   * @param {[number, number]} place
   */
  function pinch(id, place) {
    const other = [...fingers].find(([each]) => each !== id)[1];
    const was = fingers.get(id);
    const apart = Math.hypot(place[0] - other[0], place[1] - other[1]) / Math.max(1, Math.hypot(was[0] - other[0], was[1] - other[1]));
    fingers.set(id, place);
    view.pan((place[0] - was[0]) / 2, (place[1] - was[1]) / 2);
    view.zoom(apart, (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
    grip = { start: place, last: place, hit: {}, frame: false, moving: true, before: new Map() };
  }

  canvas.addEventListener("pointerup", (event) => {
    clearTimeout(press);
    fingers.delete(event.pointerId);
    if (!grip) {
      return;
    }
    if (!grip.moving) {
      click(event);
    } else if (grip.frame && view.frame) {
      hand.choose(within(view), true);
    } else if (grip.before.size > 0) {
      const changes = [...grip.before].map(([feature, was]) => {
        const place = view.model.features[feature].now;
        view.model.features[feature].now = was;
        return { feature, place };
      });
      hand.moved(changes);
    }
    view.frame = null;
    const [left] = fingers.values();
    grip = left ? { ...grip, start: left, last: left, before: new Map() } : null; // the finger that is left goes on from where it is
    view.draw();
  });

  canvas.addEventListener("pointercancel", (event) => {
    clearTimeout(press);
    fingers.delete(event.pointerId);
    grip?.before.forEach((was, i) => (view.model.features[i].now = was));
    grip = null;
    view.draw();
  });

  /** @param {PointerEvent} event */
  function click(event) {
    const place = placeOf(event);
    const { feature, cluster } = view.at(...place);
    if (view.drawing) {
      drawTo(place);
    } else if (cluster) {
      view.zoom(3, ...place);
    } else {
      hand.choose(feature === undefined ? [] : [feature], event.shiftKey || event.ctrlKey || event.metaKey);
    }
  }

  /** @param {[number, number]} place */
  function drawTo(place) {
    const last = view.drawing.at(-1);
    const [left, top] = last ? view.toScreen(last) : [Infinity, 0];
    if (Math.hypot(left - place[0], top - place[1]) > sameClick) {
      view.drawing.push(/** @type {Point} */ (view.toWorld(...place).map(rounded)));
      view.draw();
    }
  }

  canvas.addEventListener("dblclick", (event) => (view.drawing ? hand.finish() : view.zoom(2, ...placeOf(event))));
  canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") {
      openMenu(placeOf(event));
    }
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...placeOf(event));
    },
    { passive: false },
  );
}

/** Returns the features in the frame. @param {MapView} view */
function within(view) {
  const { from, to } = view.frame;
  const [west, east] = [from[0], to[0]].sort((a, b) => a - b);
  const [south, north] = [from[1], to[1]].sort((a, b) => a - b);
  return view.model.shown().filter((i) => {
    const [x, z] = view.model.features[i].now.points[0];
    return x >= west && x <= east && z >= south && z <= north;
  });
}

/** How many metres the arrows move what is chosen, and pixels the map. */
const [step, bigStep, panned] = [1, 10, 60];

/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Follows the keys while the canvas has the focus.
 * @param {MapView} view
 * @param {Hand & { undo: () => void, remove: () => void, add: () => void, leave: () => void }} hand
 */
export function followMapKeys(view, hand) {
  view.canvas.addEventListener("keydown", (event) => {
    const arrow = arrows[event.key];
    if (arrow && event.altKey) {
      const by = event.shiftKey ? bigStep : step;
      const changes = [...view.model.chosen]
        .filter((i) => view.model.editable(i))
        .map((feature) => ({ feature, place: shifted(view.model.features[feature].now, arrow[0] * by, arrow[1] * by) }));
      hand.moved(changes);
    } else if (arrow) {
      view.pan(-arrow[0] * panned, arrow[1] * panned);
    } else if (event.key === "+" || event.key === "=") {
      view.zoom(1.5);
    } else if (event.key === "-") {
      view.zoom(1 / 1.5);
    } else if (event.key === "0") {
      view.showAll();
    } else if (event.key === "Delete") {
      hand.remove();
    } else if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
      hand.undo();
    } else if (event.key === "a" || event.key === "Insert") {
      hand.add();
    } else if (event.key === "Enter") {
      hand.finish();
    } else if (event.key === "Escape") {
      hand.leave();
    } else {
      return;
    }
    event.preventDefault();
  });
}
