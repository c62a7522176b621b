// @ts-check

import { enhancePasskeys } from "../form/passkey.js";

export { enhancePasskeys };
