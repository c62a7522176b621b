// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { repeated } from "../../static/grid/paste.js";
import { headerOf, parseTable, writeTable } from "../../static/grid/tsv.js";

test("tables of text are read as spreadsheets write them", () => {
  /** @type {[string, string[][]][]} */
  const cases = [
    [
      "a\tb\nc\td\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\t\r\n\tb\r\n",
      [
        ["a", ""],
        ["", "b"],
      ],
    ],
    ['"a\nb"\t"say ""hi"""', [["a\nb", 'say "hi"']]],
    ['5"\tx', [['5"', "x"]]],
    ["", [[""]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
  ];
  for (const [text, rows] of cases) {
    assert.deepEqual(parseTable(text), rows, JSON.stringify(text));
  }
});

test("what is written is read back", () => {
  const rows = [
    ["a", "line\nbreak", '"quoted"'],
    ["", "tab\there", "1,5"],
  ];
  assert.deepEqual(parseTable(writeTable(rows)), rows);
});

test("a first row of names tells the columns", () => {
  const columns = /** @type {any[]} */ ([
    { key: "name", label: "Class name" },
    { key: "count_in_map", label: "On the map" },
  ]);
  assert.deepEqual(headerOf(["on the map", "NAME"], columns), [columns[1], columns[0]]);
  assert.deepEqual(headerOf(["count in map"], columns), [columns[1]]);
  assert.deepEqual(headerOf(["Price", "name", "on the map"], columns), [undefined, columns[0], columns[1]]);
  assert.equal(headerOf(["Price", "on the map"], columns), null);
  assert.equal(headerOf(["name", "12"], columns), null);
  assert.equal(headerOf(["name", "Class name"], columns), null);
});

test("a table is repeated in a selection that holds it several times", () => {
  /** @type {[string[][], number, number, string][]} */
  const cases = [
    [[["7", "8"]], 3, 2, "7 8,7 8,7 8"],
    [[["7"]], 2, 2, "7 7,7 7"],
    [[["1"], ["2"]], 4, 1, "1,2,1,2"],
    [[["1"], ["2"]], 3, 1, "1,2"],
    [[["1", "2"]], 2, 1, "1 2,1 2"],
    [[["1", "2"], ["3"]], 1, 1, "1 2,3 "],
  ];
  for (const [table, height, width, want] of cases) {
    assert.equal(
      repeated(table, height, width)
        .map((row) => row.join(" "))
        .join(),
      want,
    );
  }
});
