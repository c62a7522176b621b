// @ts-check

import { choose } from "../base/dialog.js";
import { plural } from "../base/dom.js";
import { takeIn } from "./byname.js";

/** @typedef {import("./core.js").Grid} Grid */
/** @typedef {{ row: string, of?: string, text: string }} Double a row that would be the second one of its name; of is the sid of the other one, where that is not of the same save */

/**
 * Asks what becomes of rows whose names are there already: their values go into the records that are there, they are saved as second
 * ones, or neither.
 * @param {Grid} grid
 * @param {{ doubles: Double[], block: import("./records.js").Block }} answer
 * @param {() => void} save saves them as they are
 */
export async function resolveDoubles(grid, { doubles, block }, save) {
  const { model } = grid;
  const movable = doubles.flatMap(({ row, of }) => (of && model.isNew(model.rowOf(row)) ? [{ row, of }] : []));
  const choice = await choose({
    title: `${plural(doubles.length, "name is", "names are")} there already`,
    lead: "Nothing was saved yet.",
    lines: doubles.map(({ text }) => text),
    choices: [
      ...(movable.length > 0 ? [{ label: "Change the records that are there", value: "change" }] : []),
      { label: "Save second ones", value: "save", className: movable.length > 0 ? "quiet" : "" },
    ],
  });
  grid.focus();
  if (choice === "save") {
    save();
  } else if (choice === "change") {
    takeIn(grid, block);
    const moved = movable.flatMap(({ row, of }) => movedTo(grid, model.rowOf(row), model.rowOf(of)));
    grid.change(moved);
    grid.rearrange();
    grid.say(`${plural(movable.length, "new row")} went into records that are there. Save stores them.`);
  }
}

/**
 * Returns the changes that move the values of a new row into another one.
 * @param {Grid} grid
 * @param {number} from
 * @param {number} to
 */
function movedTo({ model }, from, to) {
  const entered = [...model.editsOf(from)].filter(([key]) => key !== model.columns[0].key && model.mayEdit(to, model.column(key)));
  return [...entered.map(([key, value]) => ({ row: to, key, value })), { row: from, key: "", value: true }];
}
