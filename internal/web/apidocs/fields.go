package apidocs

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// tables describes fields and, behind them, those of nested lists; of is the path of the list that they belong to.
func (links resourceLinks) tables(of string, fields []*record.Field, writable bool) []fieldTable {
	table := fieldTable{ID: fieldsID(of), Of: of}
	var nested []fieldTable
	for _, f := range fields {
		if !f.Shown() && !f.Writable() {
			continue
		}
		table.Rows = append(table.Rows, links.field(f, writable))
		if f.Type == record.List {
			nested = append(nested, links.tables(nestedPath(of, f.Name), f.Items, writable)...)
		}
	}
	return append([]fieldTable{table}, nested...)
}

func nestedPath(of, name string) string {
	if of == "" {
		return name
	}
	return of + "[]." + name
}

func fieldsID(of string) string {
	if of == "" {
		return "fields"
	}
	return "fields-" + strings.ReplaceAll(of, "[].", "-")
}

func (links resourceLinks) field(f *record.Field, writable bool) fieldRow {
	field := fieldRow{Name: f.Name, Type: links.typeOf(f), Help: helpOf(f), Unit: f.Unit}
	if f.Nullable && (!writable || !f.Required) {
		field.Type.After += " or null"
	}
	if writable {
		field.Marks = marksOf(f)
	}
	if writable && f.Writable() {
		field.Bounds = boundsOf(f)
	}
	return field
}

// helpOf says what a field does, at least by its label.
func helpOf(f *record.Field) string {
	if f.Help != "" {
		return f.Help
	}
	return f.Label + "."
}

func marksOf(f *record.Field) []string {
	var marks []string
	if f.Required {
		marks = append(marks, "required")
	}
	if !f.Writable() {
		marks = append(marks, "read-only")
	}
	if f.Secret {
		marks = append(marks, "write-only")
	}
	return marks
}

// typeWords name the kinds; the first page explains them.
var typeWords = map[record.DataType]string{
	record.Text: "text", record.Int: "integer", record.Float: "number", record.Decimal: "decimal", record.Flag: "boolean", record.Time: "time",
	record.Object: "object", record.List: "list of objects", record.Texts: "list of texts", record.Vector: "list of 3 numbers",
	record.BulkSteps: "list of steps",
}

func (links resourceLinks) typeOf(f *record.Field) typeRef {
	switch {
	case f.Type == record.Links:
		return links.idType("list of ", f.Ref, " ids")
	case f.Ref != "":
		return links.idType("", f.Ref, " id")
	case f.Digit:
		return typeRef{Before: "0 or 1"}
	}
	return typeRef{Before: typeWords[f.Type]}
}

// idType is the type of what holds ids, with the page where they come from.
func (links resourceLinks) idType(before, ref, after string) typeRef {
	link := links[ref]
	return typeRef{Before: before, Ref: &link, After: after}
}

func (links resourceLinks) filterType(r *record.Resource, f record.Filter) typeRef {
	switch {
	case f.Ref != "":
		return links.idType("", f.Ref, " id")
	case f.Cases != nil:
		return typeRef{Before: ui.Enumerate(slices.Sorted(maps.Keys(f.Cases)), "or")}
	case len(r.Field(f.Param).In) > 0:
		return typeRef{Before: ui.Enumerate(r.Field(f.Param).In, "or")}
	}
	return typeRef{Before: "exact text"}
}

// boundsOf says what a value must be, and what a new record has without one.
func boundsOf(f *record.Field) []string {
	var bounds []string
	if len(f.In) > 0 {
		bounds = append(bounds, ui.Enumerate(f.In, "or"))
	}
	if f.Min != nil || f.Max != nil {
		bounds = append(bounds, rangeOf(f))
	}
	if f.Format != "" {
		bounds = append(bounds, formatWords[f.Format])
	}
	if f.Fixed {
		bounds = append(bounds, "cannot be changed")
	}
	if f.Unique {
		bounds = append(bounds, "unique in an instance, ignoring case")
	}
	if text := defaultOf(f); text != "" {
		bounds = append(bounds, "default "+text)
	}
	if f.Required && f.Nullable {
		bounds = append(bounds, "null in responses only")
	}
	return bounds
}

// formatWords describe the formats of record.
var formatWords = map[string]string{
	"segment":  "a folder's name",
	"xmlpath":  "a path that ends in .xml",
	"class":    "a class name",
	"line":     "a single line without //",
	"digits":   "digits only",
	"span":     "minutes, hours or days, such as 90m, 48h or 3d",
	"sidtext":  "a public identifier",
	"oneline":  "a single line",
	"filename": "a file's name",
	"quantity": "one of the codes or a whole number",
	"ip":       "an IPv4 or IPv6 address",
}

func rangeOf(f *record.Field) string {
	unit := ""
	if f.Type == record.Text {
		unit = " characters"
	}
	switch {
	case f.Min == nil:
		return "at most " + plainNumber(*f.Max) + unit
	case f.Max == nil:
		return "at least " + plainNumber(*f.Min) + unit
	}
	return plainNumber(*f.Min) + " to " + plainNumber(*f.Max) + unit
}

func plainNumber(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// defaultOf is the default as JSON, empty where there is none or an empty list or object.
func defaultOf(f *record.Field) string {
	if f.Default == nil || f.Required || f.Default == "[]" || f.Default == "{}" {
		return ""
	}
	return string(f.AppendValue(nil, f.Default))
}

// rowsBeside describe what operations show of a record beside its fields.
func rowsBeside(r endpoint.Resource) (rows []fieldRow) {
	for _, e := range r.Endpoints {
		if len(rows) > 0 || e.Operation == nil || e.Operation.Out == nil || e.Operation.Out.Record != r.Record {
			continue
		}
		for _, f := range e.Operation.Out.Fields {
			rows = append(rows, fieldRow{
				Name: f.Name, Type: typeRef{Before: "object of " + ui.Enumerate(f.Type.Names(), "and")}, Marks: []string{"read-only"}, Help: f.Help,
			})
		}
	}
	return rows
}
