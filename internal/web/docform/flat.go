package docform

import (
	"strconv"
	"unicode/utf8"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// MaxText is how many characters a text of a page with a layout of its own may have. No name of the game is longer.
const MaxText = 255

// Box returns the control of a field of an object, for a page with a layout of its own. It sends the value under a name.
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

// Text returns what the control of a field of an object shows: its value, or the default where the object has none.
func Text(f *expansion.Field, object *jsontree.Object) string {
	value, _ := valueIn(f, object)
	return shown(f, value)
}

// Enter lays what was sent under the keys of the fields over an object, as [Form.Save] does, and returns what is wrong with the
// values that are new.
func Enter(fields []*expansion.Field, object, sent *jsontree.Object) []expansion.Problem {
	var e entry
	for _, f := range fields {
		value, _ := object.Get(f.Name)
		old := jsontree.Clone(value)
		e.object("", []*expansion.Field{f}, object, sent)
		if next, has := object.Get(f.Name); has && !jsonedit.Equal(old, next) {
			e.problems = append(e.problems, wrong(f, next)...)
		}
	}
	return e.problems
}

// wrong returns what is wrong with a value, too long texts included.
func wrong(f *expansion.Field, value any) []expansion.Problem {
	problems := expansion.Wrong(f.Check(f.Name, value))
	if list, isList := value.([]any); isList {
		for i, member := range list {
			problems = append(problems, CheckLength(jsonedit.Join(f.Name, strconv.Itoa(i)), member)...)
		}
		return problems
	}
	return append(problems, CheckLength(f.Name, value)...)
}

// CheckLength returns what is wrong with a value at a path if it is a text of more than [MaxText] characters.
func CheckLength(path string, value any) []expansion.Problem {
	if text, isText := value.(string); !isText || utf8.RuneCountInString(text) <= MaxText {
		return nil
	}
	return []expansion.Problem{{Path: path, Rule: "The :attribute field must not be greater than " + strconv.Itoa(MaxText) + " characters."}}
}
