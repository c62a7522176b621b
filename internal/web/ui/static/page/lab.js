// @ts-check

import "./app.js";
import { startLab } from "../lab/page.js";

document.querySelectorAll("[data-lab]").forEach(startLab);
