package ui

import (
	"strconv"
	"strings"
)

// Control is a field with the ids and the name it has on its page.
type Control struct {
	Field
	ID    string
	Key   string // the name that is sent
	Spare bool   // in a blank row at the end
}

// Bind gives field the ids it needs inside the form with the id prefix form.
func Bind(form string, field Field) Control {
	return Control{Field: field, ID: form + "-" + field.Name, Key: field.Name}
}

// BoundSet is a part of a form with its controls.
type BoundSet struct {
	Title, Help string
	Controls    []Control
}

// Bound returns the parts of the form with their controls.
func (f Form) Bound() []BoundSet {
	sets := make([]BoundSet, len(f.Sets))
	for i, set := range f.Sets {
		sets[i] = BoundSet{Title: set.Title, Help: set.Help}
		for _, field := range set.Fields {
			sets[i].Controls = append(sets[i].Controls, Bind(f.ID, field))
		}
	}
	return sets
}

// Described returns the ids of the help and error texts that belong to the control, or "".
func (c Control) Described() string {
	var ids []string
	if c.Help != "" {
		ids = append(ids, c.ID+"-help")
	}
	if c.Error != "" {
		ids = append(ids, c.ID+"-error")
	}
	if c.Warning != "" {
		ids = append(ids, c.ID+"-warning")
	}
	return strings.Join(ids, " ")
}

// On reports whether a Switch is on.
func (c Control) On() bool {
	return c.Value == "1"
}

// InputType returns the type of a number's box. What is no number is shown as text, or the browser would hide
// the entry that its error speaks of.
func (c Control) InputType() string {
	if _, err := strconv.ParseFloat(c.Value, 64); err != nil && c.Value != "" {
		return "text"
	}
	return "number"
}

// Target returns the id of the element to move to when the field has an error.
func (c Control) Target() string {
	switch c.Kind {
	case Checks, Radios, RowList, Triple:
		return c.ID + "-group"
	}
	return c.ID
}

func (c Control) problems() []Problem {
	var found []Problem
	if c.Error != "" {
		found = append(found, Problem{ID: c.Target(), Label: c.Label, Text: c.Error})
	}
	for i, row := range c.RowControls() {
		for _, cell := range row {
			if cell.Error != "" {
				label := c.Rows.Item + " " + strconv.Itoa(i+1) + ", " + cell.Label
				found = append(found, Problem{ID: cell.ID, Label: label, Text: cell.Error})
			}
		}
	}
	return found
}

// PartControls returns the controls of the numbers of a Triple.
func (c Control) PartControls() []Control {
	controls := make([]Control, len(c.Parts))
	for i, part := range c.Parts {
		field := Field{Label: part.Label, Kind: Number, Value: part.Value, Step: "any"}
		controls[i] = Control{Field: field, ID: c.ID + "-" + strconv.Itoa(i), Key: c.Key + "[]"}
	}
	return controls
}

// RowControls returns the controls of every row, the blank ones last.
func (c Control) RowControls() [][]Control {
	if c.Rows == nil {
		return nil
	}
	var rows [][]Control
	for i, values := range c.Rows.Values {
		rows = append(rows, c.row(strconv.Itoa(i), values))
	}
	for i := range c.Rows.Spare {
		spare := c.row(strconv.Itoa(len(c.Rows.Values)+i), RowValues{})
		spare[0].Spare = true
		rows = append(rows, spare)
	}
	return rows
}

// RowPattern returns the controls of a row that scripts copy; its index is the text __index__.
func (c Control) RowPattern() []Control {
	return c.row("__index__", RowValues{})
}

func (c Control) row(index string, values RowValues) []Control {
	cells := make([]Control, 0, len(c.Rows.Columns))
	for _, column := range c.Rows.Columns {
		column.Value, column.Error = values.Values[column.Name], values.Errors[column.Name]
		column.Warning, column.Help = values.Warnings[column.Name], ""
		if column.Kind == Select {
			column.Choose(column.Value)
		}
		cells = append(cells, Control{
			Field: column,
			ID:    c.ID + "-" + index + "-" + column.Name,
			Key:   c.Key + "[" + index + "][" + column.Name + "]",
		})
	}
	return cells
}
