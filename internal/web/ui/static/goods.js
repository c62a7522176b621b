import { copyNumbered } from "./numbered.js";

/** Makes the items of a category searchable, and their form longer by a row at a time instead of the blank rows at its end. */
export function enhanceGoods(goods) {
  const search = goods.querySelector("[data-goods-search]");
  search.hidden = false;
  search.querySelector("input").addEventListener("input", () => show(goods));
  // Enter in the search would send the form around it.
  search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  const add = goods.querySelector("[data-goods-add]");
  if (add) {
    goods.querySelectorAll("[data-good-spare]").forEach((row) => row.remove());
    goods.querySelector("[data-goods-plain]").remove();
    goods.querySelector("[data-goods-tools]").hidden = false;
    add.hidden = false;
    add.addEventListener("click", () => boxOf(addRow(goods), "ClassName").focus());
  }
  show(goods);
}

/** Returns the rows of the items, in their order. */
export function rowsOf(goods) {
  return [...goods.querySelectorAll("table.goods [data-good]")];
}

/** Returns the control of a row for a key of the item. */
export function boxOf(row, key) {
  return row.querySelector(`[name$="[${key}]"]`);
}

/** Returns the class name of a row's item. */
export function classOf(row) {
  return (row.dataset.good || boxOf(row, "ClassName")?.value || "").trim();
}

/** Appends a row for a new item and returns it. */
export function addRow(goods) {
  const table = goods.querySelector("table.goods");
  const next = Number(table.dataset.next ?? rowsOf(goods).length);
  const row = copyNumbered(goods.querySelector("template[data-goods-row]").content.querySelector("tbody"), next);
  table.dataset.next = next + 1;
  table.append(row);
  return row;
}

/** Shows the items whose class name holds what is searched for. */
function show(goods) {
  const term = goods.querySelector("[data-goods-search] input").value.trim().toLowerCase();
  const rows = rowsOf(goods);
  rows.forEach((row) => (row.hidden = term !== "" && !classOf(row).toLowerCase().includes(term)));
  const shown = rows.filter((row) => !row.hidden).length;
  goods.querySelector("[data-goods-count]").textContent = term ? `${shown} of ${rows.length}` : "";
}

/** Returns a row of a preview table: texts, or { old, now } for a value that changes. */
export function previewRow(cells) {
  const row = document.createElement("tr");
  row.append(...cells.map((cell, i) => fill(document.createElement(i ? "td" : "th"), cell)));
  row.firstChild.scope = "row";
  return row;
}

function fill(cell, value) {
  if (typeof value === "string") {
    cell.textContent = value;
    return cell;
  }
  const [before, after] = ["del", "ins"].map((name) => document.createElement(name));
  before.textContent = value.old;
  after.textContent = value.now;
  cell.append(...(value.old === value.now ? [value.now] : [before, " ", after]));
  return cell;
}
