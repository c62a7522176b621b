// Package cron reads cron expressions and finds the times that they name, in any time zone.
package cron

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Expression is a cron expression of five fields: minute, hour, day of the month, month, day of the week.
type Expression struct {
	minutes, hours, days, months, weekdays set
	anyDay, anyWeekday                     bool // the field begins with *
}

// set has a bit for each value.
type set uint64

func (s set) has(value int) bool { return s>>value&1 == 1 }

// count is how many fields an expression has.
const count = 5

// Parse reads an expression. Its errors say what is wrong, for people. An expression that names no time at all is refused.
func Parse(text string) (Expression, error) {
	parts := strings.Fields(text)
	if len(parts) != count {
		return Expression{}, errors.New("it needs five fields: minute, hour, day of the month, month, day of the week")
	}
	var sets [count]set
	for i, f := range fields() {
		var err error
		if sets[i], err = f.parse(strings.ToLower(parts[i])); err != nil {
			return Expression{}, err
		}
	}
	e := Expression{minutes: sets[0], hours: sets[1], days: sets[2], months: sets[3], weekdays: sets[4] | sets[4]>>7}
	e.anyDay, e.anyWeekday = parts[2][0] == '*', parts[4][0] == '*'
	if e.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.UTC).IsZero() {
		return Expression{}, errors.New("there is no such day")
	}
	return e, nil
}

// field says what one of the fields may hold.
type field struct {
	name        string
	least, most int
	words       string // of three letters each, for the values from the least on
}

func fields() [count]field {
	return [count]field{
		{name: "minute", most: 59},
		{name: "hour", most: 23},
		{name: "day of the month", least: 1, most: 31},
		{name: "month", least: 1, most: 12, words: "janfebmaraprmayjunjulaugsepoctnovdec"},
		{name: "day of the week", most: 7, words: "sunmontuewedthufrisat"},
	}
}

// parse reads a list of values and ranges, such as 1,5-9 or */10.
func (f field) parse(text string) (values set, err error) {
	for part := range strings.SplitSeq(text, ",") {
		some, err := f.parseRange(part)
		if err != nil {
			return 0, err
		}
		values |= some
	}
	return values, nil
}

func (f field) parseRange(text string) (values set, err error) {
	span, stepText, stepped := strings.Cut(text, "/")
	first, last, err := f.bounds(span, stepped)
	if err != nil {
		return 0, err
	}
	step := 1
	if stepped {
		if step, err = strconv.Atoi(stepText); err != nil || step < 1 || step > f.most {
			return 0, fmt.Errorf("%q is no step for the %s", stepText, f.name)
		}
	}
	for value := first; value <= last; value += step {
		values |= 1 << value
	}
	return values, nil
}

// bounds reads what stands before a step: *, a range, or a value, from which a step goes on to the end.
func (f field) bounds(text string, stepped bool) (first, last int, err error) {
	if text == "*" {
		return f.least, f.most, nil
	}
	from, to, isRange := strings.Cut(text, "-")
	if first, err = f.value(from); err != nil {
		return 0, 0, err
	}
	last = first
	if stepped {
		last = f.most
	}
	if isRange {
		if last, err = f.value(to); err == nil && last < first {
			err = fmt.Errorf("the %s %s ends before it begins", f.name, text)
		}
	}
	return first, last, err
}

func (f field) value(text string) (int, error) {
	if at := strings.Index(f.words, text); len(text) == 3 && at >= 0 && at%3 == 0 {
		return f.least + at/3, nil
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < f.least || value > f.most {
		return 0, fmt.Errorf("the %s %q is not between %d and %d", f.name, text, f.least, f.most)
	}
	return value, nil
}
