// @ts-check

import "./app.js";
import { enhancePresets } from "../form/ai-presets.js";
import { enhanceSettings } from "../form/settings.js";

enhancePresets(document);
enhanceSettings(document);
