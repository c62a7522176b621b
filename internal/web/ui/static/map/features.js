// @ts-check

/** @typedef {import("./view.js").MapView} MapView */
/** @typedef {import("./model.js").Point} Point */

/** @param {MapView} view */
export function paintFeatures(view) {
  const side = view.clusterSide();
  if (side === 0) {
    view.model
      .within(...view.corners())
      .filter((i) => view.inSight(i))
      .forEach((i) => paintOne(view, i));
  } else {
    view.model.clusters(side).forEach((each) => (each.count === 1 ? paintOne(view, each.first) : paintCluster(view, each)));
  }
  for (const i of view.model.chosen) {
    paintChosen(view, i);
  }
}

/**
 * @param {MapView} view
 * @param {number} i
 */
function paintOne(view, i) {
  const { pen } = view;
  const { now, layer, route, closed, loose, name } = view.model.features[i];
  const color = view.colorOf(layer);
  if (!route && !view.inSight(i)) {
    return;
  }
  pen.strokeStyle = color;
  pen.fillStyle = color;
  if (loose) {
    now.points.forEach((point) => paintDot(view, ...view.toScreen(point), layer));
  } else if (route && now.points.length > 1) {
    paintWay(view, now.points, closed);
  }
  const [left, top] = view.toScreen(now.points[0]);
  if (now.radius && now.radius * view.scale > 6) {
    paintRing(view, left, top, now.radius * view.scale);
  }
  paintDot(view, left, top, layer);
  if (view.scale > 1.2 || !view.clustered) {
    pen.font = `12px ${view.colors.font}`;
    pen.textBaseline = "middle";
    pen.fillStyle = view.colors.ink;
    pen.fillText(name, left + 9, top);
  }
}

/**
 * Draws the circle around a position.
 * @param {MapView} view
 * @param {number} left
 * @param {number} top
 * @param {number} radius in pixels
 */
function paintRing({ pen }, left, top, radius) {
  pen.globalAlpha = 0.16;
  pen.beginPath();
  pen.arc(left, top, radius, 0, 2 * Math.PI);
  pen.fill();
  pen.globalAlpha = 0.8;
  pen.strokeStyle = pen.fillStyle;
  pen.lineWidth = 1;
  pen.stroke();
  pen.globalAlpha = 1;
}

/**
 * @param {MapView} view
 * @param {number} left
 * @param {number} top
 * @param {number} layer
 */
function paintDot(view, left, top, layer) {
  const { pen } = view;
  pen.beginPath();
  const mark = view.model.marks[layer];
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
  pen.strokeStyle = view.colors.sheet;
  pen.lineWidth = 1.5;
  pen.stroke();
}

/**
 * @param {MapView} view
 * @param {Point[]} points
 * @param {boolean} closed
 */
function paintWay(view, points, closed) {
  const { pen } = view;
  pen.beginPath();
  points.forEach((point, i) => (i === 0 ? pen.moveTo(...view.toScreen(point)) : pen.lineTo(...view.toScreen(point))));
  if (closed) {
    pen.closePath();
    pen.globalAlpha = 0.16;
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.lineWidth = 2;
  pen.stroke();
}

/**
 * @param {MapView} view
 * @param {import("./squares.js").Cluster} cluster
 */
function paintCluster(view, { x, z, count, layer }) {
  const { pen } = view;
  const [left, top] = view.toScreen([x, z]);
  const radius = Math.min(16, 6 + 1.5 * Math.log2(count));
  if (left < -radius || top < -radius || left > view.width + radius || top > view.height + radius) {
    return;
  }
  pen.beginPath();
  pen.arc(left, top, radius, 0, 2 * Math.PI);
  pen.fillStyle = view.colors.sheet;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = view.colorOf(layer);
  pen.stroke();
  pen.fillStyle = view.colors.ink;
  pen.font = `10px ${view.colors.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count < 1000 ? String(count) : `${Math.round(count / 1000)}k`, left, top);
  pen.textAlign = "left";
}

/**
 * @param {MapView} view
 * @param {number} i
 */
function paintChosen(view, i) {
  const { pen } = view;
  const { now } = view.model.features[i];
  paintOne(view, i);
  pen.strokeStyle = view.colors.focus;
  pen.lineWidth = 2.5;
  for (const point of now.points) {
    const [left, top] = view.toScreen(point);
    pen.beginPath();
    pen.arc(left, top, 9, 0, 2 * Math.PI);
    pen.stroke();
  }
  if (now.radius && view.model.chosen.size === 1) {
    const [left, top] = view.toScreen([now.points[0][0] + now.radius, now.points[0][1]]);
    pen.fillStyle = view.colors.focus;
    pen.fillRect(left - 5, top - 5, 10, 10);
  }
}

/**
 * Draws the frame that selects, and a route that is being drawn.
 * @param {MapView} view
 */
export function paintDrawing(view) {
  const { pen } = view;
  pen.strokeStyle = view.colors.focus;
  pen.fillStyle = view.colors.focus;
  if (view.frame) {
    const [left, top] = view.toScreen(view.frame.from);
    const [right, bottom] = view.toScreen(view.frame.to);
    pen.lineWidth = 1.5;
    pen.strokeRect(left, top, right - left, bottom - top);
  }
  if (view.drawing) {
    paintWay(view, view.drawing, false);
    view.drawing.forEach((point) => pen.fillRect(view.toScreen(point)[0] - 3, view.toScreen(point)[1] - 3, 6, 6));
  }
}
