package validate_test

import (
	"math"
	"testing"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

func TestValues(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in      string
		integer int64
		float   float64
		truth   bool
		text    string
	}{
		{`null`, 0, 0, false, ""},
		{`true`, 1, 1, true, "1"},
		{`false`, 0, 0, false, ""},
		{`5`, 5, 5, true, "5"},
		{`-0`, 0, 0, false, "0"},
		{`5.0`, 5, 5, true, "5"},
		{`-5.75`, -5, -5.75, true, "-5.75"},
		{`0.0`, 0, 0, false, "0"},
		{`1e3`, 1000, 1000, true, "1000"},
		{`1e25`, math.MaxInt64, 1e25, true, "1.0e+25"},
		{`-1e25`, math.MinInt64, -1e25, true, "-1.0e+25"},
		{`1e999`, math.MaxInt64, math.MaxFloat64, true, "1e999"},
		{`-1e999`, math.MinInt64, -math.MaxFloat64, true, "-1e999"},
		{`99999999999999999999`, math.MaxInt64, 1e20, true, "1.0e+20"},
		{`"5"`, 5, 5, true, "5"},
		{`" +7 "`, 7, 7, true, " +7 "},
		{`"5.9"`, 5, 5.9, true, "5.9"},
		{`"0"`, 0, 0, false, "0"},
		{`"0.0"`, 0, 0, true, "0.0"},
		{`""`, 0, 0, false, ""},
		{`"abc"`, 0, 0, true, "abc"},
		{`[]`, 0, 0, false, ""},
		{`[0]`, 0, 0, true, ""},
		{`{}`, 0, 0, false, ""},
		{`{"a":1}`, 0, 0, true, ""},
	}
	for _, test := range tests {
		value, err := jsontree.Parse([]byte(test.in))
		if err != nil {
			t.Fatal(err)
		}
		if got := validate.Int(value); got != test.integer {
			t.Errorf("Int of %s is %d", test.in, got)
		}
		if got := validate.Float(value); got != test.float {
			t.Errorf("Float of %s is %g", test.in, got)
		}
		if got := validate.Bool(value); got != test.truth {
			t.Errorf("Bool of %s is %v", test.in, got)
		}
		if got := validate.Text(value); got != test.text {
			t.Errorf("Text of %s is %q", test.in, got)
		}
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	tests := []struct{ in, want string }{
		{"2025-01-31", "2025-01-31T00:00:00Z"},
		{"2025-01-31T10:00:00Z", "2025-01-31T10:00:00Z"},
		{"2025-01-31t10:00:00z", "2025-01-31T10:00:00Z"},
		{"2025-01-31T10:00:00+02:00", "2025-01-31T08:00:00Z"},
		{"2025-01-31T00:30:00+0200", "2025-01-30T22:30:00Z"},
		{"2025-01-31 23:30 -05", "2025-02-01T04:30:00Z"},
		{"2025-01-31 10:00:00.999999", "2025-01-31T10:00:00Z"},
		{"2025-01-31 10:00 GMT", "2025-01-31T10:00:00Z"},
		{"02/03/2025", "2025-02-03T00:00:00Z"},
		{"02-03-2025", "2025-03-02T00:00:00Z"},
		{"2.3.2025 9:05", "2025-03-02T09:05:00Z"},
		{"Jan 31, 2025 10:00:00", "2025-01-31T10:00:00Z"},
		{"31 January 2025", "2025-01-31T00:00:00Z"},
		{"2025-01", "2025-01-01T00:00:00Z"},
		{"20250131", "2025-01-31T00:00:00Z"},
		{"tomorrow", "0001-01-01T00:00:00Z"},
	}
	for _, test := range tests {
		got := validate.Time(test.in)
		if got.Format(time.RFC3339Nano) != test.want || got.Location() != time.UTC {
			t.Errorf("%s is %v, want %s", test.in, got, test.want)
		}
	}
	if !validate.Time(true).IsZero() || !validate.Time(nil).IsZero() {
		t.Error("what is no date has a time")
	}
}
