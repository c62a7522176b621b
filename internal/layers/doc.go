// Package layers has named sets of changes to an instance, which can be on or off, and drafts, copies of an instance whose changes come in.
//
// A [Row] says what changes by names: of a record by its resource, its key and its place among equals, field by field with the value before
// and after, members of lists as added and removed, values of documents by their paths; other files as their text. The same rows are what a
// draft has changed, what a layer does and what two instances have otherwise.
//
// What an instance holds while layers are on is what lies below them, with the changes of each laid over it in the order in which they were
// turned on ([stack]). What lies below is kept for each record that a layer changes, as it was stored, so that an instance whose layers are
// all off is what it was. What was edited by hand meanwhile becomes part of what lies below, and the layers let go of it.
//
// Whether a change fits is a comparison of package change: of what it was made on, what is there, and what it makes. What is to be is
// stored by the machine of undo and revert (store.DB.Put), as one revision.
package layers
