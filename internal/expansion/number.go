package expansion

import (
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// floatText returns a number as the game writes a float: the shortest text of its 32-bit value as a 64-bit one, with .0 behind
// a whole number. Source: formats, section 0.
func floatText(n float64) jsontree.Number {
	text := strconv.FormatFloat(float64(float32(n)), 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return jsontree.Number(text)
}

// NumberOf returns the value of a number, or of a truth value.
func NumberOf(value any) (n float64, ok bool) {
	switch v := value.(type) {
	case jsontree.Number:
		n, err := strconv.ParseFloat(string(v), 64)
		return n, err == nil
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// SameFloat reports whether two numbers are one value of 32 bits, by the tolerance of the formats, section 0.
func SameFloat(a, b float64) bool {
	const tolerance = 1e-6
	return math.Abs(a-b) <= tolerance*math.Max(1e-3, math.Max(math.Abs(a), math.Abs(b)))
}
