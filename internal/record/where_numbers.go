package record

import (
	"errors"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"time"

	"quartermaster/internal/filter"
)

// ends are what a text of a filter stands for: a number is its own first and last, a day has its first and last microsecond. Of a
// whole number with decimals the first is above the last.
type ends struct {
	first, last any
	age         bool // the text is an age: more of it is earlier
}

// reading turns a text into its ends.
type reading func(text string) (ends, error)

// number compiles a comparison of a number.
func (c compiler) number(f *Field, v filter.Value) (Match, error) {
	return c.compared(v, func(text string) (ends, error) { return numberEnds(f, text) })
}

// moment compiles a comparison of a time.
func (c compiler) moment(f *Field, v filter.Value) (Match, error) {
	latest := c.now.Year() + 30
	if f.Writable() { // people write 2099, or 9999, for never
		latest = 9999
	}
	return c.compared(v, func(text string) (ends, error) { return timeEnds(text, c.now, latest) })
}

func (c compiler) compared(v filter.Value, read reading) (Match, error) {
	r, err := c.rangeIn(v, read)
	if err != nil {
		return Match{}, mistake(c.term.Field + " " + err.Error())
	}
	return Match{Test: Ranged, Range: r}, nil
}

func (c compiler) rangeIn(v filter.Value, read reading) (Range, error) {
	if from, to, ok := v.Range(); ok && c.term.Op == filter.Is {
		return between(from, to, read)
	}
	e, err := read(v.Text)
	if err != nil {
		return Range{}, err
	}
	if c.term.Op == filter.Is && isAfter(e.first, e.last) {
		return Range{}, errors.New("has no value " + v.Text)
	}
	return e.rangeOf(c.term.Op), nil
}

// isAfter reports whether one end is above another; one that is open is not.
func isAfter(a, b any) bool { return a != nil && b != nil && asFloat(a) > asFloat(b) }

// between returns the range from one text to another; an empty one leaves its end open.
func between(from, to string, read reading) (r Range, err error) {
	var a, b ends
	if from != "" {
		if a, err = read(from); err != nil {
			return r, err
		}
	}
	if to != "" {
		if b, err = read(to); err != nil {
			return r, err
		}
	}
	if (a.age || from == "") && (b.age || to == "") {
		a, b = b, a
	}
	if isAfter(a.first, b.last) {
		return r, errors.New("has no value from " + from + " to " + to + ": the smaller end comes first")
	}
	return Range{From: a.first, To: b.last}, nil
}

func (e ends) rangeOf(op filter.Op) Range {
	if e.age {
		op = map[filter.Op]filter.Op{
			filter.Is: filter.AtLeast, filter.Above: filter.Below, filter.AtLeast: filter.AtMost,
			filter.Below: filter.Above, filter.AtMost: filter.AtLeast,
		}[op]
	}
	switch op {
	case filter.Above:
		return Range{From: e.last, Above: true}
	case filter.AtLeast:
		return Range{From: e.first}
	case filter.Below:
		return Range{To: e.first, LessThan: true}
	case filter.AtMost:
		return Range{To: e.last}
	}
	return Range{From: e.first, To: e.last}
}

// plainNumber is a number that people write, short enough to be exact.
var plainNumber = regexp.MustCompile(`^[+-]?([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})$`)

func numberEnds(f *Field, text string) (ends, error) {
	n, ok := durationIn(f.Unit, text)
	if !ok {
		if !plainNumber.MatchString(text) {
			return ends{}, notNumber(f)
		}
		n, _ = new(big.Rat).SetString(text)
	}
	switch f.Type {
	case Float:
		value, _ := n.Float64()
		return ends{first: value, last: value}, nil
	case Decimal:
		n = new(big.Rat).Mul(n, big.NewRat(hundred, 1))
	}
	floor := new(big.Int).Div(n.Num(), n.Denom()) // Euclidean, and the denominator is positive
	e := ends{first: clampInt(floor), last: clampInt(floor)}
	if !n.IsInt() {
		e.first = e.last.(int64) + 1
	}
	return e, nil
}

// hundred is how many of what is stored of a Decimal make one.
const hundred = 100

// clampInt keeps a number apart from the ends of int64, beyond which no stored number is.
func clampInt(n *big.Int) int64 {
	if !n.IsInt64() {
		return int64(n.Sign()) * (math.MaxInt64 - 1)
	}
	return min(max(n.Int64(), math.MinInt64+1), math.MaxInt64-1)
}

func notNumber(f *Field) error {
	if f.Unit == "s" || f.Unit == "min" {
		return errors.New("is a number, or a length of time such as 4h or 90min")
	}
	return errors.New("is a number")
}

var duration = regexp.MustCompile(`^([0-9]{1,6})(s|min|h|d|w)$`)

var durationUnits = map[string]time.Duration{
	"s": time.Second, "min": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
}

func parseDuration(text string) (time.Duration, bool) {
	parts := duration.FindStringSubmatch(text)
	if parts == nil {
		return 0, false
	}
	n, _ := strconv.ParseInt(parts[1], 10, 64)
	unit := durationUnits[parts[2]]
	if n > math.MaxInt64/int64(unit) {
		return 0, false
	}
	return time.Duration(n) * unit, true
}

// durationIn reads a duration such as 4h as a number of the unit, where that is seconds or minutes.
func durationIn(unit, text string) (*big.Rat, bool) {
	d, ok := parseDuration(text)
	if !ok || unit != "s" && unit != "min" {
		return nil, false
	}
	return big.NewRat(int64(d), int64(durationUnits[unit])), true
}

var errNoTime = errors.New("is a time: an age such as 7d or 12h, a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z")

// timeEnds reads a time in a year that somebody means: not before 2000 (the game has been there since 2013), nor after the latest.
func timeEnds(text string, now time.Time, latest int) (ends, error) {
	isNear := func(at time.Time) bool { return at.Year() >= 2000 && at.Year() <= latest }
	if age, ok := parseDuration(text); ok {
		at := now.Add(-age).UnixMicro()
		return ends{first: at, last: at, age: true}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil && isNear(day) {
		return ends{first: day.UnixMicro(), last: day.AddDate(0, 0, 1).UnixMicro() - 1}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || !isNear(at) {
		return ends{}, errNoTime
	}
	return ends{first: at.UnixMicro(), last: at.UnixMicro()}, nil
}
