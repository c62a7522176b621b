package validate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// String accepts text. Text with a NUL is refused, since PostgreSQL cannot store one.
func String() Rule {
	return check(MustBeString, func(value any) bool {
		text, ok := value.(string)
		return ok && strings.IndexByte(text, 0) < 0
	})
}

// reading accepts what read takes, as values of a type.
func reading[T any](says Failure, read func(value any) (T, bool), of valueType) Rule {
	rule := check(says, func(value any) bool {
		_, ok := read(value)
		return ok
	})
	rule.of = of
	return rule
}

// Integer accepts whole numbers: 5, 5.0, "5", "+5" and true, but not "05" or "5.0". How large they may be is for Int32 to say.
func Integer() Rule {
	return reading(MustBeInteger, integer, integerValue)
}

// Int32 refuses integers beyond 32 bits, with the messages of Max and Min.
func Int32() Rule {
	return Rule{test: func(s *subject) Message {
		switch n, ok := integer(s.value); {
		case ok && n > math.MaxInt32:
			return MustBeAtMost.With("2147483647")
		case ok && n < math.MinInt32:
			return MustBeAtLeast.With("-2147483648")
		}
		return Message{}
	}}
}

// Float64 refuses numbers beyond floats of 64 bits, with the messages of Max and Min: no column and no JSON holds an infinity.
func Float64() Rule {
	return Rule{test: func(s *subject) Message {
		switch n, ok := number(s.value); {
		case ok && n > math.MaxFloat64:
			return MustBeAtMost.With(digitsOf(math.MaxFloat64))
		case ok && n < -math.MaxFloat64:
			return MustBeAtLeast.With(digitsOf(-math.MaxFloat64))
		}
		return Message{}
	}}
}

// Numeric accepts numbers and text that is one, such as "1e3" or ".5". How large they may be is for Max and Min, or Float64, to say.
func Numeric() Rule {
	return reading(MustBeNumber, number, numericValue)
}

// Boolean accepts true, false, 0, 1, "0" and "1".
func Boolean() Rule {
	return check(MustBeBoolean, func(value any) bool {
		switch v := value.(type) {
		case bool:
			return true
		case string:
			return v == "0" || v == "1"
		case jsontree.Number:
			return v == "0" || v == "1"
		}
		return false
	})
}

// Array accepts lists and objects.
func Array() Rule {
	rule := check(MustBeArray, func(value any) bool {
		_, ok := count(value)
		return ok
	})
	rule.of = arrayValue
	return rule
}

// List accepts lists, and objects with the keys 0, 1, 2 and so on.
func List() Rule {
	rule := check(MustBeList, isList)
	rule.of = arrayValue
	return rule
}

func isList(value any) bool {
	object, ok := value.(*jsontree.Object)
	if !ok {
		_, ok = value.([]any)
		return ok
	}
	next := 0
	for key := range object.All() {
		if key != strconv.Itoa(next) {
			return false
		}
		next++
	}
	return true
}

// Object accepts JSON objects. The empty list passes for the empty object, as the two are one
// thing to many clients.
func Object() Rule {
	rule := check(MustBeArray, func(value any) bool {
		if list, ok := value.([]any); ok {
			return len(list) == 0
		}
		_, ok := value.(*jsontree.Object)
		return ok
	})
	rule.of = arrayValue
	return rule
}

// In accepts the given values, compared as text in their exact case.
func In(values ...string) Rule {
	wrong := isNoneOf.With(strings.Join(values, ","))
	return Rule{test: func(s *subject) Message {
		if isScalar(s.value) && slices.Contains(values, Text(s.value)) {
			return Message{}
		}
		return wrong
	}}
}
