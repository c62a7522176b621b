package validate

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Int returns the whole number that a value stands for: fractions are cut off, true is 1, and
// what is no number is 0.
func Int(value any) int64 {
	if n, ok := integer(value); ok {
		return n
	}
	f, _ := number(value)
	return nearest(f)
}

// Float returns the number that a value stands for: true is 1, what is no number is 0, and what is beyond 64 bits is the
// nearest number that is not.
func Float(value any) float64 {
	if value == true {
		return 1
	}
	f, _ := number(value)
	return min(max(f, -math.MaxFloat64), math.MaxFloat64)
}

// Bool returns whether a value counts as true: all but false, null, 0, "0", "" and the empty list
// and object do.
func Bool(value any) bool {
	switch v := value.(type) {
	case bool:
		return v
	case string:
		return v != "" && v != "0"
	case jsontree.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		return err != nil || f != 0
	}
	n, _ := count(value)
	return n > 0
}

// Text returns a scalar as text: numbers in their shortest form (5 for 5.0), true as "1", false
// and null as "". A list or object has no text and gives "".
func Text(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool:
		if v {
			return "1"
		}
	case jsontree.Number:
		return numberText(string(v))
	}
	return ""
}

func numberText(literal string) string {
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return literal
	}
	return string(jsontree.AppendFloat(nil, f))
}

// integer reads what the rule Integer accepts. What is beyond 64 bits gives the nearest number that is not.
func integer(value any) (int64, bool) {
	switch v := value.(type) {
	case bool:
		return 1, v
	case string:
		return integerText(strings.Trim(v, " \t\n\r\v"))
	case jsontree.Number:
		if n, err := strconv.ParseInt(string(v), 10, 64); !errors.Is(err, strconv.ErrSyntax) {
			return n, true
		}
		f, ok := numberOf(string(v))
		return nearest(f), ok && f == math.Trunc(f)
	}
	return 0, false
}

// nearest cuts the fraction off.
func nearest(f float64) int64 {
	switch {
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}

func integerText(text string) (int64, bool) {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) == len(text) {
		digits = strings.TrimPrefix(text, "+")
	}
	if digits == "" || digits[0] < '0' || digits[0] > '9' || digits[0] == '0' && digits != "0" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, !errors.Is(err, strconv.ErrSyntax)
}

// number reads what the rule Numeric accepts. What is beyond 64 bits is infinite.
func number(value any) (float64, bool) {
	switch v := value.(type) {
	case string:
		return numberOf(strings.Trim(v, " \t\n\r\v\f"))
	case jsontree.Number:
		return numberOf(string(v))
	}
	return 0, false
}

// numberOf leaves out what ParseFloat knows beyond plain decimals.
func numberOf(text string) (float64, bool) {
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, !errors.Is(err, strconv.ErrSyntax)
}

func isScalar(value any) bool {
	switch value.(type) {
	case string, bool, jsontree.Number:
		return true
	}
	return false
}

// isFilled reports whether a value passes Required.
func isFilled(value any) bool {
	if value == nil {
		return false
	}
	if text, ok := value.(string); ok {
		return !isBlank(text)
	}
	n, isArray := count(value)
	return !isArray || n > 0
}

func isBlank(text string) bool { return strings.Trim(text, " \t\n\r\v\x00") == "" }

// jsonText is the same for values that are.
func jsonText(value any) string { return string(jsontree.AppendValue(nil, value)) }
