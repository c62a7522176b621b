// @ts-check

import "./app.js";
import { startGrid } from "../grid/page.js";

document.querySelectorAll("[data-grid]").forEach((room) => startGrid(room));
