// @ts-check

/** @typedef {import("./values.js").Column} Column */
/** @typedef {(lookUp: (key: string) => any) => any} Work returns a value that follows from others of the row, or null */
/** @typedef {null | number | string | any[]} Term what the server declares: a number, a text, or an operator with the terms that it works on */

/** @type {Record<string, (a: any, b: any) => any>} */
const operators = {
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  ">=": (a, b) => a >= b,
  and: (a, b) => a && b,
};

/**
 * Returns what works out a term. It comes to null where one of those that it works on does; a condition is not met then.
 * @param {Term} term
 * @param {Record<string, number>} given what the server knows
 * @returns {Work}
 */
function workOf(term, given) {
  if (!Array.isArray(term)) {
    return () => term;
  }
  const [operator, ...of] = term;
  if (operator === "value") {
    return (lookUp) => numberOf(lookUp(of[0]));
  }
  if (operator === "given") {
    return () => given[of[0]];
  }
  const [first, second, third] = of.map((part) => workOf(part, given));
  if (operator === "if") {
    return (lookUp) => (first(lookUp) ? second(lookUp) : third(lookUp));
  }
  return (lookUp) => {
    const [a, b] = [first(lookUp), second(lookUp)];
    return a === null || b === null ? null : operators[operator](a, b);
  };
}

/** @param {any} value */
function numberOf(value) {
  return value === null || value === undefined || value === "" ? null : Number(value);
}

/**
 * How the values of a kind are shown. The game cuts decimals off.
 * @type {Record<string, (value: any) => any>}
 */
const kinds = { int: Math.floor, decimal: (value) => value.toFixed(2), text: (value) => value };

/**
 * Returns columns with those of formulas, each behind the one that it follows.
 * @param {Column[]} columns
 * @param {Column[]} formulas
 * @param {Record<string, number>} given
 */
export function withFormulas(columns, formulas, given) {
  return columns.flatMap((column) => [
    column,
    ...formulas.filter(({ behind }) => behind === column.key).map((formula) => withFormula(formula, given)),
  ]);
}

/**
 * Returns a column of a formula with what works its values out.
 * @param {Column} column
 * @param {Record<string, number>} given
 * @returns {Column & { work: Work }}
 */
export function withFormula(column, given) {
  const work = workOf(column.is ?? null, given);
  /** @type {Work} */
  const shown = (lookUp) => {
    const value = work(lookUp);
    return value === null ? null : kinds[column.kind](value);
  };
  return { ...column, edit: "never", work: shown };
}
