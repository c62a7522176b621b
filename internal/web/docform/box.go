package docform

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/web/ui"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// boxOf returns the control of a value, which is sent under the name.
func boxOf(f *expansion.Field, value any, name string) ui.Control {
	drawn := ui.Field{
		Name: name, Label: labelOf(f), Help: f.Help, Unit: f.Unit, Value: shown(f, value), Marks: &ui.Marks{},
	}
	switch controlOf(f, value) {
	case sourceControl:
		drawn.Kind, drawn.Unit = ui.TextArea, ""
		if f.Type != expansion.Any {
			drawn.Help = strings.TrimSpace(f.Help + " The file has an unexpected kind of value here, so it is shown as JSON.")
		}
	case linesControl:
		drawn.Kind = ui.Lines
		if f.Format == expansion.ClassFormat {
			drawn.List = ClassNamesList
		}
	case tripleControl:
		drawn.Kind, drawn.Parts = ui.Triple, vectorParts(f, value)
	case boxControl:
		drawn.Kind = kindOfBox(f, value, drawn.Value)
		if f.Format == expansion.ClassFormat {
			drawn.List = ClassNamesList
		}
		finish(&drawn, f)
	}
	if f.IsPosition() {
		drawn.Position = positionIn(f, drawn.Kind)
	}
	return ui.Control{Field: drawn, ID: elementID(name), Key: name}
}

// positionIn says how the control of a position holds it.
func positionIn(f *expansion.Field, control ui.ControlType) ui.Position {
	switch {
	case control == ui.TextArea:
		return ui.PositionJSON
	case control == ui.Number:
		return ui.PositionPair
	case control == ui.Lines && f.Type != expansion.Vector:
		return ui.PositionColumn
	}
	return ui.PositionXYZ
}

func labelOf(f *expansion.Field) string {
	if f.Label == "" {
		return f.Name
	}
	return f.Label
}

func vectorParts(f *expansion.Field, value any) []ui.Part {
	labels := []string{"x", "y", "z"}
	if strings.Contains(f.Name, "Orientation") || f.Name == "ypr" {
		labels = []string{"yaw", "pitch", "roll"}
	}
	parts := make([]ui.Part, len(labels))
	for i, text := range vectorTexts(value) {
		parts[i] = ui.Part{Label: labels[i], Value: text}
	}
	return parts
}

func kindOfBox(f *expansion.Field, value any, text string) ui.ControlType {
	_, isText := value.(string)
	switch {
	case len(f.Choices) > 0:
		return ui.Select
	case f.Format == expansion.PasswordFormat && !strings.ContainsAny(text, "\r\n"):
		return ui.Password
	case f.Type == expansion.Bool && value == nil:
		return ui.TriState
	case f.Type == expansion.Bool && !isText:
		return ui.Switch
	case f.Format == expansion.TextFormat, strings.ContainsAny(text, "\r\n"):
		return ui.TextArea
	case f.Format == expansion.ColorFormat, f.Format == expansion.ARGBFormat:
		return ui.Color
	case f.Type == expansion.String, f.Type == expansion.Bool:
		return ui.Text
	case f.Unit == "s":
		return ui.Duration
	}
	return ui.Number
}

// finish sets the options, bounds and step of a control. It leaves out bounds that are not firm or that the value itself breaks,
// because a browser would refuse to send the form.
func finish(f *ui.Field, of *expansion.Field) {
	switch f.Kind {
	case ui.Select:
		offerChoices(f, of)
	case ui.Password:
		f.Autocomplete = "new-password" // so that browsers do not offer the one of the site
	case ui.Number, ui.Duration:
		if of.Type == expansion.Float {
			f.Step = "any"
		}
		n, err := strconv.ParseFloat(f.Value, 64)
		if of.Firm && of.Min != nil && (err != nil || n >= *of.Min) {
			f.Min = ui.Bound(of.Min)
		}
		if of.Firm && of.Max != nil && (err != nil || n <= *of.Max) {
			f.Max = ui.Bound(of.Max)
		}
		if of.Type != expansion.Float && f.Min == "" && n != float64(int64(n)) {
			f.Step = "any"
		}
	}
}

// offerChoices lists the choices, and the value itself where it is none of them.
func offerChoices(f *ui.Field, of *expansion.Field) {
	for _, c := range of.Choices {
		f.Options = append(f.Options, ui.Option{Value: ui.TextOf(c.Value), Label: c.Label})
	}
	if f.Value == "" && !slices.ContainsFunc(f.Options, func(o ui.Option) bool { return o.Value == "" }) {
		f.Options = append(f.Options, ui.Option{Label: "not set"})
	}
	f.Choose(f.Value)
}
