// @ts-check

/**
 * What the editor of texts highlights and folds in files that are neither XML nor JSON: tokenizers for CodeMirror's StreamLanguage.
 * @typedef {{ match: (pattern: RegExp) => any, next: () => any, skipToEnd: () => void, eatSpace: () => boolean, sol: () => boolean, eol: () => boolean }} Stream
 * @typedef {{ inComment: boolean }} State
 */

const enforceWords = new Set(
  (
    "class extends void int float bool string vector typename func ref autoptr override static const private protected proto native external " +
    "modded sealed event owned volatile local new delete if else for foreach while do switch case default break continue return null NULL true " +
    "false this super enum typedef auto array set map out inout notnull thread"
  ).split(" "),
);

const cfgWords = new Set(["class", "enum", "true", "false", "delete"]);

/**
 * A tokenizer of a language with comments and texts as those of C.
 * @param {Set<string>} words
 */
const like = (words) => ({
  /** @returns {State} */
  startState: () => ({ inComment: false }),
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
  /**
   * @param {Stream} stream
   * @param {State} state
   */
  token(stream, state) {
    if (state.inComment) {
      state.inComment = !stream.match(/^.*?\*\//);
      if (state.inComment) {
        stream.skipToEnd();
      }
      return "comment";
    }
    if (stream.eatSpace()) {
      return null;
    }
    return tokenOf(stream, state, words);
  },
});

/**
 * @param {Stream} stream
 * @param {State} state
 * @param {Set<string>} words
 */
function tokenOf(stream, state, words) {
  if (stream.match(/^\/\//)) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^\/\*/)) {
    state.inComment = true;
    return "comment";
  }
  if (stream.sol() && stream.match(/^#\w+/)) {
    return "meta";
  }
  if (stream.match(/^"(?:[^"\\]|\\.|"")*"?/)) {
    return "string";
  }
  if (stream.match(/^-?(?:0x[0-9a-f]+|\d+\.?\d*(?:e[+-]?\d+)?)/i)) {
    return "number";
  }
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (word) {
    return words.has(word[0]) ? "keyword" : "variableName";
  }
  if (stream.match(/^[{}()[\]]/)) {
    return "bracket";
  }
  stream.next();
  return null;
}

/** The scripts of the game. */
export const enforce = like(enforceWords);

/** serverDZ.cfg and the like. */
export const cfg = like(cfgWords);

/** The files of the trader: tags, names, numbers and comments. */
export const trader = {
  languageData: { commentTokens: { line: "//" } },
  /** @param {Stream} stream */
  token(stream) {
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^\/\//)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^<[^>]*>?/)) {
      return "keyword";
    }
    if (stream.match(/^-?\d+\.?\d*(?=[\s,]|$)/)) {
      return "number";
    }
    if (stream.match(/^[^\s,<]+/)) {
      return "variableName";
    }
    stream.next();
    return null;
  },
};

/**
 * Returns up to which line a block goes that begins in a line, or 0. Lines count from 1.
 * @param {(line: number) => string} textOf
 * @param {number} first
 * @param {number} lines
 */
export function endOfBraces(textOf, first, lines) {
  if (!/\{[^{}]*$/.test(bare(textOf(first)))) {
    return 0;
  }
  let depth = 1;
  for (let line = first + 1; line <= lines; line++) {
    for (const sign of bare(textOf(line))) {
      depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
      if (depth === 0) {
        return line;
      }
    }
  }
  return 0;
}

/**
 * A line without its texts and comment, in which braces mean nothing.
 * @param {string} text
 */
const bare = (text) => text.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/\/\/.*$/, "");

const traderLevels = new Map([
  ["trader", 1],
  ["category", 2],
]);

/**
 * The same for a trader or a category, which goes up to the next one.
 * @param {(line: number) => string} textOf
 * @param {number} first
 * @param {number} lines
 */
export function endOfTrader(textOf, first, lines) {
  const level = traderLevels.get(tagOf(textOf(first)));
  if (!level) {
    return 0;
  }
  let last = first;
  for (let line = first + 1; line <= lines; line++) {
    const tag = tagOf(textOf(line));
    if (tag && (traderLevels.get(tag) ?? 0) <= level) {
      break;
    }
    last = line;
  }
  return last > first ? last : 0;
}

/** @param {string} text */
const tagOf = (text) => /^\s*<(\w+)>/.exec(text)?.[1].toLowerCase() ?? "";
