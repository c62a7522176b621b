// Package grid shows records as a grid that is edited like a spreadsheet: its page, the rows and what is computed of them as JSON, and
// the changes that are saved together. A Source says where the rows come from; that of the records of a resource is here.
//
// The grid (web/grid, static/grid/) is the one page that its scripts draw; the list beside it works without them. Its columns come from
// the declaration of the resource, its rows from a grid.Source: records, or the items of the market, which stand in the documents of their
// categories (record.MarketItems is a resource without a table). The page comes with the first rows, unless they are to be
// sorted; all rows follow as lines of JSON, blocks of some hundred that the script takes in with pauses, since one answer of 3.8 MB kept
// the page from drawing for 600 ms. A save and a paste wait for the last block, which would else undo what was saved. What is computed of
// the rows arrives in a second answer, and all are sorted and edited in the browser. The table shows the rows that are in sight and stays
// in place while the room around it is scrolled, so that a fast scroll shows rows that are out of date for a moment, never a gap. A save
// sends for each cell the value that it was shown with; web/grid/save.go compares them within the edit: one cell that somebody else has
// changed, and nothing is written. Other cells of the same record may have changed, and stay. What is saved is one revision. The sid of an
// item follows from its category and class name, so a save answers with all rows whose sids it has changed. The grid is our own, in small
// modules, since no library met all of it under the strict policy of the pages: Tabulator runs without inline styles, but scrolled at ten
// frames a second here, and its cells take no focus; AG Grid needs 270 KB and a nonce and sells ranges and the clipboard; those that
// scroll well have serious accessibility faults or edit nothing. Ours is 38 KB compressed; every cell is reachable and announced, with its
// row and column counted over all rows.
package grid
