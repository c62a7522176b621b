// Package pack knows packs: descriptions of the files of a mod as data, in packs/<slug>/pack.json, whose language packs/README.md tells.
//
// A Set holds the packs that come with the program and those that an operator adds. Set.Document returns what a file is: the document
// that follows from the file itself (document.Inferred), over which the fields of the pack are laid that knows the file. What the pack
// does not know of it stays inferred. A file that a pack does not fit, because it holds a list where the pack has an object, or none of
// its keys, is inferred as a whole, and the document says so.
//
// The schema of a file is a subset of JSON Schema 2020-12 with marks of its own, and becomes the fields that all documents have
// (expansion.Reader, expansion.Field): there is one form for all. Packs of documents, which declare those of the game and of the Expansion
// mod, are listed and checked here, and used by package document. Rules (rules.go) are written in the language of filters over the members
// of an object; marks for keys and references make rules too.
//
// A mistake in a pack is a Mistake with the file and the place in it; a pack with mistakes is not used.
package pack
