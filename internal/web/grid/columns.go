package grid

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// column describes a field to the scripts of the page: how its values are shown, entered and checked.
type column struct {
	Key      string          `json:"key"`
	Label    string          `json:"label"`
	Kind     string          `json:"kind"`
	Unit     string          `json:"unit,omitempty"`
	Help     string          `json:"help,omitempty"`
	Min      *float64        `json:"min,omitempty"` // of a number, or of the characters of a text
	Max      *float64        `json:"max,omitempty"`
	Pattern  string          `json:"pattern,omitempty"`
	Choices  []string        `json:"choices,omitempty"`
	Ref      string          `json:"ref,omitempty"` // the resource whose ids it holds
	Required bool            `json:"required,omitempty"`
	Nullable bool            `json:"nullable,omitempty"`
	Edit     string          `json:"edit"` // "always", "new" for records that are not saved yet, or "never"
	Default  json.RawMessage `json:"default,omitempty"`
	Creates  bool            `json:"creates,omitempty"` // a name that no record has makes one
	Spare    bool            `json:"spare,omitempty"`   // not shown unless it is chosen
	Suggest  string          `json:"suggest,omitempty"` // the list of the page that completes its texts
	Within   *record.Bounds  `json:"within,omitempty"`  // outside of which a number is asked about

	field *record.Field
}

// kinds are the kinds of columns, by the data types of their fields.
var kinds = map[record.DataType]string{
	record.Text: "text", record.Int: "int", record.Float: "float", record.Decimal: "decimal", record.Flag: "flag", record.Time: "time",
	record.Links: "refs", record.Texts: "texts",
}

const classNameID = "instance_classname_id"

// columnsOf returns the columns of a collection, that of the name first. Lists of records and objects have none: their forms show them.
func columnsOf(c *site.Collection) []column {
	first := c.Resource.Title
	if first == nil || first.Nullable {
		first = c.Resource.Key[0]
	}
	columns := []column{newColumn(c.Resource, first)}
	for _, f := range c.Resource.Fields {
		if f != first && isColumn(c, f) {
			columns = append(columns, newColumn(c.Resource, f))
		}
	}
	return columns
}

// onMap returns columns with the bounds that are usual on a map of a size.
func onMap(columns []column, size float64) []column {
	columns = slices.Clone(columns)
	for i := range columns {
		if usual := columns[i].field.Usual; usual != nil {
			bounds := usual.Bounds(size)
			columns[i].Within = &bounds
		}
	}
	return columns
}

func isColumn(c *site.Collection, f *record.Field) bool {
	internal := f.Name == "id" || f.Name == "sid" || f.Name == "instance_id" || f.Name == "user_id" || f.Name == classNameID
	return kinds[f.Type] != "" && f.Shown() && !internal && !slices.Contains(c.Omitted, f.Name)
}

func newColumn(r *record.Resource, f *record.Field) column {
	col := column{
		Key: f.Name, Label: f.Label, Kind: kinds[f.Type], Unit: f.Unit, Help: f.Help,
		Min: f.Min, Max: f.Max, Pattern: f.Pattern(), Choices: f.In, Ref: f.Ref,
		Required: f.Required, Nullable: f.Nullable, Edit: editOf(r, f), field: f,
	}
	switch {
	case len(f.In) > 0:
		col.Kind = "choice"
	case f.Ref != "" && f.Type == record.Int:
		col.Kind = "ref"
	}
	col.Required = col.Required || col.Edit == "new"
	col.Spare = f.ReadOnly && col.Edit == "never" && !counts(r, f) && f.Name != "updated_at"
	col.Creates = r == record.TraderItems && f.Ref == record.TraderCategories.Name
	if namesClass(r, f) || f.ClassName {
		col.Suggest = ui.ClassNamesList
	}
	if f.Default != nil && f.Type != record.Links {
		col.Default = appendValue(nil, f, f.Default)
	}
	return col
}

// editOf says when the values of a field can be entered.
func editOf(r *record.Resource, f *record.Field) string {
	switch {
	case namesClass(r, f), f.Writable() && f.Fixed:
		return "new"
	case f.Writable():
		return "always"
	}
	return "never"
}

// namesClass reports whether a field is the name of the class that the records of a resource are about.
func namesClass(r *record.Resource, f *record.Field) bool {
	return r.Has(classNameID) && f == r.Title && f.ReadOnly
}

// counts reports whether a field is the number of records in another one.
func counts(r *record.Resource, f *record.Field) bool {
	return slices.ContainsFunc(r.Fields, func(other *record.Field) bool { return other.Count == f.Name })
}
