package trader

import (
	"math"
	"strconv"
)

// leadingInt reads a number as the game does: up to the first character that belongs to none, 0 without a digit. ok is
// false when that is not all of the text.
func leadingInt(text string) (n int64, ok bool) {
	end := 0
	for end < len(text) && (isDigit(text[end]) || end == 0 && isSign(text[end])) {
		end++
	}
	n, err := strconv.ParseInt(text[:end], 10, 64)
	return n, err == nil && end == len(text)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSign(c byte) bool { return c == '-' || c == '+' }

func intText(n int64) string { return strconv.FormatInt(n, 10) }

func floatText(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func parseFloat(text string) (f float64, ok bool) {
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}
