// @ts-check

import { openDialog } from "../base/dialog.js";
import { button, dataOf, make, plural, tableOf } from "../base/dom.js";
import { send } from "../base/send.js";
import { ask } from "../frame/effect.js";
import { refreshHead } from "../frame/head.js";
import { confirmDoubts, confirmRemoval } from "./confirm.js";
import { resolveConflicts } from "./conflicts.js";
import { resolveDoubles } from "./doubles.js";
import { forget } from "./kept.js";
import { bodyOf } from "./send.js";
import { doubtsIn } from "./usual.js";
import { textOf } from "./values.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {{ saved: () => void, undone: () => Promise<void> }} After what follows a save, and an undo */

/** How many rows a review shows. */
const mostReviewed = 500;

/**
 * Shows what is not saved, with buttons to review, save or discard it, and asks before the page is left.
 * @param {Grid} grid
 * @param {After} after
 */
export function followChanges(grid, after) {
  const bar = grid.root.querySelector("[data-grid-bar]");
  const save = () => saveAll(grid, after);
  bar.querySelector("[data-grid-save]").addEventListener("click", save);
  bar.querySelector("[data-grid-review]").addEventListener("click", () => review(grid));
  bar.querySelector("[data-grid-economy]")?.addEventListener("click", () => showEconomy(grid));
  bar.querySelector("[data-grid-discard]").addEventListener("click", () => discard(grid));
  grid.listeners.push(() => showPending(grid, bar));
  showPending(grid, bar);
  window.addEventListener("beforeunload", (event) => {
    if (grid.model.pending().rows > 0) {
      event.preventDefault();
    }
  });
  return save;
}

/**
 * Says how much is not saved: "38 cells in 21 rows changed, 2 rows added".
 * @param {{ cells: number, changed: number[], added: number[], removed: number[] }} pending
 */
