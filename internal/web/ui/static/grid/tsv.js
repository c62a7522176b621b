// @ts-check

/** @typedef {import("./values.js").Column} Column */

/**
 * Reads text as spreadsheets copy it: cells divided by tabs, those with line breaks in quotes.
 * @param {string} text
 * @returns {string[][]}
 */
export function parseTable(text) {
  const rows = [[""]];
  const cells = /"((?:[^"]|"")*)"(?=\t|\r?\n|$)|[^\t\r\n]+|\t|\r?\n|\r/gy;
  for (const [piece, quoted] of text.replace(/(\r?\n)+$/, "").matchAll(cells)) {
    const row = rows[rows.length - 1];
    if (piece === "\t") {
      row.push("");
    } else if (/^[\r\n]/.test(piece)) {
      rows.push([""]);
    } else if (quoted !== undefined && row.at(-1) === "") {
      row[row.length - 1] = quoted.replaceAll('""', '"');
    } else {
      row[row.length - 1] += piece;
    }
  }
  return rows;
}

/**
 * Writes rows of texts as spreadsheets take them.
 * @param {string[][]} rows
 */
export function writeTable(rows) {
  return rows.map((row) => row.map(quote).join("\t")).join("\n");
}

/** @param {string} text */
function quote(text) {
  return /[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns the columns that a first row of a table names, in their order, or null where it is no row of names. Where it names the column
 * of the names of records, it may have others that the grid does not know.
 * @param {string[]} row
 * @param {Column[]} columns
 * @returns {(Column | undefined)[] | null}
 */
export function headerOf(row, columns) {
  const named = row.map((text) => columnNamed(text.trim().toLowerCase(), columns));
  const known = named.filter(Boolean);
  const isHeader = known.length === named.length || (named.includes(columns[0]) && known.length > 1);
  return isHeader && new Set(known).size === known.length ? named : null;
}

/**
 * @param {string} text
 * @param {Column[]} columns
 */
function columnNamed(text, columns) {
  return columns.find(({ key, label }) => key === text || label.toLowerCase() === text || key.replaceAll("_", " ") === text);
}
