// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitting } from "../../static/grid/names.js";
import { parse } from "../../static/grid/parse.js";
import { namesOf, same, shownOf, textOf } from "../../static/grid/values.js";

/** @typedef {import("../../static/grid/values.js").Column} Column */

const names = namesOf([
  { id: "1", name: "Military" },
  { id: "2", name: "Police" },
]);

/**
 * @param {Partial<Column>} more
 * @returns {Column}
 */
const column = (more) => ({
  key: "x",
  label: "X",
  kind: "text",
  edit: "always",
  nullable: true,
  names,
  choices: ["ban", "whitelist"],
  ...more,
});

test("what is entered is read by the kind of the column", () => {
  /** @type {[Partial<Column>, string, any][]} */
  const cases = [
    [{ kind: "int" }, " 12 ", 12],
    [{ kind: "int", unit: "s" }, "4h", 14400],
    [{ kind: "int", unit: "s" }, "1 d 30 min", 88200],
    [{ kind: "float" }, "0,5", 0.5],
    [{ kind: "decimal" }, "12.5", "12.50"],
    [{ kind: "flag" }, "Yes", true],
    [{ kind: "flag" }, "0", false],
    [{ kind: "choice" }, "BAN", "ban"],
    [{ kind: "ref" }, "police", 2],
    [{ kind: "refs" }, "Police, military, Police", [2, 1]],
    [{ kind: "refs" }, "", []],
    [{ kind: "texts" }, "floor; shelves", ["floor", "shelves"]],
    [{ kind: "time" }, "2026-12-31 18:00", "2026-12-31T18:00:00.000000Z"],
    [{ kind: "time" }, "2026-12-31", "2026-12-31T00:00:00.000000Z"],
    [{ kind: "int" }, "", null],
  ];
  for (const [more, text, value] of cases) {
    assert.deepEqual(parse(column(more), text), { value }, `${more.kind} ${text}`);
  }
});

test("what does not fit is said", () => {
  /** @type {[Partial<Column>, string, string][]} */
  const cases = [
    [{ kind: "int" }, "4 h", "“4 h” is not a whole number"],
    [{ kind: "int", unit: "s" }, "4 moons", "“4 moons” is not a whole number"],
    [{ kind: "int" }, "3000000000", "X must be between -2147483648 and 2147483647"],
    [{ kind: "float", max: 1 }, "1.5", "X must be at most 1"],
    [{ kind: "int", min: 0 }, "-1", "X must be at least 0"],
    [{ kind: "text", max: 3 }, "four", "X must be at most 3 characters"],
    [{ kind: "text", pattern: "^[0-9]+$" }, "a1", "X has the wrong format"],
    [{ kind: "flag" }, "maybe", "X is yes or no"],
    [{ kind: "choice" }, "friend", "X is ban or whitelist"],
    [{ kind: "refs" }, "Military, Moon", "“Moon” is not a choice for X"],
    [{ kind: "refs" }, "Millitry", "“Millitry” is not a choice for X; did you mean “Military”?"],
    [{ kind: "text", required: true }, " ", "X must have a value"],
    [{ kind: "int", nullable: false }, "", "X must have a value"],
    [{ kind: "time" }, "soon", "“soon” is not a time such as 2026-12-31 18:00"],
  ];
  for (const [more, text, problem] of cases) {
    assert.deepEqual(parse(column(more), text), { problem }, `${more.kind} ${text}`);
  }
});

test("a value that is copied is read back as the same", () => {
  /** @type {[Partial<Column>, any][]} */
  const cases = [
    [{ kind: "int", unit: "s" }, 14400],
    [{ kind: "float" }, 1e-7],
    [{ kind: "decimal" }, "-1.00"],
    [{ kind: "flag" }, false],
    [{ kind: "ref" }, 1],
    [{ kind: "refs" }, [2, 1]],
    [{ kind: "texts" }, ["floor"]],
    [{ kind: "time" }, "2026-12-31T18:00:00.000000Z"],
    [{ kind: "text" }, null],
  ];
  for (const [more, value] of cases) {
    const read = parse(column(more), textOf(column(more), value));
    assert.ok("value" in read && same(read.value, value), `${more.kind} ${value}`);
  }
});

test("durations are shown in words", () => {
  assert.equal(shownOf(column({ kind: "int", unit: "s" }), 14400), "4 h");
  assert.equal(shownOf(column({ kind: "int", unit: "s" }), -1), "-1");
  assert.equal(shownOf(column({ kind: "int", unit: "%" }), -1), "–");
  assert.equal(shownOf(column({ kind: "int", unit: "%" }), null), "");
});

test("names that are typed are completed, each once", () => {
  assert.deepEqual(fitting(column({ kind: "refs" }), "mil"), ["Military"]);
  assert.deepEqual(fitting(column({ kind: "refs" }), "Military, "), ["Police"]);
  assert.deepEqual(fitting(column({ kind: "ref" }), "i"), ["Military", "Police"]);
});
