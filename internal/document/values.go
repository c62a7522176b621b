package document

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// valueOf returns the value of a text in a file whose values have no types, such as an attribute: what the field says or, without one,
// a number where the text is one. A text that is not of the type stays a text.
func valueOf(f *expansion.Field, text string) any {
	switch {
	case f != nil && f.Type == expansion.String:
		return text
	case f != nil && f.Type == expansion.Bool && wordOf(text) != nil:
		return *wordOf(text)
	}
	value, err := jsontree.Parse([]byte(text))
	number, isNumber := value.(jsontree.Number)
	if err == nil && isNumber {
		return number
	}
	if n, err := strconv.ParseFloat(text, 64); f != nil && err == nil && strings.Trim(text, "+-.0123456789") == "" {
		return jsontree.Decimal(n)
	}
	return text
}

// wordOf returns what a word says, or nil for a text that is no truth value.
func wordOf(text string) *bool {
	switch strings.ToLower(text) {
	case "true", "yes":
		return new(true)
	case "false", "no":
		return new(false)
	}
	return nil
}

// textOf returns the text of a value. A truth value is spelled as the old text is.
func textOf(value any, old string) string {
	if set, is := value.(bool); is {
		return truthText(set, old)
	}
	return jsontree.ScalarText(value)
}

func truthText(set bool, old string) string {
	spelled := map[bool]string{false: "false", true: "true"}
	switch strings.ToLower(old) {
	case "yes", "no":
		spelled = map[bool]string{false: "no", true: "yes"}
	case "0", "1":
		spelled = map[bool]string{false: "0", true: "1"}
	}
	return spelled[set]
}

func fieldNamed(fields []*expansion.Field, name string) *expansion.Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// fieldsOf returns the fields of the objects that a field holds; nil without a field.
func fieldsOf(f *expansion.Field) []*expansion.Field {
	if f == nil {
		return nil
	}
	return f.Fields
}
