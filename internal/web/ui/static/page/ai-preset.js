// @ts-check

import "./app.js";
import { enhancePresets } from "../form/ai-presets.js";

enhancePresets(document);
