// @ts-check

import "./app.js";
import { startMap } from "../map/start.js";

document.querySelectorAll("[data-map]").forEach(startMap);
