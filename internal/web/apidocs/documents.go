package apidocs

import (
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// documentTables are the values of each document of the game by their paths. Those of the mod are on the pages of its files, and in the
// OpenAPI document.
func documentTables() (tables []fieldTable) {
	for _, d := range document.All() {
		if expansion.Setting(d.Slug) == nil && !d.OfMod {
			tables = append(tables, fieldTable{ID: fieldsID(d.Slug), Document: d.Slug, Rows: valueRows(d.Fields(), "", 0)})
		}
	}
	return tables
}

// deepest is how many lists may be around a value in the table of its document.
const deepest = 4

// valueRows describes the values below fields; those of the elements of a list go by its path with [].
func valueRows(fields []*expansion.Field, path string, lists int) (rows []fieldRow) {
	for _, f := range fields {
		name := jsontree.Join(path, f.Name)
		if f.Shape == expansion.List && f.Type == expansion.Object {
			rows = append(rows, documentRow(Key{name, f}))
			if lists++; lists < deepest {
				rows = append(rows, valueRows(f.Fields, name+"[]", lists)...)
			}
			lists--
			continue
		}
		if f.Type == expansion.Object {
			rows = append(rows, valueRows(f.Fields, name, lists)...)
			continue
		}
		rows = append(rows, documentRow(Key{name, f}))
	}
	return rows
}

// documentNotes describe what the records of the Expansion mod have in common on surface A.
func documentNotes(r *record.Resource) []string {
	notes := []string{
		"`document` is the file as the game writes it; text in it is neither trimmed nor turned into `null`. PUT and PATCH replace the whole " +
			"document: nothing is merged. Values that stay the same keep " +
			"their spelling, and keys keep their order. A record that is created without a document gets the mod's defaults.",
		"Errors in a document name the path of the value, such as `document.Items.0.ClassName`, where the first element of a list is number " +
			"0. Unknown keys are kept. A mistake that was already in the " +
			"stored document is not an error, so that a faulty file can be repaired step by step.",
		"Lists do not include `document`, and neither does CSV. A body may have up to 1 MiB; larger files are imported and downloaded with " +
			"`files`, which work on the same records.",
		"For a changed document, the history and the comparisons show the values that differ, by their paths: " +
			"`{\"Items[AKM].MaxPriceThreshold\":100}`. Elements of lists are identified by name, or by " +
			"their position, counted from 1. Both sides are empty if only white space, order or spelling differ.",
	}
	if r.Address() != nil {
		notes = append(notes,
			"A URL names a setting by its slug, such as `general`, or by its `sid`. PUT and PATCH may leave `setting` out because it never "+
				"changes; a different one is answered with 422, and so is creating "+
				"a setting that exists. A setting that was never created is answered with 404. A deleted setting is no longer generated, and the "+
				"mod then creates its file with its own defaults.")
	}
	return notes
}
