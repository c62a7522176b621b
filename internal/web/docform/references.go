package docform

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// References lists what the fields of a document may refer to, by the formats of the fields. Values of objectives are their type and
// number as [ObjectiveValue] joins them.
type References map[expansion.Format][]ui.Option

// typeOfObjective is the field beside the number of an objective that says its type.
const typeOfObjective = "ObjectiveType"

// ObjectiveValue returns the value under which an objective can be chosen.
func ObjectiveValue(typ, id string) string { return typ + "/" + id }

// refersToSeveral reports whether a field is a list of numbers that stand for something with a name.
func refersToSeveral(f *expansion.Field) bool {
	return f.Shape == expansion.List && (f.Format == expansion.QuestFormat || f.Format == expansion.QuestNPCFormat)
}

// refer lets a field that refers to something choose from what there is. What it refers to already stays, even if it is not there.
func (d *drawer) refer(c *ui.Control, f *expansion.Field, value any, object *jsontree.Object) {
	options := d.references[f.Format]
	switch control := controlOf(f, value); {
	case len(options) == 0 || control == sourceControl:
	case refersToSeveral(f):
		c.Kind = ui.Checks
		chooseFrom(c, options, linesOf(c.Value)...)
		c.Value = ""
	case control == boxControl && f.Format == expansion.ObjectiveFormat:
		typ, _ := object.Get(typeOfObjective)
		c.Kind, c.Value = ui.Select, ""
		if isReference(value) {
			c.Value = ObjectiveValue(ui.TextOf(typ), ui.TextOf(value))
		}
		chooseFrom(c, append([]ui.Option{{Label: "choose an objective"}}, options...), c.Value)
	case control == boxControl && f.Type == expansion.Int:
		none := "-1"
		if !isReference(value) {
			none = c.Value
		}
		c.Kind = ui.Select
		chooseFrom(c, append([]ui.Option{{Value: none, Label: "none"}}, options...), c.Value)
	case control == boxControl:
		c.List = suggestionsID(f.Format)
	}
}

func suggestionsID(format expansion.Format) string { return "names-" + string(format) }

// Suggestions returns the texts that controls of the form suggest.
func (r References) Suggestions() (list []ui.Suggestions) {
	for _, format := range []expansion.Format{expansion.FactionFormat, expansion.LoadoutFormat} {
		s := ui.Suggestions{ID: suggestionsID(format)}
		for _, option := range r[format] {
			s.Values = append(s.Values, option.Value)
		}
		if len(s.Values) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// chooseFrom selects the values among the options. A value that is none of them becomes one.
func chooseFrom(c *ui.Control, options []ui.Option, values ...string) {
	c.Options = slices.Clone(options)
	for _, value := range values {
		if !slices.ContainsFunc(options, func(o ui.Option) bool { return o.Value == value }) {
			c.Options = append(c.Options, ui.Option{Value: value, Label: value + " (does not exist)"})
		}
	}
	if len(values) > 0 {
		c.Choose(values...)
	}
}

// isReference reports whether a number refers to something.
func isReference(value any) bool {
	n, ok := expansion.NumberOf(value)
	return ok && n >= 1
}

// isInPair reports whether a field is chosen together with the number of an objective.
func (d *drawer) isInPair(fields []*expansion.Field, f *expansion.Field) bool {
	return f.Format != expansion.ObjectiveFormat && len(d.references[expansion.ObjectiveFormat]) > 0 &&
		slices.ContainsFunc(fields, func(beside *expansion.Field) bool { return beside.Format == expansion.ObjectiveFormat })
}

// enterPair sets the number and the type of an objective that was chosen. It reports false for an input that is no such choice.
func enterPair(f *expansion.Field, object *jsontree.Object, input any) bool {
	text, _ := input.(string)
	typ, id, isPair := strings.Cut(text, "/")
	if f.Format != expansion.ObjectiveFormat || !isPair {
		return f.Format == expansion.ObjectiveFormat && text == ""
	}
	for _, one := range []struct{ name, text string }{{f.Name, id}, {typeOfObjective, typ}} {
		old, _ := object.Get(one.name)
		if number, ok := parseNumber(one.text); ok && !jsontree.Equal(old, number) {
			object.Set(one.name, number)
		}
	}
	return true
}

// sameLines reports whether two lists hold the same texts, in any order; empty texts do not count.
func sameLines(a, b []string) bool {
	tidy := func(list []string) []string {
		list = slices.DeleteFunc(slices.Clone(list), func(text string) bool { return text == "" })
		slices.Sort(list)
		return slices.Compact(list)
	}
	return slices.Equal(tidy(a), tidy(b))
}

// inOldOrder returns a list with its members that stood in an old one first, in their old order and as written there.
func inOldOrder(f *expansion.Field, old any, list []any) []any {
	index := func(of []any, member any) int {
		return slices.IndexFunc(of, func(other any) bool { return lineOf(f, other) == lineOf(f, member) })
	}
	was := jsontree.Members(old)
	kept := []any{}
	for _, member := range was {
		if index(list, member) >= 0 {
			kept = append(kept, member)
		}
	}
	for _, member := range list {
		if index(was, member) < 0 {
			kept = append(kept, member)
		}
	}
	return kept
}
