package jsonedit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"quartermaster/internal/jsontree"
)

// Layout is how a text is laid out.
type Layout struct {
	Newline string
	Unit    string // by which each level is indented
	Indent  string // of the line that the text starts on
	Spread  bool   // lists of plain values have a line for each
}

// Game is how the game writes JSON: formats, section 0.
var Game = Layout{Newline: "\n", Unit: "    ", Spread: true}

var (
	firstIndent = regexp.MustCompile(`\n( +)[^ \r\n]`)
	spreadList  = regexp.MustCompile(`\[\r?\n[ \t]*["\d-]`)
	flatList    = regexp.MustCompile(`\[[ \t]*["\d-]`)
)

// LayoutOf finds out how a text is laid out; what it does not show is four blanks a level, and lists of plain values on a line.
func LayoutOf(src string) Layout {
	l := Layout{Newline: "\n", Unit: "    "}
	if strings.Contains(src, "\r\n") {
		l.Newline = "\r\n"
	}
	if strings.Contains(src, "\n\t") {
		l.Unit = "\t"
	} else if found := firstIndent.FindStringSubmatch(src); found != nil && strings.HasPrefix(src, "{") {
		last := src[strings.LastIndexByte(src, '\n')+1:]
		l.Unit = cmp.Or(strings.TrimPrefix(found[1], last[:len(last)-len(strings.TrimLeft(last, " "))]), l.Unit)
	}
	l.Spread = spreadList.MatchString(src) && !flatList.MatchString(src)
	return l
}

func (l Layout) deeper() Layout {
	l.Indent += l.Unit
	return l
}

// Format returns the text of a tree as [jsontree] has them: members on lines of their own, lists of plain values as the layout says.
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
		isPlain = isPlain && !jsontree.HoldsOthers(value)
	}
	if isPlain && !l.Spread {
		return "[" + strings.Join(elements, ", ") + "]"
	}
	return l.lines("[", elements, "]")
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
