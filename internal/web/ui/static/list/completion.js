// @ts-check

/** @typedef {{ name: string, label: string, number?: boolean, values?: string[] }} Field what a filter may ask for */
/** @typedef {{ text: string, note: string, from: number, to: number, more: boolean }} Suggestion a text for a part of the filter; more may follow it */

const most = 12;

/**
 * Returns what may stand where the cursor is in a filter: fields, comparisons of numbers, or values.
 * @param {Field[]} fields
 * @param {string} text
 * @param {number} caret
 * @returns {Suggestion[]}
 */
export function suggest(fields, text, caret) {
  const from = startOfTerm(text, caret);
  const typed = text.slice(from, caret);
  const [, name, sign, rest] = typed.match(/^-?([a-z0-9_.]+)(>=|<=|[:<>])(.*)$/is) ?? [];
  const field = fields.find((one) => one.name === name?.toLowerCase());
  if (name === undefined) {
    return fieldsLike(fields, typed.replace(/^-/, ""), caret);
  }
  return field && sign === ":" ? valuesLike(field, rest, caret) : [];
}

/**
 * Returns where the term begins in which the cursor is: blanks in quotes belong to it.
 * @param {string} text
 * @param {number} caret
 */
function startOfTerm(text, caret) {
  let start = 0;
  let quoted = false;
  for (let i = 0; i < caret; i++) {
    if (text[i] === '"' && text[i - 1] !== "\\") {
      quoted = !quoted;
    } else if (!quoted && /\s/.test(text[i])) {
      start = i + 1;
    }
  }
  return start;
}

/**
 * @param {Field[]} fields
 * @param {string} typed
 * @param {number} caret
 */
function fieldsLike(fields, typed, caret) {
  const sought = typed.toLowerCase();
  const exact = fields.find((field) => field.name === sought && field.number);
  const found = fields.filter((field) => begins(field.name, sought) || begins(field.label, sought));
  const signs = exact ? [">", ">=", "<", "<=", ":"].map((sign) => ({ text: exact.name + sign, note: signNotes[sign], more: true })) : [];
  return [...signs, ...found.filter((field) => field !== exact).map(({ name, label }) => ({ text: `${name}:`, note: label, more: true }))]
    .slice(0, most)
    .map((one) => ({ ...one, from: caret - typed.length, to: caret }));
}

/** @type {Record<string, string>} */
const signNotes = { ">": "more than", ">=": "at least", "<": "less than", "<=": "at most", ":": "equal to, or from..to" };

/**
 * @param {Field} field
 * @param {string} rest what is typed behind the colon; values stand between commas
 * @param {number} caret
 */
function valuesLike(field, rest, caret) {
  const typed = rest.slice(rest.lastIndexOf(",") + 1);
  const sought = typed.replace(/^"/, "").toLowerCase();
  const values = [...new Set([...(field.values ?? []), "none", "any"])];
  const first = values.filter((value) => begins(value, sought));
  const others = values.filter((value) => !begins(value, sought) && value.toLowerCase().includes(sought));
  return [...first, ...others]
    .filter((value) => value.toLowerCase() !== sought)
    .slice(0, most)
    .map((value) => ({ text: exactly(value), note: valueNotes[value] ?? "", from: caret - typed.length, to: caret, more: false }));
}

/** @type {Record<string, string>} */
const valueNotes = { none: "not set", any: "set to anything" };

/**
 * @param {string} text
 * @param {string} beginning
 */
function begins(text, beginning) {
  return text.toLowerCase().startsWith(beginning);
}

/**
 * Quotes a value that would mean something else without.
 * @param {string} text
 */
function exactly(text) {
  return /[\s,"*\\]|\.\.|^\d*$/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : text;
}
