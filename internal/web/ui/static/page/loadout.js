// @ts-check

import "./app.js";
import { Builder } from "../loadout/page.js";

document.querySelectorAll("[data-loadout]").forEach((page) => new Builder(page));
