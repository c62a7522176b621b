// @ts-check

/** @typedef {import("./model.js").Model} Model */
/** @typedef {{ row: string, field?: string, theirs?: any, by?: string }} Conflict a value that somebody else has changed; without a field the record is gone */
/** @typedef {{ row: string, field?: string, text: string }} Problem */

/**
 * Returns what a save sends: for each record the values that it was shown with and those that it is to have.
 * @param {Model} model
 */
export function bodyOf(model) {
  const { changed, added, removed } = model.pending();
  const last = "updated_at";
  const guards = model.findColumn(last) ? [last] : model.columns.filter(({ work }) => !work).map(({ key }) => key);
  return {
    changed: changed.map((row) => {
      const now = Object.fromEntries(model.editsOf(row));
      return { row: model.sids[row], was: Object.fromEntries(Object.keys(now).map((key) => [key, model.stored(row, key)])), now };
    }),
    added: added.map((row) => ({ row: model.sids[row], now: Object.fromEntries(model.editsOf(row)) })),
    removed: removed.map((row) => ({ row: model.sids[row], was: Object.fromEntries(guards.map((key) => [key, model.stored(row, key)])) })),
  };
}
