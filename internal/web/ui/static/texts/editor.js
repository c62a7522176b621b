// @ts-check

import { dataOf } from "../base/dom.js";
import { post } from "../base/post.js";
import { cfg, endOfBraces, endOfTrader, enforce, trader } from "./languages.js";
import { isDark, themeOf } from "./theme.js";

/** What a text waits for after the last key before it is checked, in milliseconds; large ones wait longer. */
const patience = 500;
const largeFrom = 1 << 20;

const form = /** @type {HTMLFormElement} */ (document.querySelector("form[data-text]"));
const box = form.querySelector("textarea");
const template = /** @type {HTMLTemplateElement} */ (form.querySelector("template[data-text-stored]"));
const stored = template ? template.content.textContent : box.value;
const list = document.querySelector("[data-text-problems]");
const keys = /** @type {HTMLElement} */ (form.querySelector("[data-text-keys]"));
const sound = document.querySelector("[data-text-sound]");

/** @param {any} cm */
function languageOf(cm) {
  const fold = (/** @type {typeof endOfBraces} */ end) =>
    cm.foldService.of((/** @type {any} */ state, /** @type {number} */ from) => {
      const first = state.doc.lineAt(from);
      const last = end((line) => state.doc.line(line).text, first.number, state.doc.lines);
      return last > first.number ? { from: first.to, to: last === state.doc.lines ? state.doc.length : state.doc.line(last).to } : null;
    });
  /** @type {Record<string, () => any>} */
  const languages = {
    xml: () => cm.xml(),
    json: () => cm.json(),
    cfg: () => [cm.StreamLanguage.define(cfg), fold(endOfBraces)],
    c: () => [cm.StreamLanguage.define(enforce), fold(endOfBraces)],
    trader: () => [cm.StreamLanguage.define(trader), fold(endOfTrader)],
  };
  return languages[dataOf(form, "language")]?.() ?? [];
}

/**
 * Puts the editor in the place of the box. It stands in a shadow root, whose style sheets need no element that the page's policy forbids.
 * @param {any} cm
 */
export function startEditor(cm) {
  const host = document.createElement("div");
  host.className = "text-host";
  host.dataset.textHost = "";
  const root = host.attachShadow({ mode: "open" });
  box.before(host);
  const comparison = new cm.Compartment();
  const changed = cm.EditorView.updateListener.of((/** @type {any} */ update) => update.docChanged && later(view));
  const state = cm.EditorState.create({ doc: box.value, extensions: [extensionsOf(cm), comparison.of([]), changed] });
  const view = new cm.EditorView({ state, root, parent: root });
  box.hidden = true;
  host.addEventListener("input", (event) => event.stopPropagation()); // the box says itself that it has changed, less often
  form.addEventListener("submit", () => keepPlace(view), { capture: true });
  addTools(cm, view, comparison);
  goBack(cm, view);
  show(cm, view, readProblems());
  check(cm, view);

  /** @type {number | undefined} */
  let waiting;
  function later(/** @type {any} */ editor) {
    if (waiting === undefined) {
      sync(editor); // who leaves right after the first key is asked, too
    }
    clearTimeout(waiting);
    waiting = setTimeout(
      () => {
        waiting = undefined;
        sync(editor);
        check(cm, editor);
      },
      editor.state.doc.length > largeFrom ? 4 * patience : patience,
    );
  }
}

/** What the editor says in other words. */
const phrases = {
  next: "Next",
  previous: "Previous",
  all: "Select all",
  "match case": "Match case",
  regexp: "Regular expression",
  "by word": "Whole words",
  replace: "Replace",
  "replace all": "Replace all",
};

/** @param {any} cm */
function extensionsOf(cm) {
  return [
    cm.lineNumbers(),
    cm.foldGutter(),
    cm.codeFolding(),
    cm.history(),
    cm.drawSelection(),
    cm.highlightSpecialChars(),
    cm.highlightActiveLine(),
    cm.highlightActiveLineGutter(),
    cm.highlightSelectionMatches(),
    cm.bracketMatching(),
    cm.indentOnInput(),
    cm.indentUnit.of("    "),
    cm.EditorState.tabSize.of(4),
    cm.EditorState.phrases.of(phrases),
    cm.search({ top: true }),
    cm.lintGutter(),
    cm.keymap.of([...cm.searchKeymap, ...cm.foldKeymap, ...cm.lintKeymap, ...cm.historyKeymap, ...cm.defaultKeymap, cm.indentWithTab]),
    cm.EditorView.contentAttributes.of({ "aria-label": form.querySelector("label").textContent, "aria-description": keys.textContent }),
    languageOf(cm),
    themeOf(cm, isDark()),
  ];
}

