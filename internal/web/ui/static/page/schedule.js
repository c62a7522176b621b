// @ts-check

import "./app.js";
import { previewTimes } from "../form/schedule.js";

const section = document.querySelector("[data-times]");
const form = document.getElementById("schedule");
if (section && form) {
  previewTimes(section, form);
}
