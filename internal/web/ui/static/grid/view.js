// @ts-check

import { make } from "../base/dom.js";
import { drawCell, headCell, makeCell, mark } from "./cells.js";

/** @typedef {{ key: string, label: string, help?: string, numeric: boolean, width: number, sort: "ascending" | "descending" | "none", rank: string }} Head a column as it is shown */
/** @typedef {{ text: string, tone: string, title: string, locked: boolean }} Shown a cell as it is shown */
/** @typedef {{ element: HTMLElement, text: Text, tone: string, title: string, selected: boolean }} Cell */
/** @typedef {{ element: HTMLTableRowElement, position: number, tone: string, cells: Cell[] }} Row */
/**
 * @typedef {object} Source what the view asks for
 * @property {() => number} count
 * @property {(position: number) => { number: string, tone: string }} row
 * @property {(position: number, column: number) => Shown} cell
 * @property {(position: number, column: number) => boolean} selected
 */

export const rowHeight = 28;

/**
 * Shows the rows of a grid that are in sight, in a table that stays in place while the room around it is scrolled: so there is never a
 * gap, however fast that is. The elements of a row that leaves on one side are used again on the other.
 */
export class View {
  /** @type {Row[]} */
  #rows = [];
  /** @type {HTMLElement[]} */
  #heads = [];
  /** @type {Source} */
  #source;
  #window = make("div", { class: "grid-window" });
  #space = make("div", { class: "grid-space" });
  #head = make("tr", { role: "row", "aria-rowindex": "1" });
  #body = make("tbody", { role: "rowgroup" });
  #columns = make("colgroup");
  table;

