package expansion

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Control is how a form shows a value.
type Control uint8

// The controls.
const (
	Box     Control = iota // a text, number, truth value or choice
	Triple                 // the three numbers of a vector
	Lines                  // a list of texts, numbers or vectors, a line for each
	Nested                 // an object, with controls of its own
	Table                  // a list of objects
	Entries                // a map of single values
	Keyed                  // a map of objects or of lists of objects
	Source                 // JSON: the value is not what the schema says
)

// Control returns how a form shows a value of the field. Nil is a value that is not there, shown as empty.
func (f *Field) Control(value any) Control {
	c := f.usual()
	if value != nil && !f.fills(c, value) {
		return Source
	}
	return c
}

// usual is the control of a value that is what the schema says.
func (f *Field) usual() Control {
	switch {
	case f.Shape == MapLists, f.Shape == Map && (f.Type == Object || f.Type == Vector):
		return Keyed
	case f.Shape == Map:
		return Entries
	case f.Shape == List && f.Type == Object:
		return Table
	case f.Shape == List:
		return Lines
	case f.Type == Object:
		return Nested
	case f.Type == Vector:
		return Triple
	}
	return Box
}

// fills tells whether the control can show a value and give it back.
func (f *Field) fills(c Control, value any) bool {
	switch c {
	case Nested:
		return isObject(value)
	case Keyed:
		return isObject(value) || isEmptyList(value)
	case Triple:
		return isVector(value)
	case Table:
		return everyMember(value, isObject)
	case Lines:
		return everyMember(value, f.isLine)
	case Entries:
		object, ok := value.(*jsontree.Object)
		return ok && everyValue(object, isScalar) || isEmptyList(value)
	}
	return isScalar(value)
}

func isObject(value any) bool {
	_, ok := value.(*jsontree.Object)
	return ok
}

// isEmptyList knows the list that stands for an empty map.
func isEmptyList(value any) bool {
	list, ok := value.([]any)
	return ok && len(list) == 0
}

func isScalar(value any) bool {
	_, isList := value.([]any)
	return !isList && !isObject(value)
}

func isVector(value any) bool {
	list, _ := value.([]any)
	return len(list) == 3 && everyMember(value, func(member any) bool {
		_, ok := member.(jsontree.Number)
		return ok
	})
}

func everyMember(value any, is func(any) bool) bool {
	list, ok := value.([]any)
	for _, member := range list {
		if !is(member) {
			return false
		}
	}
	return ok
}

func everyValue(object *jsontree.Object, is func(any) bool) bool {
	for _, member := range object.All() {
		if !is(member) {
			return false
		}
	}
	return true
}

// isLine tells whether a member of a list survives as a line of its own.
func (f *Field) isLine(member any) bool {
	switch text := member.(type) {
	case string:
		return f.Type == String && trimmed(text) != "" && !strings.ContainsAny(text, "\r\n")
	case jsontree.Number:
		return f.Type != String && f.Type != Vector
	}
	return f.Type == Vector && isVector(member)
}

// Shown returns the text of a value in its control; empty for those that have controls of their own inside.
func (f *Field) Shown(value any) string {
	switch f.Control(value) {
	case Source:
		return jsonedit.Format(value, jsonedit.Game)
	case Lines:
		return f.shownLines(value)
	case Box:
		return f.shownOne(value)
	}
	return ""
}

func (f *Field) shownLines(value any) string {
	list, _ := value.([]any)
	lines := make([]string, len(list))
	for i, member := range list {
		lines[i] = f.line(member)
	}
	return strings.Join(lines, "\n")
}

// line is a member of a list as its line.
func (f *Field) line(member any) string {
	if f.Type != Vector {
		return f.shownOne(member)
	}
	return strings.Join(Parts(member), " ")
}

// Parts returns the three numbers of a vector as texts; they are empty where there is no vector.
func Parts(vector any) []string {
	parts := make([]string, 3)
	if isVector(vector) {
		for i, member := range vector.([]any) {
			parts[i] = shownNumber(member.(jsontree.Number))
		}
	}
	return parts
}

func (f *Field) shownOne(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case jsontree.Number:
		return f.shownAs(v)
	case bool:
		if f.Type == Bool {
			return string(truth(v))
		}
		return strconv.FormatBool(v)
	}
	return ""
}

func (f *Field) shownAs(number jsontree.Number) string {
	n, _ := numberOf(number)
	switch {
	case f.Type == Bool:
		return string(truth(n != 0))
	case f.Format == ARGBFormat && isWhole(number):
		argb := uint32(int32(n))
		return strings.ToUpper(hex8(argb<<8 | argb>>24))
	}
	return shownNumber(number)
}

func hex8(n uint32) string {
	text := strconv.FormatUint(uint64(n), 16)
	return strings.Repeat("0", 8-len(text)) + text
}

// shownNumber writes a number without digits that say nothing: 0.3499999940395355 is the float 0.35.
func shownNumber(number jsontree.Number) string {
	n, ok := numberOf(number)
	short := strconv.FormatFloat(float64(float32(n)), 'f', -1, 32)
	if back, err := strconv.ParseFloat(short, 64); ok && err == nil && len(short) < len(number) && sameFloat(back, n) && math.Abs(n) < 1<<24 {
		return short
	}
	return string(number)
}

var (
	numberPattern = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	colorPattern  = regexp.MustCompile(`^[0-9A-Fa-f]{8}$`)
)

// parseNumber reads a number that somebody has typed.
func parseNumber(text string) (number jsontree.Number, ok bool) {
	if !numberPattern.MatchString(text) {
		return "", false
	}
	if tree, err := jsontree.Parse([]byte(text)); err == nil {
		return tree.(jsontree.Number), true
	}
	n, err := strconv.ParseFloat(text, 64)
	return jsontree.Number(strconv.FormatFloat(n, 'f', -1, 64)), err == nil && !math.IsInf(n, 0)
}

// parseOne reads what a box holds; what is no value of the type stays a text, which the checks refuse.
func (f *Field) parseOne(text string) any {
	if f.Type == String || f.choice(text) != nil {
		return text
	}
	if f.Format == ARGBFormat && colorPattern.MatchString(text) {
		rgba, _ := strconv.ParseUint(text, 16, 32)
		return jsontree.Number(strconv.Itoa(int(int32(uint32(rgba)>>8 | uint32(rgba)<<24))))
	}
	if number, ok := parseNumber(text); ok {
		return number
	}
	return text
}

// parseLine reads the line of a list's member.
func (f *Field) parseLine(text string) any {
	if f.Type != Vector {
		return f.parseOne(text)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;<>[]", r) })
	vector := make([]any, len(words))
	for i, word := range words {
		number, ok := parseNumber(word)
		if !ok {
			return text
		}
		vector[i] = number
	}
	return vector
}
