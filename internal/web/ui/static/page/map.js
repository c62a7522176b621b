// @ts-check

import "./app.js";
import { startMap } from "../map/page.js";

document.querySelectorAll("[data-map]").forEach(startMap);
