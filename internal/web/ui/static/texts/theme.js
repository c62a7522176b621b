// @ts-check

/** The rules of the editor, by what they are for. */
const rules = {
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--sheet)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--inset)", color: "var(--ink-soft)", borderRight: "1px solid var(--rule)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--neutral-fill) 45%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--neutral-fill)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 30%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--good-fill)", color: "var(--good-ink)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-fill)", color: "var(--warn-ink)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--focus)" },
  ".cm-selectionMatch": { backgroundColor: "var(--neutral-fill)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--neutral-fill)", color: "var(--neutral-ink)", border: "0", padding: "0 0.4em" },
  ".cm-panels": { backgroundColor: "var(--inset)", color: "var(--ink)", fontFamily: "var(--text)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--rule)" },
  ".cm-textfield": {
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--rule-strong)",
    fontSize: "0.875rem",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--rule-strong)",
    borderRadius: "var(--round)",
    fontSize: "0.875rem",
  },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.5rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8125rem" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "1.25rem", minWidth: "1.5rem", minHeight: "1.5rem" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--rule-strong)" },
  ".cm-diagnostic": { fontFamily: "var(--text)" },
  ".cm-changedLine": { backgroundColor: "var(--good-fill)" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-fill)", color: "var(--bad-ink)" },
  "&.cm-merge-b .cm-deletedChunk .cm-deletedText": { color: "var(--bad-ink)", background: "none", textDecoration: "underline" },
  ".cm-deletedChunk .cm-chunkButtons button": { color: "var(--accent-ink)", backgroundColor: "var(--accent)" },
};

/**
 * Returns the colours of the parts of speech.
 * @param {any} tags of CodeMirror
 */
function stylesOf(tags) {
  return [
    { tag: [tags.keyword, tags.tagName, tags.propertyName], color: "var(--accent)", fontWeight: "600" },
    { tag: [tags.string, tags.attributeValue], color: "var(--warn-ink)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--bad-ink)" },
    { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--ink-soft)", fontStyle: "italic" },
    { tag: tags.attributeName, color: "var(--link)" },
    { tag: tags.invalid, color: "var(--danger)", textDecoration: "underline wavy" },
  ];
}

/**
 * The looks of the editor of texts, in the colours of the pages.
 * @param {any} cm CodeMirror
 * @param {boolean} dark
 */
export function themeOf(cm, dark) {
  return [cm.EditorView.theme(rules, { dark }), cm.syntaxHighlighting(cm.HighlightStyle.define(stylesOf(cm.tags)))];
}

/** Reports whether the page is shown in dark colours. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
