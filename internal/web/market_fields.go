package web

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// layer lays what a form sent over an object of a document. What was not sent, or says the same as before, stays as it is;
// what is wrong is not laid, and noted.
type layer struct {
	object   *jsontree.Object
	prefix   string // of the names in messages: "items.0." for those of a row
	problems *validate.Errors
}

// lay sets the key of a field to what was sent under a name.
func (l layer) lay(f *expansion.Field, name string, sent any) {
	old, has := l.object.Get(f.Name)
	if sent == nil && !l.shows(f) {
		return
	}
	next := sentValue(f, sent)
	if sameShown(f, old, next) || !has && (shownValue(f, next) == "" || jsonedit.Equal(next, f.New())) {
		return
	}
	if l.sound(f, l.prefix+name, next) {
		l.object.Set(f.Name, next)
	}
}

// sound notes what is wrong with a value.
func (l layer) sound(f *expansion.Field, name string, value any) bool {
	wrong := expansion.Wrong(f.Check(name, value))
	for _, p := range wrong {
		l.add(name, p.Path, p.Rule)
	}
	if len(wrong) > 0 || f.Type != expansion.String {
		return len(wrong) == 0
	}
	return l.short(name, value)
}

// short refuses texts that are longer than any name of the game.
func (l layer) short(name string, value any) bool {
	texts := []any{value}
	list, isList := value.([]any)
	if isList {
		texts = list
	}
	fits := true
	for i, text := range texts {
		path := name
		if isList {
			path += "." + strconv.Itoa(i)
		}
		if len([]rune(ui.TextOf(text))) > longText {
			l.add(name, path, "The :attribute field must not be greater than "+strconv.Itoa(longText)+" characters.")
			fits = false
		}
	}
	return fits
}

// add notes a problem; a plain field is called by its name in words.
func (l layer) add(name, path, message string) {
	if l.prefix != "" || path != name {
		l.problems.Add(path, message)
		return
	}
	l.problems.AddNamed(path, validate.DisplayName(path), message)
}

// sentValue reads what was sent as a value of the field; what cannot be read is left to the check.
func sentValue(f *expansion.Field, sent any) any {
	switch {
	case f.Shape == expansion.List:
		return sentTexts(sent)
	case f.Type == expansion.Vector:
		return sentNumbers(sent)
	case f.Type == expansion.String && sent == nil:
		return ""
	case f.Type == expansion.String:
		return sent
	case sent == nil:
		return f.New()
	}
	return sentNumber(sent)
}

// sentTexts are the texts of a list: its members, or the lines of a box.
func sentTexts(sent any) any {
	switch v := sent.(type) {
	case nil:
		return []any{}
	case string:
		texts := []any{}
		for line := range strings.Lines(tidyLines(v)) {
			texts = append(texts, strings.TrimSuffix(line, "\n"))
		}
		return texts
	}
	return filled(sent, func(member any) bool { return member != nil })
}

// sentNumbers are the numbers of a position: members of a list, or texts with blanks or commas between them.
func sentNumbers(sent any) any {
	list := jsontree.Members(sent)
	if text, ok := sent.(string); ok {
		for _, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
			list = append(list, word)
		}
	}
	numbers := make([]any, len(list))
	for i, member := range list {
		numbers[i] = sentNumber(member)
	}
	return numbers
}

// sentNumber reads a number that was sent as a text. One that a float of 32 bits cannot hold is none.
func sentNumber(sent any) any {
	text, ok := sent.(string)
	if number, isNumber := sent.(jsontree.Number); isNumber {
		text, ok = string(number), true
	}
	if _, err := strconv.ParseFloat(text, 32); !ok || err != nil {
		return sent
	}
	if number, err := jsontree.Parse([]byte(strings.TrimPrefix(text, "+"))); err == nil {
		return number
	}
	return sent
}

// shownValue is a value as the text of its control.
func shownValue(f *expansion.Field, value any) string {
	switch {
	case f.Type == expansion.Bool:
		return shownBool(value)
	case f.Shape == expansion.List, f.Type == expansion.Vector:
		return strings.Join(ui.MemberTexts(value), "\n")
	}
	return ui.TextOf(value)
}

// shownBool shows any number but 0 as true, as the game reads it.
func shownBool(value any) string {
	text := ui.TextOf(value)
	if n, err := strconv.ParseFloat(text, 64); err == nil && n != 0 {
		return "1"
	}
	return text
}

// sameShown reports whether a value is the one that the form showed.
func sameShown(f *expansion.Field, old, next any) bool {
	if !isOfShape(f, next) {
		return false
	}
	return trimmed(tidyLines(shownValue(f, old))) == tidyLines(shownValue(f, next))
}

// isOfShape reports whether a sent value can be compared with a stored one by what the form shows.
func isOfShape(f *expansion.Field, value any) bool {
	switch value.(type) {
	case []any:
		return f.Shape == expansion.List || f.Type == expansion.Vector
	case *jsontree.Object:
		return false
	}
	return f.Shape == expansion.Single && f.Type != expansion.Vector
}
