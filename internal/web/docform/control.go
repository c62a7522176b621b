package docform

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// controlType says how a form shows a value.
type controlType uint8

const (
	boxControl     controlType = iota // a text, number, truth value or choice
	tripleControl                     // the three numbers of a vector
	linesControl                      // a list of texts, numbers or vectors, a line for each
	nestedControl                     // an object, with controls of its own
	tableControl                      // a list of objects
	entriesControl                    // a map of single values
	keyedControl                      // a map of objects or of lists of objects
	sourceControl                     // JSON: the value is not what the schema says
)

// controlOf returns the control for a value of the field: sourceControl where the value does not have the type of the schema. Nil
// stands for a missing value, which is shown as empty.
func controlOf(f *expansion.Field, value any) controlType {
	c := usualControl(f)
	if value != nil && !fills(f, c, value) {
		return sourceControl
	}
	return c
}

// usualControl returns the control for values of the type in the schema.
func usualControl(f *expansion.Field) controlType {
	switch {
	case f.Shape == expansion.MapLists, f.Shape == expansion.Map && (f.Type == expansion.Object || f.Type == expansion.Vector):
		return keyedControl
	case f.Shape == expansion.Map:
		return entriesControl
	case f.Shape == expansion.List && f.Type == expansion.Object:
		return tableControl
	case f.Shape == expansion.List:
		return linesControl
	case f.Type == expansion.Object:
		return nestedControl
	case f.Type == expansion.Vector:
		return tripleControl
	}
	return boxControl
}

// fills reports whether the control can show a value and send it back unchanged.
func fills(f *expansion.Field, c controlType, value any) bool {
	switch c {
	case nestedControl:
		return isObject(value)
	case keyedControl:
		return isObject(value) || isEmptyList(value)
	case tripleControl:
		return isVector(value)
	case tableControl:
		return everyMember(value, isObject)
	case linesControl:
		return everyMember(value, func(member any) bool { return isLine(f, member) })
	case entriesControl:
		object, ok := value.(*jsontree.Object)
		return ok && everyValue(object, isScalar) || isEmptyList(value)
	}
	return isScalar(value)
}

func isObject(value any) bool {
	_, ok := value.(*jsontree.Object)
	return ok
}

// isEmptyList reports whether a value is an empty list, which files have in place of an empty map.
func isEmptyList(value any) bool {
	list, ok := value.([]any)
	return ok && len(list) == 0
}

func isScalar(value any) bool {
	_, isList := value.([]any)
	return !isList && !isObject(value)
}

func truthText(set bool) string {
	if set {
		return "1"
	}
	return "0"
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

// isLine reports whether a member of a list can be edited as a line of text.
func isLine(f *expansion.Field, member any) bool {
	switch text := member.(type) {
	case string:
		return (f.Type == expansion.String || f.Inferred) && trimmed(text) != "" && !strings.ContainsAny(text, "\r\n")
	case jsontree.Number:
		return f.Type != expansion.String && f.Type != expansion.Vector
	}
	return f.Type == expansion.Vector && isVector(member)
}

// shown returns the text of a value in its control. It is empty for controls that consist of others.
func shown(f *expansion.Field, value any) string {
	switch controlOf(f, value) {
	case sourceControl:
		return jsonedit.Format(value, jsonedit.Game)
	case linesControl:
		return shownLines(f, value)
	case boxControl:
		if c := f.Choice(value); c != nil {
			return ui.TextOf(c.Value) // as its option has it: 1.0 for 1
		}
		return shownOne(f, value)
	}
	return ""
}

func shownLines(f *expansion.Field, value any) string {
	list, _ := value.([]any)
	lines := make([]string, len(list))
	for i, member := range list {
		lines[i] = lineOf(f, member)
	}
	return strings.Join(lines, "\n")
}

// lineOf returns the line for a member of a list.
func lineOf(f *expansion.Field, member any) string {
	if f.Type != expansion.Vector {
		return shownOne(f, member)
	}
	return strings.Join(vectorTexts(member), " ")
}

// vectorTexts returns the three numbers of a vector as texts, or three empty texts for any other value.
func vectorTexts(vector any) []string {
	parts := make([]string, 3)
	if isVector(vector) {
		for i, member := range vector.([]any) {
			parts[i] = shownNumber(member.(jsontree.Number))
		}
	}
	return parts
}

func shownOne(f *expansion.Field, value any) string {
	switch v := value.(type) {
	case string:
		return v
	case jsontree.Number:
		return shownAs(f, v)
	case bool:
		if f.Type == expansion.Bool {
			return truthText(v)
		}
		return strconv.FormatBool(v)
	}
	return ""
}

func shownAs(f *expansion.Field, number jsontree.Number) string {
	n, _ := expansion.NumberOf(number)
	switch {
	case f.Type == expansion.Bool:
		return truthText(n != 0)
	case f.Format == expansion.ARGBFormat && expansion.IsInt32(number):
		argb := uint32(int32(n))
		return strings.ToUpper(hex8(argb<<8 | argb>>24))
	}
	return shownNumber(number)
}

func hex8(n uint32) string {
	text := strconv.FormatUint(uint64(n), 16)
	return strings.Repeat("0", 8-len(text)) + text
}

// shownNumber returns the shortest text of a 32-bit float: 0.35 for 0.3499999940395355.
func shownNumber(number jsontree.Number) string {
	n, ok := expansion.NumberOf(number)
	short := strconv.FormatFloat(float64(float32(n)), 'f', -1, 32)
	if back, err := strconv.ParseFloat(short,
		64); ok && err == nil && len(short) < len(number) && expansion.SameFloat(back, n) && math.Abs(n) < 1<<24 {
		return short
	}
	return string(number)
}

var (
	numberPattern = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	colorPattern  = regexp.MustCompile(`^[0-9A-Fa-f]{8}$`)
)

// parseNumber reads a number as people type it. It fails for numbers that do not fit into a 32-bit float.
func parseNumber(text string) (number jsontree.Number, ok bool) {
	if _, err := strconv.ParseFloat(text, 32); err != nil || !numberPattern.MatchString(text) {
		return "", false
	}
	if tree, err := jsontree.Parse([]byte(text)); err == nil {
		return tree.(jsontree.Number), true
	}
	n, _ := strconv.ParseFloat(text, 64)
	return jsontree.Decimal(n), true
}

// parseOne reads the text of a box. A text that is no value of the type is returned as it is, and refused by the checks.
func parseOne(f *expansion.Field, text string) any {
	if f.Type == expansion.String || f.Choice(text) != nil {
		return text
	}
	if f.Format == expansion.ARGBFormat && colorPattern.MatchString(text) {
		rgba, _ := strconv.ParseUint(text, 16, 32)
		return jsontree.Number(strconv.Itoa(int(int32(uint32(rgba)>>8 | uint32(rgba)<<24))))
	}
	if f.Unit == "s" {
		text = ui.Seconds(text)
	}
	if number, ok := parseNumber(text); ok {
		return number
	}
	return text
}

// parseLine is the reverse of lineOf.
func parseLine(f *expansion.Field, text string) any {
	if f.Type != expansion.Vector {
		return parseOne(f, text)
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
