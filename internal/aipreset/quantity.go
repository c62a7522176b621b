package aipreset

import (
	"math"
	"regexp"
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// quantity is a number with the unit that a statement gives it; without one it is in the unit of the field.
type quantity struct {
	n    float64
	unit string // s, m, %, or m? for a letter that stands for minutes or metres
}

const (
	percent  = "%"
	second   = "s"
	metre    = "m"
	eitherM  = "m?"
	multiple = "×"
)

// unitWords are the words for units, each with the unit that it is counted in.
var unitWords = map[string]quantity{
	"%": {1, percent}, "percent": {1, percent}, "k": {1000, ""}, "thousand": {1000, ""}, "million": {1e6, ""}, "m": {1, eitherM},
	"ms": {0.001, second}, "millisecond": {0.001, second}, "milliseconds": {0.001, second},
	"s": {1, second}, "sec": {1, second}, "secs": {1, second}, "second": {1, second}, "seconds": {1, second},
	"min": {60, second}, "mins": {60, second}, "minute": {60, second}, "minutes": {60, second},
	"h": {3600, second}, "hr": {3600, second}, "hrs": {3600, second}, "hour": {3600, second}, "hours": {3600, second},
	"d": {86400, second}, "day": {86400, second}, "days": {86400, second}, "week": {604800, second}, "weeks": {604800, second},
	"metre": {1, metre}, "metres": {1, metre}, "meter": {1, metre}, "meters": {1, metre}, "km": {1000, metre}, "kilometres": {1000, metre}, "kilometers": {1000, metre},
}

// take takes the word behind a number as its unit, if it is one.
func (q *quantity) take(text string) bool {
	unit, ok := unitWords[text]
	if ok {
		q.n, q.unit = q.n*unit.n, unit.unit
	}
	return ok
}

// sumOf adds times up.
func sumOf(list []quantity) (sum quantity, ok bool) {
	sum.unit = second
	for _, q := range list {
		if q.unit != second {
			return sum, false
		}
		sum.n += q.n
	}
	return sum, true
}

// unitSeconds are the units of fields that are times, in seconds.
var unitSeconds = map[string]float64{"ms": 0.001, "s": 1, "min": 60, "h": 3600, "days": 86400}

// in returns a quantity in the unit of a field, or why it is none of the field's.
func (q quantity) in(f *expansion.Field) (n float64, problem string) {
	size, isTime := unitSeconds[f.Unit]
	switch {
	case q.unit == "":
		return q.n, ""
	case q.unit == percent:
		return q.share(f)
	case isTime && q.unit == eitherM:
		return q.n * 60 / size, ""
	case isTime && q.unit == second:
		return q.n / size, ""
	case f.Unit == metre && (q.unit == metre || q.unit == eitherM):
		return q.n, ""
	case q.unit == second:
		return 0, "“" + f.Label + "” is not a time"
	}
	return 0, "“" + f.Label + "” is not a distance"
}

// share returns a percentage as the field counts it.
func (q quantity) share(f *expansion.Field) (n float64, problem string) {
	isFraction := f.Type == expansion.Float && f.Max != nil && *f.Max == 1
	switch {
	case f.Unit == percent:
		return q.n, ""
	case isFraction || f.Unit == multiple:
		return q.n / 100, ""
	}
	return 0, "“" + f.Label + "” is not a percentage"
}

// numberFor returns a number as a field holds it: whole ones for counts.
func numberFor(f *expansion.Field, n float64, round bool) jsontree.Number {
	if f.Type == expansion.Int && round {
		n = math.Round(n)
	}
	return jsontree.Decimal(roundOff(n))
}

// roundOff takes away what binary fractions leave behind, as in 0.1 × 3.
func roundOff(n float64) float64 {
	const digits = 1e6
	return math.Round(n*digits) / digits
}

func numberOf(value any) (float64, bool) {
	number, ok := value.(jsontree.Number)
	n, err := strconv.ParseFloat(string(number), 64)
	return n, ok && err == nil
}

// noLimit finds the number that the help of a field says to be no limit.
var noLimit = regexp.MustCompile(`(-?\d+)(?: or less)? (?:sets|means) no limit`)

// endlessIn returns the value of a field that sets no limit.
func endlessIn(f *expansion.Field) (jsontree.Number, bool) {
	found := noLimit.FindStringSubmatch(f.Help)
	if found == nil {
		return "", false
	}
	return jsontree.Number(found[1]), true
}
