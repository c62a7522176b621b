// Package document knows the files of a game server that are one document each, such as db/globals.xml, cfggameplay.json or a settings
// file of the Expansion mod: what they hold, and how a value in one is changed while the rest of its text stays.
//
// Each is declared as a file of a pack (packs/README.md). Whatever a file is written in, its values are a
// tree as jsontree has them; a format takes the text apart into that tree and writes a changed tree into the text.
//
// The game's own documents (document) have a file each in packs/dayz/files; format says how the text is
// taken apart into a tree and how a changed tree is written into it: JSON by jsonedit, XML by ce.ReadFile, whose nodes know the elements
// that they were read from. Their files have no records: docset reads a document from the generated file, and saves the changed text
// through mission.Service.EditFile. A patch is merged with what the file says at that moment. Files that others name (cfgenvironment.xml,
// cfggameplay.json) are documents of their own. Defaults in which a map of the game differs from Chernarus are in packs/dayz/maps.json.
// Presets are declared with their document: values that are set, and factors, by their paths.
//
// A file that nothing is declared of is Inferred, in JSON, XML or cfg: its fields have the types that all values of a key have (infer.go),
// and what keys and values say of their meaning (infer_marks.go). No bounds follow from what stands there, and keys may be missing. Keys
// whose values are of several types take any value. A cfg that is not in Bohemia's language may be lines that set something (assigned.go),
// whose comments say what a setting is, as those behind elements of XML do. Lines are a file with an entry on each line (text_lines.go).
// Package pack lays over such a document what it knows of the files of a mod.
//
// A document is changed by its whole values, by a merge (merge.go) or by a list of operations (patch.go). Redact hides its secrets.
package document
