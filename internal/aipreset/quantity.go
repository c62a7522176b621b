package aipreset

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// aUnit finds the units of statements.
const aUnit = `%|percent\b|ms\b|s\b|sec(?:ond)?s?\b|min(?:ute)?s?\b|h\b|hours?\b|days?\b|weeks?\b|m\b|met(?:re|er)s?\b|km\b`

// unit is what the words that start so count; a bare m can be minutes.
type unit struct {
	start           string
	seconds, metres float64
}

var units = []unit{
	{"ms", 0.001, 0},
	{"s", 1, 0},
	{"min", 60, 0},
	{"h", 3600, 0},
	{"d", 86400, 0},
	{"w", 604800, 0},
	{"km", 0, 1000},
	{"met", 0, 1},
	{"m", 60, 1},
}

// fieldSeconds are the units of fields that are times, in seconds.
var fieldSeconds = map[string]float64{"ms": 0.001, "s": 1, "min": 60, "h": 3600, "days": 86400}

// quantity is a number with the unit that a statement gives it; without one it is in the unit of the field.
type quantity struct{ number, unit string }

func (q quantity) isPercentage() bool { return q.unit == "%" || q.unit == "percent" }

func (q quantity) amount() float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(q.number, ",", ""), 64)
	return n
}

// in returns a quantity in the unit of a field, or why it is none of the field's.
func (q quantity) in(f *expansion.Field) (n float64, problem string) {
	switch {
	case q.unit == "":
		return q.amount(), ""
	case q.isPercentage():
		return q.share(f)
	}
	size := fieldSeconds[f.Unit]
	at := slices.IndexFunc(units, func(u unit) bool { return strings.HasPrefix(q.unit, u.start) })
	switch u := units[at]; {
	case size > 0 && u.seconds > 0:
		return q.amount() * u.seconds / size, ""
	case f.Unit == "m" && u.metres > 0:
		return q.amount() * u.metres, ""
	case u.seconds > 0:
		return 0, "“" + f.Label + "” is not a time"
	}
	return 0, "“" + f.Label + "” is not a distance"
}

// share returns a percentage as the field counts it.
func (q quantity) share(f *expansion.Field) (n float64, problem string) {
	isFraction := f.Type == expansion.Float && f.Max != nil && *f.Max == 1
	switch {
	case f.Unit == "%":
		return q.amount(), ""
	case isFraction || f.Unit == "×":
		return q.amount() / 100, ""
	}
	return 0, "“" + f.Label + "” is not a percentage"
}

// numberFor returns a number as a field holds it: whole ones for counts.
func numberFor(f *expansion.Field, n float64) jsontree.Number {
	if f.Type == expansion.Int {
		n = math.Round(n)
	}
	return jsontree.Decimal(roundOff(n))
}

// roundOff takes away what binary fractions leave behind, as in 0.1 × 3. Numbers that no field can hold stay numbers.
func roundOff(n float64) float64 {
	const digits, most = 1e6, 1e300
	return math.Round(max(-most, min(n, most))*digits) / digits
}

func numberOf(value any) (float64, bool) {
	number, ok := value.(jsontree.Number)
	n, err := strconv.ParseFloat(string(number), 64)
	return n, ok && err == nil
}
