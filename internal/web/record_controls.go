package web

import (
	"slices"
	"strconv"

	"quartermaster/internal/record"
)

// longText is how many characters a text may have that is written in one line.
const longText = 255

// control derives the kind and the limits of a control from the field's declaration.
func (f recordForm) control(declared *record.Field) Field {
	drawn := Field{
		Name: declared.Name, Label: declared.Label, Help: declared.Help, Unit: declared.Unit,
		Kind: kindOf(declared), Required: declared.Required,
		Code: slices.Contains(f.code, declared.Name), Wide: slices.Contains(f.wide, declared.Name),
	}
	switch drawn.Kind {
	case Number, Duration:
		drawn.Min, drawn.Max = boundText(declared.Min), boundText(declared.Max)
		drawn.Step = steps[declared.Type]
	case Text, TextArea, Password:
		if declared.Max != nil {
			drawn.MaxLength = int(*declared.Max)
		}
	}
	switch {
	case drawn.Kind == Lines, drawn.Kind == TextArea && declared.Type != record.Text:
		drawn.Code = true
	case drawn.Kind == DateTime:
		drawn.Unit = "UTC"
	case drawn.Kind == Password:
		drawn.Autocomplete = "new-password"
	}
	return drawn
}

// steps are those of numbers that need not be whole.
var steps = map[record.Kind]string{record.Float: "any", record.Decimal: "0.01"}

func kindOf(f *record.Field) FieldKind {
	switch {
	case !f.Writable():
		return Fixed
	case f.Secret:
		return Password
	case f.Type == record.Links:
		return Checks
	case f.Ref != "", len(f.In) > 0:
		return Select
	case f.Type == record.Flag && f.Nullable:
		return TriState
	case f.Type == record.Flag:
		return Switch
	}
	return kindOfValue(f)
}

func kindOfValue(f *record.Field) FieldKind {
	switch f.Type {
	case record.Int, record.Float, record.Decimal:
		if f.Unit == "s" {
			return Duration
		}
		return Number
	case record.Time:
		return DateTime
	case record.Vector:
		return Triple
	case record.Texts:
		return Lines
	case record.List:
		return kindOfList(f)
	case record.Object:
		return TextArea
	}
	if f.Max != nil && *f.Max > longText {
		return TextArea
	}
	return Text
}

// kindOfList shows records that begin with a name as rows, and those of bare numbers, of which there may be hundreds, as
// lines. What fits into neither is edited as JSON.
func kindOfList(f *record.Field) FieldKind {
	switch {
	case slices.ContainsFunc(f.Items, func(item *record.Field) bool { return !scalar(item) && !lined(item) }):
		return TextArea
	case f.Items[0].Type == record.Text:
		return RowList
	}
	return Lines
}

// lined tells whether the field is a list of records that each fit into a line.
func lined(f *record.Field) bool {
	return f.Type == record.List && !slices.ContainsFunc(f.Items, func(item *record.Field) bool { return !scalar(item) })
}

func scalar(f *record.Field) bool {
	switch f.Type {
	case record.List, record.Links, record.Object, record.Texts, record.Vector:
		return false
	}
	return true
}

// takesLines tells whether the field is edited as lines, in a box or in a cell of a row.
func takesLines(f *record.Field) bool { return f.Type == record.Texts || lined(f) }

func boundText(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}
