package validate

import (
	"math"
	"strconv"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// sizeFailures are the failures of a size rule, one for each meaning of a size.
type sizeFailures struct{ numeric, text, array Failure }

// sized makes a rule of a condition on the size: the number in fields with Integer or Numeric, the
// count of members of a list or object, otherwise the count of characters.
func sized(failures sizeFailures, bound float64, holds func(size float64) bool) Rule {
	param := digitsOf(bound)
	return Rule{test: func(s *subject) Message {
		if holds(size(s.value, s.of)) {
			return Message{}
		}
		return failures.of(s.of).With(param)
	}}
}

func (t sizeFailures) of(k valueType) Failure {
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

// Max refuses sizes above n.
func Max(n float64) Rule {
	return sized(sizeFailures{MustBeAtMost, IsTooLong, HasTooMany}, n, func(size float64) bool { return size <= n })
}

// Min refuses sizes below n.
func Min(n float64) Rule {
	return sized(sizeFailures{MustBeAtLeast, isTooShort, hasTooFew}, n, func(size float64) bool { return size >= n })
}

// Size refuses sizes other than n.
func Size(n float64) Rule {
	return sized(sizeFailures{mustBe, mustBeLong, mustContain}, n, func(size float64) bool { return size == n })
}

// Between accepts whole numbers between two bounds, as numbers or as texts.
func Between(least, most int64) Rule {
	wrong := mustBeBetween.With(strconv.FormatInt(least, 10) + " and " + strconv.FormatInt(most, 10))
	return Rule{test: func(s *subject) Message {
		n, err := strconv.ParseInt(Text(s.value), 10, 64)
		if err != nil || n < least || n > most {
			return wrong
		}
		return Message{}
	}}
}
