// @ts-check

/** @typedef {import("./values.js").Column} Column */
/** @typedef {(lookUp: (key: string) => any) => any} Work returns a value that follows from others of the row, or null */

/** @type {Record<string, { kind: "int" | "decimal" | "text", make: (column: Column) => Work }>} */
const formulas = {
  // A share of a price. The game cuts decimals off.
  share: {
    kind: "int",
    make:
      ({ of = "", by = "", usual = 0 }) =>
      (lookUp) => {
        const price = numberOf(lookUp(of));
        const share = numberOf(lookUp(by)) ?? -1;
        return price === null ? null : Math.floor((price * (share < 0 ? usual : share)) / 100);
      },
  },
  margin: {
    kind: "decimal",
    make:
      ({ of = "", by = "" }) =>
      (lookUp) => {
        const [buy, sell] = [numberOf(lookUp(of)), numberOf(lookUp(by))];
        return isPrice(buy) && isPrice(sell) ? (buy - sell).toFixed(2) : null;
      },
  },
  trade: {
    kind: "text",
    make:
      ({ of = "", by = "" }) =>
      (lookUp) => {
        const [buy, sell] = [isPrice(numberOf(lookUp(of))), isPrice(numberOf(lookUp(by)))];
        return buy && sell ? "buy and sell" : buy ? "only buy" : sell ? "only sell" : "neither";
      },
  },
};

/** @param {any} value */
function numberOf(value) {
  return value === null || value === undefined || value === "" ? null : Number(value);
}

/**
 * @param {number | null} price
 * @returns {price is number}
 */
function isPrice(price) {
  return price !== null && price >= 0;
}

/**
 * Returns columns with those of formulas, each behind the ones that it follows from.
 * @param {Column[]} columns
 * @param {Column[]} formulas
 */
export function withFormulas(columns, formulas) {
  return columns.flatMap((column) => [column, ...formulas.filter(({ by }) => by === column.key).map(withFormula)]);
}

/**
 * Returns a column of a formula with what works its values out.
 * @param {Column} column
 * @returns {Column & { work: Work }}
 */
export function withFormula(column) {
  const { kind, make } = formulas[column.formula ?? ""];
  return { ...column, kind, edit: "never", work: make(column) };
}
