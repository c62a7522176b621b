// @ts-check

import "./app.js";
import { followProtocol } from "../form/target.js";

document.querySelectorAll("#target select[name=protocol]").forEach(followProtocol);