  /**
   * @param {HTMLElement} scroller
   * @param {string} label
   * @param {Source} source
   */
  constructor(scroller, label, source) {
    this.scroller = scroller;
    this.#source = source;
    this.table = make("table", { role: "grid", class: "grid-table", "aria-label": label, "aria-multiselectable": "true" });
    this.table.append(this.#columns, make("thead", { role: "rowgroup" }, this.#head), this.#body);
    this.#window.append(this.table);
    this.#space.append(this.#window);
    scroller.append(this.#space);
    scroller.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(scroller);
  }

  /** The position of the first row in sight. */
  get first() {
    return Math.max(0, Math.floor(this.scroller.scrollTop / rowHeight));
  }

  /** How many rows are whole in sight. */
  get page() {
    return Math.max(1, Math.floor((this.scroller.clientHeight - this.#head.offsetHeight) / rowHeight));
  }

  /**
   * Shows other columns.
   * @param {Head[]} heads
   */
  setColumns(heads) {
    this.#heads = heads.map((head, i) => headCell(head, i));
    const corner = { role: "columnheader", class: "grid-corner", "aria-label": "Row number", "aria-colindex": "1" };
    this.#head.replaceChildren(make("th", corner, "#"), ...this.#heads);
    this.#columns.replaceChildren(make("col"), ...heads.map(() => make("col")));
    this.table.setAttribute("aria-colcount", String(heads.length + 1));
    this.setWidths(heads.map(({ width }) => width));
    this.#rows.forEach(({ element }) => element.remove());
    this.#rows = [];
    this.resize();
  }

  /** @param {number[]} widths of the columns, in pixels */
  setWidths(widths) {
    const all = [numberWidth(), ...widths];
    [...this.#columns.children].forEach((column, i) => (column.style.width = `${all[i]}px`));
    const sum = all.reduce((a, b) => a + b, 0);
    this.table.style.width = `${sum}px`;
    this.#space.style.width = `${sum}px`;
  }

  /** Makes as many rows as fit, after the room or the number of rows has changed. */
  resize() {
    const height = this.scroller.clientHeight;
    const count = this.#source.count();
    this.#space.style.height = `${count * rowHeight + this.#head.offsetHeight}px`;
    this.#window.style.height = `${height}px`;
    this.table.setAttribute("aria-rowcount", String(count + 1));
    const wanted = Math.min(count, Math.ceil((height - this.#head.offsetHeight) / rowHeight) + 1);
    while (this.#rows.length < wanted) {
      const row = this.#makeRow();
      this.#rows.push(row);
      this.#body.append(row.element);
    }
    this.#rows.splice(wanted).forEach(({ element }) => element.remove());
    this.refresh();
  }

  #makeRow() {
    const cells = this.#heads.map((_, i) => makeCell(i));
    const number = make("td", { role: "gridcell", class: "grid-number", "aria-colindex": "1" }, "");
    const element = make("tr", { role: "row" }, number, ...cells.map((cell) => cell.element));
    return { element, position: -1, tone: "", cells };
  }

  /** Draws all rows anew. */
  refresh() {
    this.#rows.forEach((row) => (row.position = -1));
    this.draw();
  }

  /** Draws the rows that have come into sight. */
  draw() {
    const held = this.scroller.contains(document.activeElement); // an element that is moved loses the focus
    const last = this.#source.count() - this.#rows.length;
    const first = Math.max(0, Math.min(this.first, last));
    this.#turn(first);
    this.#body.style.transform = `translateY(${first * rowHeight - this.scroller.scrollTop}px)`;
    this.#rows.forEach((row, i) => {
      if (row.position !== first + i) {
        this.#drawRow(row, first + i);
      }
    });
    this.drawn(held);
  }

  /** @type {(held: boolean) => void} is called after each drawing; held says that the focus was in the table before */
  drawn = () => {};

  /**
   * Moves rows that leave to the other end, so that those that stay keep their elements.
   * @param {number} first
   */
  #turn(first) {
    const by = this.#rows.length > 0 && this.#rows[0].position >= 0 ? first - this.#rows[0].position : 0;
    if (by === 0 || Math.abs(by) >= this.#rows.length) {
      return;
    }
    const moved = by > 0 ? this.#rows.splice(0, by) : this.#rows.splice(by);
    const elements = moved.map(({ element }) => element);
    if (by > 0) {
      this.#rows.push(...moved);
      this.#body.append(...elements);
    } else {
      this.#rows.unshift(...moved);
      this.#body.prepend(...elements);
    }
  }

  /**
   * @param {Row} row
   * @param {number} position
   */
  #drawRow(row, position) {
    const { number, tone } = this.#source.row(position);
    row.position = position;
    row.element.setAttribute("aria-rowindex", String(position + 2));
    row.element.cells[0].textContent = number;
    if (row.tone !== tone) {
      row.tone = tone;
      row.element.className = tone;
    }
    row.cells.forEach((cell, column) => drawCell(cell, this.#source.cell(position, column), this.#source.selected(position, column)));
  }

  /** Draws which cells are selected. */
  drawSelection() {
    for (const row of this.#rows) {
      row.cells.forEach((cell, column) => mark(cell, this.#source.selected(row.position, column)));
    }
  }

  /**
   * Returns the element of a cell, or of a column's head at the position -1; undefined while it is out of sight.
   * @param {number} position
   * @param {number} column
   * @returns {HTMLElement | undefined}
   */
  elementAt(position, column) {
    if (position < 0) {
      return this.#heads[column];
    }
    return this.#rows.find((row) => row.position === position)?.cells[column]?.element;
  }

  /**
   * Returns where an element is, null for one that is in no cell.
   * @param {Element} target
   * @returns {{ position: number, column: number } | null}
   */
  placeOf(target) {
    const cell = target.closest("td, th");
    const row = target.closest("tr");
    if (!cell || !row || !this.table.contains(cell)) {
      return null;
    }
    return { position: Number(row.getAttribute("aria-rowindex")) - 2, column: Number(cell.getAttribute("aria-colindex")) - 2 };
  }

  /**
   * Scrolls until a cell is in sight.
   * @param {number} position
   * @param {number} column
   */
  reveal(position, column) {
    const { scroller } = this;
    const room = scroller.clientHeight - this.#head.offsetHeight;
    if (position >= 0 && position * rowHeight < scroller.scrollTop) {
      scroller.scrollTop = position * rowHeight;
    } else if ((position + 1) * rowHeight > scroller.scrollTop + room) {
      scroller.scrollTop = (position + 1) * rowHeight - room;
    }
    const head = this.#heads[column];
    const frozen = this.#heads[0].offsetWidth + numberWidth();
    if (column > 0 && head.offsetLeft < scroller.scrollLeft + frozen) {
      scroller.scrollLeft = head.offsetLeft - frozen;
    } else if (column > 0 && head.offsetLeft + head.offsetWidth > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = head.offsetLeft + head.offsetWidth - scroller.clientWidth;
    }
    this.draw();
  }
}

const onPhone = () => matchMedia("(max-width: 40rem)").matches;

/** The width of the column with the numbers of the rows, in pixels; the style sheet has it too. */
const numberWidth = () => (onPhone() ? 36 : 64);

/** The usual width of the frozen column, in pixels: on a phone it leaves room for another one. */
export const frozenWidth = () => (onPhone() ? 150 : 220);
