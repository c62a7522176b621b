package apidocs

import (
	"strconv"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// FormKeys are the keys of documents that forms take, by the names of their resources.
type FormKeys map[string][]Key

// Key is a key of a document, with the name that a form has for it.
type Key struct {
	Name  string
	Field *expansion.Field
}

// formTables are the fields of the forms of surface C, by the names of its resources. What a value of a document is stands in the
// schema of the mod's files.
func formTables(keys FormKeys) map[string][]fieldTable {
	trader, items := expansion.Trader, expansion.Category.Field("Items")
	trades := documentRows([]Key{
		{"Currencies", trader.Field("Currencies")}, {"Categories", trader.Field("Categories")}, {"Items", trader.Field("Items")},
	})
	rows := make([]fieldRow, len(items.Fields))
	for i, f := range items.Fields {
		rows[i] = documentRow(Key{f.Name, f})
	}
	form := func(name string, res *record.Resource) []fieldRow {
		return append([]fieldRow{nameRow(res)}, documentRows(keys[name])...)
	}
	return map[string][]fieldTable{
		"settings":       {formTable(settingFields()...)},
		"market-traders": {formTable(append(form("market-traders", record.MarketTraders), trades...)...)},
		"market-categories": {
			formTable(append(form("market-categories", record.MarketCategories), documentRow(Key{"items", items}))...),
			{ID: fieldsID("items"), Of: "items", Rows: rows},
		},
		"ai-loadouts":  {formTable(nameRow(record.AILoadouts), loadoutRow)},
		"trader-zones": {formTable(form("trader-zones", record.TraderZones)...)},
		"documents":    documentTables(),
	}
}

// formTable ends with the file of an import, which all of the resources have.
func formTable(rows ...fieldRow) fieldTable {
	return fieldTable{ID: fieldsID(""), Rows: append(rows, fileRow)}
}

// The fields that are no keys of a document.
var (
	fileRow = fieldRow{
		Name: "json_file", Type: typeRef{Before: "file"}, Bounds: []string{"JSON"},
		Help: "For an import only: the file, as multipart/form-data. Send several as json_file[].",
	}
	loadoutRow = fieldRow{
		Name: "data", Type: typeRef{Before: "text"}, Marks: []string{"required"}, Bounds: []string{"a JSON object"},
		Help: "The whole loadout, as in its file.",
	}
)

func settingFields() []fieldRow {
	return []fieldRow{
		{
			Name: "(key)", Type: typeRef{Before: "as in the file"},
			Help: "For saving: any keys of the file, by their own names; keys of nested objects in brackets. Keys that are left out keep their " +
				"values.",
		},
		{
			Name: "prompt", Type: typeRef{Before: "text"}, Bounds: []string{"at most " + strconv.Itoa(aipreset.MaxPrompt) + " characters"},
			Help: "For generating a preset: a description of what you want, in plain language. Required.",
		},
		{
			Name: "preset", Type: typeRef{Before: "object"},
			Help: "For applying a preset: the keys that change, as returned when it was generated.",
		},
	}
}

func nameRow(res *record.Resource) fieldRow {
	f := res.Title
	return fieldRow{Name: f.Name, Type: typeRef{Before: typeWords[f.Type]}, Marks: marksOf(f), Bounds: boundsOf(f), Help: helpOf(f)}
}

func documentRows(keys []Key) []fieldRow {
	rows := make([]fieldRow, len(keys))
	for i, key := range keys {
		rows[i] = documentRow(key)
	}
	return rows
}

// documentRow describes a key of a document by what its schema knows.
func documentRow(key Key) fieldRow {
	f := key.Field
	row := fieldRow{Name: key.Name, Type: typeRef{Before: documentType(f)}, Help: f.Help, Unit: f.Unit}
	if f.Min != nil || f.Max != nil {
		row.Bounds = append(row.Bounds, usually(f)+rangeOf(&record.Field{Type: record.Float, Min: f.Min, Max: f.Max}))
	}
	var choices []string
	for _, c := range f.Choices {
		choices = append(choices, ui.TextOf(c.Value)+" ("+c.Label+")")
	}
	if len(choices) > 0 {
		row.Bounds = append(row.Bounds, ui.Enumerate(choices, "or"))
	}
	if text := ui.TextOf(f.Default); text != "" {
		row.Bounds = append(row.Bounds, "default "+text)
	}
	return row
}

// usually is written before bounds for which no value is refused.
func usually(f *expansion.Field) string {
	if f.Firm {
		return ""
	}
	return "usually "
}

// valueWords name the types of values in documents.
var valueWords = map[expansion.Type]string{
	expansion.Bool: "boolean", expansion.Int: "integer", expansion.Enum: "integer", expansion.Float: "number", expansion.String: "text",
	expansion.Vector: "list of 3 numbers", expansion.Object: "object",
}

func documentType(f *expansion.Field) string {
	switch {
	case f.Shape == expansion.Single:
		return valueWords[f.Type]
	case f.Type == expansion.Object:
		return "list of objects"
	}
	return "list of " + valueWords[f.Type] + "s"
}

// formNotes describe what all forms of surface C have in common.
func formNotes() []string {
	return []string{
		"A request that changes something needs the CSRF token of the session, which every page contains: as `_token` in the form or in the " +
			"header `X-CSRF-TOKEN`. Without it, the " +
			"response is always 419. A request without a login is redirected to `/login` with 302, or answered with 401 if it has `Accept: " +
			"application/json`. Someone else's instance " +
			"is answered with 403, and what does not exist with 404.",
		"PUT and DELETE can be sent as such, or as POST with `_method` in the form. Success redirects with 302 to a page of the record. " +
			"Invalid input redirects with 302 back to the form, " +
			"which then shows the errors and the input; a client that accepts JSON, and a file that cannot be imported, get 422.",
		"Field names use PHP's notation: `items[0][ClassName]=AKM` for a row of a list, `Variants[]=...` or one text per line for a list of " +
			"texts, and `0` or `1` for a boolean. Fields that are left out, and values that no form shows, stay as stored.",
		"An import takes one or more files, each of which becomes a record with the name of the file. If one of them cannot be read, none is " +
			"stored; the errors give line and column. If your plan has no room for the file, the response is 413.",
	}
}

// settingNotes name the slugs.
func settingNotes() []string {
	var slugs []string
	for _, slug := range expansion.Slugs() {
		slugs = append(slugs, "`"+slug+"`")
	}
	return []string{
		"`{setting}` is one of " + strconv.Itoa(len(slugs)) + " slugs: " + ui.Enumerate(slugs, "and") +
			". Any other is answered with 404. A setting that an instance does not have yet starts with the mod's defaults.",
		"Generating a preset is answered with 200 and `data`: the `preset`, with only what would change, a `summary`, the `provider` that " +
			"suggested it and `warnings`. Nothing is stored until the preset " +
			"is applied, which is answered with 302, or with 200 and the changes if the client accepts JSON. Values of the wrong type or out of " +
			"range are left out with a warning; a key that the " +
			"settings do not have is answered with 422. If the provider fails, generating is answered with 502.",
	}
}
