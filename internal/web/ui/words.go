package ui

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// Guard returns what guards the form, whose values are those that are stored.
func (f Form) Guard() Guard {
	var g Guard
	var untouched Untouched
	for _, set := range f.Sets {
		for _, field := range set.Fields {
			control := Bind(f.ID, field)
			if control.Kind == Fixed || control.Kind == Password {
				continue
			}
			untouched.AddControl(control)
			g.Values = append(g.Values, Guarded{Name: field.Name, Label: field.Label, Words: field.SentWords})
		}
	}
	g.Shown = untouched.Tree()
	return g
}

// SentWords returns a value that was sent for the field as people read it, in lines.
func (f Field) SentWords(sent any) []string {
	if f.Rows != nil {
		rows := *f.Rows
		f.Rows = &rows
	}
	parts := make([]Part, len(f.Parts))
	for i, part := range f.Parts {
		parts[i].Label = part.Label
	}
	f.Parts = parts
	if f.Kind == Switch || f.Kind == TriState {
		f.Options = []Option{{Value: "1", Label: "yes"}, {Value: "0", Label: "no"}}
	}
	if f.Kind == Checks && isBlank(sent) {
		return nil
	}
	f.enter(sent)
	return f.Words()
}

// Words returns the value of the field as people read it, in lines.
func (f Field) Words() []string {
	switch f.Kind {
	case Select, Radios, Checks:
		return labels(f.Options, func(o Option) bool { return o.Selected })
	case Switch, TriState:
		return labels(f.Options, func(o Option) bool { return o.Value == f.Value })
	case RowList:
		return f.rowWords()
	case Triple:
		var numbers []string
		for _, part := range f.Parts {
			numbers = append(numbers, part.Value)
		}
		return linesIn(strings.Trim(strings.Join(numbers, ", "), ", "))
	case Duration:
		if told := durationHint(f.Value); told != "" {
			return []string{f.Value + " s (" + told + ")"}
		}
	}
	return linesIn(strings.TrimSpace(f.Value + " " + unitOf(f)))
}

func unitOf(f Field) string {
	if f.Value == "" {
		return ""
	}
	return f.Unit
}

func labels(options []Option, is func(Option) bool) (found []string) {
	for _, option := range options {
		if is(option) && option.Label != "" {
			found = append(found, option.Label)
		}
	}
	return linesIn(strings.Join(found, ", "))
}

// rowWords shows each row in a line.
func (f Field) rowWords() (lines []string) {
	for _, row := range f.Rows.Values {
		var cells []string
		for _, column := range f.Rows.Columns {
			if text := row.Values[column.Name]; text != "" && column.Kind != Switch && column.Label != "" {
				cells = append(cells, strings.ToLower(column.Label)+" "+strings.Join(linesIn(text), ", "))
			}
		}
		if len(cells) > 0 {
			lines = append(lines, strings.Join(cells, " · "))
		}
	}
	return lines
}

func linesIn(text string) []string {
	if text = jsontree.Trim(PlainLines(text)); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
