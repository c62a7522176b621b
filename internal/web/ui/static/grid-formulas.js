// @ts-check

/** @typedef {import("./grid-values.js").Column} Column */
/** @typedef {(valueOf: (key: string) => any) => any} Work returns a value that follows from others of the row, or null */

/** @type {Record<string, { kind: "int" | "decimal" | "text", make: (column: Column) => Work }>} */
const formulas = {
  // A share of a price. The game cuts decimals off.
  share: {
    kind: "int",
    make:
      ({ of, by, usual }) =>
      (valueOf) => {
        const price = numberOf(valueOf(of));
        const share = numberOf(valueOf(by)) ?? -1;
        return price === null ? null : Math.floor((price * (share < 0 ? usual : share)) / 100);
      },
  },
  margin: {
    kind: "decimal",
    make:
      ({ of, by }) =>
      (valueOf) => {
        const [buy, sell] = [numberOf(valueOf(of)), numberOf(valueOf(by))];
        return isPrice(buy) && isPrice(sell) ? (buy - sell).toFixed(2) : null;
      },
  },
  trade: {
    kind: "text",
    make:
      ({ of, by }) =>
      (valueOf) => {
        const [buy, sell] = [isPrice(numberOf(valueOf(of))), isPrice(numberOf(valueOf(by)))];
        return buy && sell ? "buy and sell" : buy ? "only buy" : sell ? "only sell" : "neither";
      },
  },
};

/** @param {any} value */
function numberOf(value) {
  return value === null || value === undefined || value === "" ? null : Number(value);
}

/** @param {number | null} price */
function isPrice(price) {
  return price !== null && price >= 0;
}

/**
 * Returns a column of a formula with what works its values out.
 * @param {Column} column
 * @returns {Column}
 */
export function withFormula(column) {
  const { kind, make } = formulas[column.formula];
  return { ...column, kind, edit: "never", work: make(column) };
}
