package web

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// codeFormats are texts that the game reads as names.
var codeFormats = []expansion.Format{
	expansion.ColorFormat, expansion.ARGBFormat, expansion.IconFormat, expansion.ClassFormat, expansion.LoadoutFormat, expansion.FactionFormat,
	expansion.SteamFormat, expansion.TraderFormat, expansion.CategoryFormat, expansion.URLFormat,
}

// boxOf is the control of a value.
func boxOf(f *expansion.Field, value any, name string) control {
	drawn := Field{
		Name: name, Label: labelOf(f), Help: f.Help, Unit: f.Unit, Value: f.Shown(value), Code: slices.Contains(codeFormats, f.Format),
	}
	switch f.Control(value) {
	case expansion.Source:
		drawn.Kind, drawn.Code, drawn.Unit = TextArea, true, ""
		drawn.Help = strings.TrimSpace(f.Help + " The file has an unexpected kind of value here, so it is shown as JSON.")
	case expansion.Lines:
		drawn.Kind, drawn.Code = Lines, true
	case expansion.Triple:
		drawn.Kind, drawn.Parts = Triple, vectorParts(f, value)
	case expansion.Box:
		drawn.Kind = kindOfBox(f, value, drawn.Value)
		if f.Format == expansion.ClassFormat {
			drawn.List = classNamesList
		}
		finish(&drawn, f)
	}
	return control{Field: drawn, ID: settingID(name), Key: name}
}

func labelOf(f *expansion.Field) string {
	if f.Label == "" {
		return f.Name
	}
	return f.Label
}

func vectorParts(f *expansion.Field, value any) []Part {
	labels := []string{"x", "y", "z"}
	if strings.Contains(f.Name, "Orientation") {
		labels = []string{"yaw", "pitch", "roll"}
	}
	parts := make([]Part, len(labels))
	for i, text := range expansion.Parts(value) {
		parts[i] = Part{labels[i], text}
	}
	return parts
}

func kindOfBox(f *expansion.Field, value any, text string) FieldKind {
	_, isText := value.(string)
	switch {
	case len(f.Choices) > 0:
		return Select
	case f.Type == expansion.Bool && value == nil:
		return TriState
	case f.Type == expansion.Bool && !isText:
		return Switch
	case f.Format == expansion.TextFormat, strings.ContainsAny(text, "\r\n"):
		return TextArea
	case f.Format == expansion.ColorFormat, f.Format == expansion.ARGBFormat:
		return Color
	case f.Type == expansion.String, f.Type == expansion.Bool:
		return Text
	case f.Unit == "s":
		return Duration
	}
	return Number
}

// finish gives the control what its kind needs. Bounds that are not firm, or that the value itself breaks, are left out: a browser
// would not send the form.
func finish(f *Field, of *expansion.Field) {
	switch f.Kind {
	case Select:
		offerChoices(f, of)
	case Number, Duration:
		if of.Type == expansion.Float {
			f.Step = "any"
		}
		n, err := strconv.ParseFloat(f.Value, 64)
		if of.Firm && of.Min != nil && (err != nil || n >= *of.Min) {
			f.Min = boundText(of.Min)
		}
		if of.Firm && of.Max != nil && (err != nil || n <= *of.Max) {
			f.Max = boundText(of.Max)
		}
		if of.Type != expansion.Float && f.Min == "" && n != float64(int64(n)) {
			f.Step = "any"
		}
	}
}

// offerChoices lists the choices; a value that is none of them stays one.
func offerChoices(f *Field, of *expansion.Field) {
	for _, c := range of.Choices {
		f.Options = append(f.Options, Option{Value: choiceText(c), Label: c.Label})
	}
	if f.Value == "" && !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == "" }) {
		f.Options = append(f.Options, Option{Label: "not set"})
	}
	f.choose(f.Value)
}
