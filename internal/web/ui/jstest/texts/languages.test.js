// @ts-check

import assert from "node:assert/strict";
import test from "node:test";
import { cfg, endOfBraces, endOfTrader, enforce, trader } from "../../static/texts/languages.js";

/** A line as CodeMirror hands it to a tokenizer. */
class Line {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }
  sol = () => this.at === 0;
  eol = () => this.at >= this.text.length;
  next = () => this.text[this.at++];
  skipToEnd = () => {
    this.at = this.text.length;
  };
  /** @param {RegExp} pattern */
  match = (pattern) => {
    const found = pattern.exec(this.text.slice(this.at));
    this.at += found?.[0].length ?? 0;
    return found;
  };
  eatSpace = () => this.match(/^\s+/) !== null;
}

/**
 * Returns the words of lines with their kinds.
 * @param {any} language
 * @param {string[]} lines
 */
function tokens(language, ...lines) {
  const state = language.startState?.() ?? {};
  const list = [];
  for (const text of lines) {
    const line = new Line(text);
    while (!line.eol()) {
      const from = line.at;
      const kind = language.token(line, state);
      assert.ok(line.at > from, `stuck at ${text.slice(from)}`);
      if (kind) {
        list.push(`${kind} ${text.slice(from, line.at)}`);
      }
    }
  }
  return list;
}

test("scripts", () => {
  assert.deepEqual(tokens(enforce, 'modded class A { // "x"', "/* one", "two */ int b = -1.5;"), [
    "keyword modded",
    "keyword class",
    "variableName A",
    "bracket {",
    'comment // "x"',
    "comment /*",
    "comment  one",
    "comment two */",
    "keyword int",
    "variableName b",
    "number -1.5",
  ]);
});

test("configuration", () => {
  assert.deepEqual(tokens(cfg, 'hostname = "A ""B"" // C"; // D', "class Missions {"), [
    "variableName hostname",
    'string "A ""B"" // C"',
    "comment // D",
    "keyword class",
    "variableName Missions",
    "bracket {",
  ]);
});

test("trader", () => {
  assert.deepEqual(tokens(trader, "<Category> Rifles", "AKM, *, 100, -1 // the best"), [
    "keyword <Category>",
    "variableName Rifles",
    "variableName AKM",
    "variableName *",
    "number 100",
    "number -1",
    "comment // the best",
  ]);
});

/** @param {string[]} lines */
const textOf = (lines) => (/** @type {number} */ n) => lines[n - 1];

test("folds", () => {
  const code = ["void main() {", '  if (a) { b("}"); } // }', "  while (x) {", "  }", "}", "}"];
  assert.deepEqual(
    code.map((_, i) => endOfBraces(textOf(code), i + 1, code.length)),
    [5, 0, 4, 0, 0, 0],
  );
  const goods = ["<Trader> A", "  <Category> B", "    AKM, *, 1, 1", "  <Category> C", "<Trader> D", "<FileEnd>"];
  assert.deepEqual(
    goods.map((_, i) => endOfTrader(textOf(goods), i + 1, goods.length)),
    [4, 3, 0, 0, 0, 0],
  );
});
