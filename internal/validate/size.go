package validate

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// sizeTexts are the endings of a size rule's messages, one for each meaning of a size.
type sizeTexts struct{ numeric, text, array string }

// sized makes a rule of a condition on the size: the number in fields with Integer or Numeric, the
// count of members of a list or object, otherwise the count of characters.
func sized(texts sizeTexts, holds func(size float64) bool) Rule {
	return Rule{test: func(s *subject) string {
		if holds(size(s.value, s.of)) {
			return ""
		}
		return "The :attribute field must " + texts.of(s.of)
	}}
}

func (t sizeTexts) of(k valueType) string {
	switch k {
	case numericValue, integerValue:
		return t.numeric
	case arrayValue:
		return t.array
	}
	return t.text
}

func size(value any, k valueType) float64 {
	if k == numericValue || k == integerValue {
		if n, ok := number(value); ok {
			return n
		}
	}
	if n, ok := count(value); ok {
		return float64(n)
	}
	return float64(utf8.RuneCountInString(Text(value)))
}

// count returns how many members a list or object has.
func count(value any) (int, bool) {
	switch v := value.(type) {
	case []any:
		return len(v), true
	case *jsontree.Object:
		return v.Len(), true
	}
	return 0, false
}

// digitsOf writes a bound into a message, in full up to 21 digits.
func digitsOf(n float64) string {
	if math.Abs(n) >= 1e21 {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// bounded makes the texts for rules of one bound.
func bounded(numeric, text, array string, n float64) sizeTexts {
	bound := digitsOf(n)
	return sizeTexts{fmt.Sprintf(numeric, bound), fmt.Sprintf(text, bound), fmt.Sprintf(array, bound)}
}

// Max refuses sizes above n.
func Max(n float64) Rule {
	texts := bounded("not be greater than %s.", "not be greater than %s characters.", "not have more than %s items.", n)
	return sized(texts, func(size float64) bool { return size <= n })
}

// Min refuses sizes below n.
func Min(n float64) Rule {
	texts := bounded("be at least %s.", "be at least %s characters.", "have at least %s items.", n)
	return sized(texts, func(size float64) bool { return size >= n })
}

// Size refuses sizes other than n.
func Size(n float64) Rule {
	texts := bounded("be %s.", "be %s characters.", "contain %s items.", n)
	return sized(texts, func(size float64) bool { return size == n })
}
