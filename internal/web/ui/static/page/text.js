// @ts-check

import "./app.js";
import { startEditor } from "../texts/editor.js";

const library = "./vendored-codemirror.js";
startEditor(await import(library));