export function pendingText({ cells, changed, added, removed }) {
  const parts = [
    changed.length > 0 ? `${plural(cells, "cell")} in ${plural(changed.length, "row")} changed` : "",
    added.length > 0 ? `${plural(added.length, "row")} added` : "",
    removed.length > 0 ? `${plural(removed.length, "row")} to be deleted` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * @param {Grid} grid
 * @param {HTMLElement} bar
 */
function showPending(grid, bar) {
  const pending = grid.model.pending();
  bar.classList.toggle("pending", pending.rows > 0);
  const doubts = doubtsIn(grid.model).length;
  const unusual = doubts > 0 ? `, ${doubts} unusual` : "";
  bar.querySelector("[data-grid-pending]").textContent = pendingText(pending) + unusual || "Nothing is changed.";
  bar.querySelectorAll("button").forEach((each) => (each.disabled = pending.rows === 0));
}

/**
 * Saves all changes. sure says that unusual values were asked about, again that second records of names were.
 * @param {Grid} grid
 * @param {After} after
 * @param {boolean} [sure]
 * @param {boolean} [again]
 */
async function saveAll(grid, after, sure = false, again = false) {
  grid.commit?.();
  await grid.whole; // a row that arrives after its save would show what it was
  const pending = grid.model.pending();
  if (grid.saving || pending.rows === 0 || !isComplete(grid, pending.added)) {
    return;
  }
  const doubts = sure ? [] : doubtsIn(grid.model);
  if (doubts.length > 0 && !(await confirmDoubts(grid, doubts))) {
    goTo(grid, doubts[0].row, doubts[0].key);
    return;
  }
  if (!again && pending.removed.length > 0 && !(await confirmRemoval(grid, pending.removed))) {
    return;
  }
  grid.saving = true;
  grid.tell("Saving …");
  const sent = grid.model.snapshot();
  const answer = await send(dataOf(grid.root, "save"), { ...bodyOf(grid.model), again });
  grid.saving = false;
  if (answer.data.doubles) {
    await resolveDoubles(grid, answer.data, () => saveAll(grid, after, true, true));
  } else if (answer.status === 409) {
    await resolveConflicts(grid, answer.data.conflicts, () => saveAll(grid, after, true, again));
  } else if (answer.data.problems) {
    showProblems(grid, answer.data.problems);
  } else if (answer.failure) {
    grid.say(answer.failure);
    grid.tell(answer.failure, "error");
  } else {
    grid.model.saved(answer.data.rows, answer.data.block, sent);
    taken(grid, answer.data.revision, pendingText(pending), after);
  }
}

/**
 * Looks for values that new rows lack, and goes to the first.
 * @param {Grid} grid
 * @param {number[]} added
 */
function isComplete(grid, added) {
  const { model } = grid;
  const required = model.columns.filter((column) => column.required && column.edit !== "never");
  const missing = added.flatMap((row) => required.filter(({ key }) => model.get(row, key) === null).map((column) => ({ row, column })));
  missing.forEach(({ row, column }) => setProblem(grid, row, column.key, `${column.label} must have a value`));
  if (missing.length > 0) {
    goTo(grid, missing[0].row, missing[0].column.key);
    grid.say(`${missing[0].column.label} must have a value.`);
  }
  return missing.length === 0;
}

/**
 * @param {Grid} grid
 * @param {number} row
 * @param {string} key
 * @param {string} text
 */
function setProblem({ model }, row, key, text) {
  const problems = model.problems.get(row) ?? new Map();
  model.problems.set(row, problems.set(key, text));
}

/**
 * Goes to a cell, whose column is shown if it was not.
 * @param {Grid} grid
 * @param {number} row
 * @param {string} key
 */
function goTo(grid, row, key) {
  const column = grid.shown.findIndex((each) => each.key === key);
  grid.view.refresh();
  grid.select(grid.model.order.indexOf(row), Math.max(0, column));
}

/**
 * Marks what the server has refused.
 * @param {Grid} grid
 * @param {import("./send.js").Problem[]} problems
 */
function showProblems(grid, problems) {
  for (const { row, field, text } of problems) {
    setProblem(grid, grid.model.rowOf(row), field || grid.shown[0].key, text);
  }
  const [first] = problems;
  goTo(grid, grid.model.rowOf(first.row), first.field || grid.shown[0].key);
  grid.say(`Nothing was saved: ${plural(problems.length, "value was", "values were")} rejected. ${first.text}`);
}

/**
 * Shows the records as they were saved, and offers to undo that.
 * @param {Grid} grid
 * @param {number} revision
 * @param {string} text
 * @param {After} after
 */
function taken(grid, revision, text, after) {
  grid.rearrange();
  grid.focus();
  forget();
  const said = revision ? `Saved: ${text}.` : "Nothing changed: all records already have these values.";
  grid.say(said);
  const take = button("Undo", "quiet small", async () => {
    take.disabled = true;
    const answer = await send(dataOf(grid.root, "undo"), { revision });
    await after.undone();
    grid.focus();
    const text = answer.failure || "The save was undone.";
    notice(grid, text);
    grid.say(text);
    refreshHead();
  });
  notice(grid, said, ...(revision ? [take] : []));
  after.saved();
  refreshHead();
}

/**
 * @param {Grid} grid
 * @param {string} text
 * @param {Node[]} more
 */
function notice(grid, text, ...more) {
  grid.root.querySelector("[data-grid-notice]").replaceChildren(make("div", { class: "notice tone-good" }, make("p", {}, text), ...more));
}

/** @param {Grid} grid */
function discard(grid) {
  const text = pendingText(grid.model.pending());
  grid.model.discard();
  grid.rearrange();
  grid.changed();
  forget();
  grid.focus();
  grid.say(`Discarded: ${text}. Ctrl-Z brings it back.`);
}

/** @param {Grid} grid */
function review(grid) {
  const { model } = grid;
  const pending = model.pending();
  const rows = [...pending.changed, ...pending.added].flatMap((row) => [...model.editsOf(row)].map(([key, now]) => ({ row, key, now })));
  const lines = [
    ...pending.removed.map((row) => [grid.nameOf(row), "", "", "is deleted"]),
    ...rows.slice(0, mostReviewed).map(({ row, key, now }) => {
      const column = model.column(key);
      return [grid.nameOf(row), column.label, textOf(column, model.stored(row, key)), textOf(column, now)];
    }),
  ];
  openDialog(pendingText(pending), (_, close) => {
    const table = tableOf(["Record", "Field", "Was", "Is to be"], lines);
    const more = rows.length > mostReviewed ? [make("p", {}, `And ${rows.length - mostReviewed} more.`)] : [];
    const room = make("div", { class: "grid-list", role: "region", "aria-label": "Changes", tabindex: "0" }, table);
    return [room, ...more, make("div", { class: "form-end" }, button("Close", "quiet", close))];
  }).then(() => grid.focus());
}

/**
 * Shows what the changes would do to the economy before they are saved.
 * @param {Grid} grid
 */
function showEconomy(grid) {
  grid.commit?.();
  const { changed, added, removed } = bodyOf(grid.model);
  const bare = (/** @type {{ row: string, now?: object }[]} */ rows) => rows.map(({ row, now }) => ({ row, now }));
  openDialog(pendingText(grid.model.pending()), (_, close) => {
    const room = make("div", {
      class: "grid-list",
      role: "region",
      "aria-label": "Effect on the economy",
      "aria-live": "polite",
      tabindex: "0",
    });
    ask(room, dataOf(grid.root, "economy"), { changed: bare(changed), added: bare(added), removed: bare(removed) });
    return [room, make("div", { class: "form-end" }, button("Close", "quiet", close))];
  }).then(() => grid.focus());
}
