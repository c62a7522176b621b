package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
)

// Layout is how a text is laid out.
type Layout struct {
	Newline string
	Unit    string // by which each level is indented
	Indent  string // of the line that the text starts on
}

// LayoutOf finds out how a text is laid out; what it does not show is as the game writes it: four blanks a level.
func LayoutOf(src string) Layout {
	l := Layout{Newline: "\n", Unit: "    "}
	if strings.Contains(src, "\r\n") {
		l.Newline = "\r\n"
	}
	if strings.Contains(src, "\n\t") {
		l.Unit = "\t"
	}
	return l
}

func (l Layout) deeper() Layout {
	l.Indent += l.Unit
	return l
}

// Format returns the text of a tree as [jsontree] has them: members on lines of their own, lists of plain values on one line.
func Format(value any, l Layout) string {
	switch v := value.(type) {
	case *jsontree.Object:
		return formatObject(v, l)
	case []any:
		return formatList(v, l)
	case jsontree.Number:
		return string(v)
	case string:
		return quote(v)
	case nil:
		return "null"
	}
	return fmt.Sprint(value)
}

func formatObject(o *jsontree.Object, l Layout) string {
	var members []string
	for key, value := range o.All() {
		members = append(members, quote(key)+": "+Format(value, l.deeper()))
	}
	return l.lines("{", members, "}")
}

func formatList(list []any, l Layout) string {
	elements := make([]string, len(list))
	isPlain := true
	for i, value := range list {
		elements[i] = Format(value, l.deeper())
		isPlain = isPlain && !holdsOthers(value)
	}
	if isPlain {
		return "[" + strings.Join(elements, ", ") + "]"
	}
	return l.lines("[", elements, "]")
}

func holdsOthers(value any) bool {
	switch value.(type) {
	case *jsontree.Object, []any:
		return true
	}
	return false
}

// lines puts members on lines of their own.
func (l Layout) lines(start string, members []string, end string) string {
	if len(members) == 0 {
		return start + end
	}
	gap := l.Newline + l.deeper().Indent
	return start + gap + strings.Join(members, ","+gap) + l.Newline + l.Indent + end
}

// quote returns a JSON string as the game writes it: nothing is escaped that need not be.
func quote(text string) string {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string in memory
	return strings.TrimSuffix(b.String(), "\n")
}
