// Package worldmap holds the map of an instance: its page, which scripts draw, what they draw it from, and what they save.
//
// The map (web/worldmap, static/map/) is drawn on a canvas by its scripts. Its layers are no code of their own (geo/layers.go): a resource
// declares which of its fields are a position (record.Located), and of documents every vector of the schema that is no direction is one.
// All become shapes over a tree of values (geo/shape.go), which find positions, and set, add and remove them. A save sends for each
// position where it was shown; geo.Service.Save compares that, so that only a change of the same position is a conflict, and
// mission.EditFiles stores records and files in one transaction. Where a file is about one position, a new one is a new file
// (geo/new_files.go). Vectors that come without a height get that of the nearest building. In the browser model.js holds what is shown and
// what is not saved, squares.js puts together what is close, view.js knows what is in sight, ground.js and features.js draw it, and
// hand.js and keys.js follow pointer and keys: below a scale neighbours are one circle; nearer, only the squares in sight are looked
// through. So a frame draws a few hundred things whatever there is. Controls that hold a position say so (ui.Position); a form with one
// gets a small map (map/small.js), which reads and writes them.
package worldmap
