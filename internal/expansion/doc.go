// Package expansion knows the JSON files of the DayZ Expansion mod: what they are called, where they lie, what they hold, and
// how a value in one is changed while the rest of it stays as written.
//
// What the files hold is declared in packs/expansion: one file a setting or document, keys in the order in which the mod writes them. The
// schemas of all packs become fields here (Reader), and packs of documents are read here (Load).
//
// Each is one JSON document and one record, whose document is the text of the file as it stands there. What the mod writes is declared in
// packs/expansion: a file a setting or sort of documents, a property a field, in the order of the mod, with what people read of it.
// From that come the defaults, the checks, the editor, the lint and what a model is asked for. expansion.Claim and Guess tell by name,
// folder or shape what a file is; one whose name says more than its content is kept as it came.
//
// An expansion.Document is the text of a file with its tree and the offsets of its values. A save parses it once: the form lays what was
// sent over a copy of the tree, both travel to the store as one expansion.Draft, and the text is written once. Every change goes through
// Schema.Change, from whatever surface: values that mean the same keep their spelling, new ones are spelled as the game would, only what
// is newly wrong is refused, and jsonedit.Rewrite replaces the differing pieces of the text. It knows the elements of a list again by
// their names, so that one that moves takes its text along. A generated file is the stored text. record.documenting names the fields of a
// record that are read out of its document.
//
// The pages of the market have a layout of their own: docform.Box draws their controls, and docform.Enter lays what they sent over a
// category, an item, a trader or a zone.
//
// The builder of AI loadouts (static/loadout/) holds the JSON of a form's box as a tree and writes it back when a part is changed;
// expansion.Schema.Change keeps the text of what stays. expansion.Outline describes a loadout in words, by the rules by which the mod
// draws from it.
package expansion
