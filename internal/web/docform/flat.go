package docform

import (
	"strconv"
	"unicode/utf8"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// MaxText is the number of characters that [Enter] accepts in a text. No name of the game is longer.
const MaxText = 255

// Box returns the control for a field of an object, for a page with its own layout. The value is sent under the name.
func Box(f *expansion.Field, object *jsontree.Object, name string) ui.Field {
	value, _ := valueIn(f, object)
	drawn := boxOf(f, value, name).Field
	drawn.Marks, drawn.List = nil, ""
	drawn.Wide = drawn.Kind == ui.Triple
	drawn.Code = drawn.Kind == ui.Lines || drawn.Kind == ui.Color || f.Format == expansion.ClassFormat
	if drawn.Kind == ui.Text || drawn.Kind == ui.Color {
		drawn.MaxLength = MaxText
	}
	return drawn
}

// Text returns the text that the control for a field of an object shows: its value or, where it has none, the default.
func Text(f *expansion.Field, object *jsontree.Object) string {
	value, _ := valueIn(f, object)
	return shown(f, value)
}

// Enter lays input, by the keys of the fields, over an object, as [Form.Save] does. It returns what is wrong with the values that
// it has changed.
func Enter(fields []*expansion.Field, object, sent *jsontree.Object) []expansion.Problem {
	var e entry
	for _, f := range fields {
		value, _ := object.Get(f.Name)
		old := jsontree.Clone(value)
		e.object("", []*expansion.Field{f}, object, sent)
		if next, has := object.Get(f.Name); has && !jsontree.Equal(old, next) {
			e.problems = append(e.problems, wrong(f, next)...)
		}
	}
	return e.problems
}

// wrong checks a value by the schema, and the length of its texts.
func wrong(f *expansion.Field, value any) []expansion.Problem {
	problems := expansion.Wrong(f.Check(f.Name, value))
	if list, isList := value.([]any); isList {
		for i, member := range list {
			problems = append(problems, CheckLength(jsontree.Join(f.Name, strconv.Itoa(i)), member)...)
		}
		return problems
	}
	return append(problems, CheckLength(f.Name, value)...)
}

// CheckLength returns a problem for a text of more than [MaxText] characters at a path, and none for other values.
func CheckLength(path string, value any) []expansion.Problem {
	if text, isText := value.(string); !isText || utf8.RuneCountInString(text) <= MaxText {
		return nil
	}
	return []expansion.Problem{{Path: path, Message: validate.IsTooLong.With(strconv.Itoa(MaxText))}}
}
