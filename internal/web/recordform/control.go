package recordform

import (
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// longText is the length from which a text gets a box of several lines.
const longText = 255

// Control returns the control of a field, without a value.
func (f Form) Control(declared *record.Field) ui.Field {
	drawn := ui.Field{
		Name: declared.Name, Label: declared.Label, Help: declared.Help, Unit: declared.Unit,
		Kind: ControlOf(declared), Required: declared.Required,
		Code: slices.Contains(f.Code, declared.Name), Wide: slices.Contains(f.Wide, declared.Name),
	}
	if holdsClassNames(declared) {
		drawn.List, drawn.Code = ui.ClassNamesList, true
	}
	drawn.Position = f.positionIn(declared)
	switch drawn.Kind {
	case ui.Number, ui.Duration:
		drawn.Min, drawn.Max = ui.Bound(declared.Min), ui.Bound(declared.Max)
		drawn.Step = steps[declared.Type]
	case ui.Text, ui.TextArea, ui.Password:
		if declared.Max != nil {
			drawn.MaxLength = int(*declared.Max)
		}
	}
	switch {
	case drawn.Kind == ui.Lines, drawn.Kind == ui.TextArea && declared.Type != record.Text:
		drawn.Code = true
	case drawn.Kind == ui.DateTime:
		drawn.Unit = "UTC"
	case drawn.Kind == ui.Password:
		drawn.Autocomplete = "new-password"
	}
	return drawn
}

// holdsClassNames reports whether what is typed into the control of a field begins with a class name.
func holdsClassNames(f *record.Field) bool {
	isText := f.Type == record.Text || f.Type == record.Texts
	return f.ClassName && isText || lined(f) && f.Items[0].ClassName && ControlOf(f) == ui.Lines
}

// positionIn says how the control of a field holds a position; empty for one that does not.
func (f Form) positionIn(declared *record.Field) ui.Position {
	for _, l := range f.Resource.Located {
		switch declared.Name {
		case l.At:
			return ui.PositionXYZ
		case l.List:
			return ui.PositionXZ
		case l.X:
			return ui.PositionPair
		}
	}
	return ""
}

// steps are the steps of numbers that need not be whole.
var steps = map[record.DataType]string{record.Float: "any", record.Decimal: "0.01"}

// ControlOf returns the type of a field's control.
func ControlOf(f *record.Field) ui.ControlType {
	switch {
	case !f.Writable():
		return ui.Fixed
	case f.Secret:
		return ui.Password
	case f.Type == record.Links:
		return ui.Checks
	case f.Ref != "", len(f.In) > 0:
		return ui.Select
	case f.Type == record.Flag && f.Nullable:
		return ui.TriState
	case f.Type == record.Flag:
		return ui.Switch
	}
	return kindOfValue(f)
}

func kindOfValue(f *record.Field) ui.ControlType {
	switch f.Type {
	case record.Int, record.Float, record.Decimal:
		if f.Unit == "s" {
			return ui.Duration
		}
		return ui.Number
	case record.Time:
		return ui.DateTime
	case record.Vector:
		return ui.Triple
	case record.Texts:
		return ui.Lines
	case record.List:
		return kindOfList(f)
	case record.Object:
		return ui.TextArea
	}
	if f.Max != nil && *f.Max > longText {
		return ui.TextArea
	}
	return ui.Text
}

// kindOfList chooses rows for records that begin with a name, and lines for records of bare numbers, of which there may be
// hundreds. Lists that fit neither are edited as JSON.
func kindOfList(f *record.Field) ui.ControlType {
	switch {
	case slices.ContainsFunc(f.Items, func(item *record.Field) bool { return !scalar(item) && !lined(item) }):
		return ui.TextArea
	case f.Items[0].Type == record.Text:
		return ui.RowList
	}
	return ui.Lines
}

// HoldsRows reports whether the field holds records that are shown one by one.
func HoldsRows(f *record.Field) bool { return ControlOf(f) == ui.RowList || lined(f) }

// lined reports whether the field holds records that fit into a line each.
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

// takesLines reports whether the field is edited as lines, in a box or in a cell of a row.
func takesLines(f *record.Field) bool { return f.Type == record.Texts || lined(f) }

// ColumnLabel returns the label of a field with its unit. Durations have none, as they are shown in words.
func ColumnLabel(f *record.Field) string {
	if f.Unit == "" || f.Unit == "s" {
		return f.Label
	}
	return f.Label + " (" + f.Unit + ")"
}

// Numeric reports whether a column of the field's values is aligned as numbers.
func Numeric(f *record.Field) bool {
	return f.Ref == "" && (f.Type == record.Int || f.Type == record.Float || f.Type == record.Decimal)
}