/** @param {any} view */
function sync(view) {
  box.value = view.state.doc.toString();
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

let asked = 0;

/**
 * Asks the server what is wrong with the text, and shows it unless there is a newer question.
 * @param {any} cm
 * @param {any} view
 */
async function check(cm, view) {
  const number = ++asked;
  const data = new FormData(form);
  data.delete("_method");
  data.set("text", view.state.doc.toString());
  const answer = await post(form, data, "application/json").catch(() => undefined);
  const isData = answer?.ok && answer.headers.get("Content-Type")?.includes("json"); // who is signed out gets a page
  if (isData && number === asked) {
    show(cm, view, (await answer.json()).problems);
  }
}

/**
 * @typedef {{ line: number, column: number, message: string, error: boolean }} Problem
 * @returns {Problem[]} those that the page came with
 */
function readProblems() {
  return [...list.children].map((item) => ({
    line: Number(/** @type {HTMLElement} */ (item).dataset.line ?? 0),
    column: Number(/** @type {HTMLElement} */ (item).dataset.column ?? 0),
    message: item.querySelector("span").textContent,
    error: item.classList.contains("error"),
  }));
}

/**
 * Marks the problems in the text, and lists them with a way to their lines.
 * @param {any} cm
 * @param {any} view
 * @param {Problem[]} problems
 */
function show(cm, view, problems) {
  const { doc } = view.state;
  const marks = problems.map((problem) => {
    const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines));
    const from = Math.min(line.from + Math.max(problem.column - 1, 0), line.to);
    return { from, to: line.to, severity: problem.error ? "error" : "warning", message: problem.message };
  });
  view.dispatch(cm.setDiagnostics(view.state, marks));
  list.replaceChildren(...problems.map((problem) => itemOf(cm, view, problem)));
  sound.toggleAttribute("hidden", problems.length > 0);
}

/**
 * @param {any} cm
 * @param {any} view
 * @param {Problem} problem
 */
function itemOf(cm, view, problem) {
  const item = document.createElement("li");
  item.className = problem.error ? "error" : "warning";
  const text = document.createElement("span");
  text.textContent = problem.message;
  if (problem.line > 0) {
    const go = document.createElement("button");
    go.type = "button";
    go.className = "go";
    go.textContent = `Line ${problem.line}`;
    go.addEventListener("click", () => goTo(cm, view, problem.line, problem.column));
    item.append(go, " ");
  }
  item.append(text);
  return item;
}

/**
 * @param {any} cm
 * @param {any} view
 * @param {number} number
 * @param {number} column
 */
function goTo(cm, view, number, column = 0) {
  const line = view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  const at = Math.min(line.from + Math.max(column - 1, 0), line.to);
  view.dispatch({ selection: { anchor: at }, effects: cm.EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/**
 * Draws the way back of a change in the comparison. A change is accepted by saving.
 * @param {"accept" | "reject"} sort
 * @param {(event: Event) => void} takeBack
 */
function control(sort, takeBack) {
  const button = document.createElement(sort === "reject" ? "button" : "span");
  if (sort === "reject") {
    button.textContent = "Undo";
    button.addEventListener("mousedown", takeBack);
  }
  return button;
}

/**
 * @param {any} cm
 * @param {any} view
 * @param {any} comparison
 */
function addTools(cm, view, comparison) {
  const search = /** @type {HTMLElement} */ (form.querySelector("[data-text-search]"));
  search.hidden = false;
  search.addEventListener("click", () => cm.openSearchPanel(view));
  keys.hidden = false;
  const diff = /** @type {HTMLElement} */ (form.querySelector("[data-text-diff]"));
  diff.hidden = false;
  const compare = (/** @type {boolean} */ on) => {
    diff.setAttribute("aria-pressed", String(on));
    const shown = on ? cm.unifiedMergeView({ original: stored, gutter: true, mergeControls: control, highlightChanges: true }) : [];
    view.dispatch({ effects: comparison.reconfigure(shown) });
  };
  diff.addEventListener("click", () => compare(diff.getAttribute("aria-pressed") !== "true"));
  if (template) {
    compare(true);
  }
}

const placeKey = `text-place ${form.action}`;

/** @param {any} view */
function keepPlace(view) {
  sync(view);
  sessionStorage.setItem(placeKey, String(view.state.doc.lineAt(view.state.selection.main.head).number));
}

/**
 * Opens the editor at the line that the address names, or where it was when the text was saved.
 * @param {any} cm
 * @param {any} view
 */
function goBack(cm, view) {
  const line = Number(form.dataset.line || sessionStorage.getItem(placeKey) || 0);
  sessionStorage.removeItem(placeKey);
  if (line > 0) {
    goTo(cm, view, line);
  }
}
