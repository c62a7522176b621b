// Package change has the one three-way comparison of the program, and the one way in which elements of lists are known again. It knows no
// database, no HTTP and no file: callers give it values.
//
// A comparison has three versions of a value. The base is what both sides have begun with; mine is what is there now; theirs is what comes
// in. Who these are is the caller's:
//
//	update         the base of the file     the records             the upload
//	pull, delivery what was last shared     what is generated       what the server has
//	a form         what it was drawn with   what somebody sends     what is stored now
//	undo           what a revision left     what is stored now      what was before it
//
// [Between] says which sides have changed the value since the base: none or both alike, one of them, or both in different ways, which is a
// conflict. A value may be anything with an equality: a digest, a field, a record, the lack of one. Where nobody knows the base, what only
// theirs has is taken, and every other difference is a conflict ([Outcome.WithoutBase], [NoBase]).
//
// What an outcome leads to is the caller's, too. An update keeps what only mine has changed; an undo refuses wherever mine has changed
// anything, even to what would come back (store.DB.Undo).
//
// What has parts is compared part by part, as deep as that goes, and only what is left whole can be a conflict:
//
//	a record    by its fields; the caller has them
//	a list      of records by [Join], of elements in a document by [Merge]
//	a document  by the keys of its objects: [Merge], [Compare]
//	a set       of words in a document by its members: what one side has removed goes, what one has added comes ([Without])
//	a text      by its lines ([MergeLines], [DecideLines]), unless it is a document
//
// An element of a list is known again by what it says, by its identity, and by what it was. The identity of a record is the key that its
// resource declares; that of an element in a document is the first of some keys that objects are named by ([Align]); of two with one
// identity the nth is the nth. An element without one is the one that has most in common, else the one in its place. What mine was is
// often known better: records have places in the text that they were read from ([Was]). So a renamed record of mine is the one of the base
// still, and what theirs has done to that comes to it; one of theirs under another name is another. An element that only moved is not
// changed; the order of the result is that of theirs.
//
// What differs between two documents is a list of [Difference]: the path of a value, what it was and what it is. What differs between two
// versions of a record is a record.Difference, which has those of a document by their paths. A [Conflict] has the same path with all three
// versions; whoever merges is asked for each which side counts, in the order of the result.
//
// Where only two versions meet and nothing is merged, what is equal is the matter of whoever knows the values, and stays there:
//
//   - the stored fields of a record before and after a change: record.Resource.FieldsApart; of a body of CSV, by what its cells say:
//     record.Resource.Differing
//   - a preset or a proposal laid over a document (document.Document.Apply, aipreset.Lay): by the fields of its schema, which say what is
//     one value, and which numbers the game takes as the same; a list is one value there
//   - what a long edit has left on a copy of the instance (store, carry_over.go): rows, which have the same ids there
//   - what a grid has shown and what is stored when it is saved (web/grid, asked.go): any difference refuses the save, and the page asks
//   - lines of a text for a page (web/history.Without): lines repeat, and how often counts, so they are no set
//
// These laws hold for every kind of value, and laws_test.go holds all of them to each:
//
//   - to merge what is there, or the base, changes nothing; where mine is the base, the result is theirs; both ask nothing
//   - what only one side did comes in, and what both did alike is no conflict
//   - to do a merge again changes nothing, and to take it back gives back what was
//   - mine and theirs can be exchanged, with the sides that count, where it is known of both what their elements were
package change
