// @ts-check

import { addSmallMap } from "../map/small.js";

export { addSmallMap };
