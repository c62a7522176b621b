package aipreset

import (
	"math"
	"testing"

	"quartermaster/internal/expansion"
)

func TestQuantityInTheUnitOfAField(t *testing.T) {
	t.Parallel()
	one, hundred := 1.0, 100.0
	time := func(unit string) *expansion.Field {
		return &expansion.Field{Label: "Time", Type: expansion.Int, Unit: unit}
	}
	fraction := &expansion.Field{Label: "Chance", Type: expansion.Float, Max: &one}
	share := &expansion.Field{Label: "Share", Type: expansion.Float, Max: &hundred, Unit: percent}
	metres := &expansion.Field{Label: "Range", Type: expansion.Float, Unit: metre}
	count := &expansion.Field{Label: "Members", Type: expansion.Int, Unit: "players"}
	tests := []struct {
		name     string
		quantity quantity
		field    *expansion.Field
		want     float64
		problem  string
	}{
		{"a bare number", quantity{5, ""}, time("s"), 5, ""},
		{"minutes in seconds", quantity{5 * 60, second}, time("s"), 300, ""},
		{"minutes in milliseconds", quantity{5 * 60, second}, time("ms"), 300000, ""},
		{"days in hours", quantity{2 * 86400, second}, time("h"), 48, ""},
		{"5 m of a time", quantity{5, eitherM}, time("s"), 300, ""},
		{"5 m of a distance", quantity{5, eitherM}, metres, 5, ""},
		{"5 m of a count", quantity{5, eitherM}, count, 0, "“Members” is not a distance"},
		{"kilometres", quantity{1000, metre}, metres, 1000, ""},
		{"seconds of a distance", quantity{5, second}, metres, 0, "“Range” is not a time"},
		{"metres of a time", quantity{5, metre}, time("s"), 0, "“Time” is not a distance"},
		{"percent of a share", quantity{50, percent}, share, 50, ""},
		{"percent of a fraction", quantity{50, percent}, fraction, 0.5, ""},
		{"percent of a factor", quantity{150, percent}, &expansion.Field{Type: expansion.Float, Unit: multiple}, 1.5, ""},
		{"percent of a count", quantity{50, percent}, count, 0, "“Members” is not a percentage"},
	}
	for _, test := range tests {
		if got, problem := test.quantity.in(test.field); got != test.want || problem != test.problem {
			t.Errorf("%s: %v, %q; want %v, %q", test.name, got, problem, test.want, test.problem)
		}
	}
}

func TestNumberFor(t *testing.T) {
	t.Parallel()
	whole, float := &expansion.Field{Type: expansion.Int}, &expansion.Field{Type: expansion.Float}
	tests := []struct {
		field *expansion.Field
		n     float64
		round bool
		want  string
	}{
		{whole, 2.5, true, "3"},
		{whole, 2.5, false, "2.5"}, // which the checks refuse
		{float, 0.1 * 3, true, "0.3"},
		{float, 1e21, true, "1000000000000000000000"},
		{float, math.Copysign(0, -1), true, "-0"},
	}
	for _, test := range tests {
		if got := string(numberFor(test.field, test.n, test.round)); got != test.want {
			t.Errorf("%v: %s, want %s", test.n, got, test.want)
		}
	}
}

func TestEndlessIn(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"How many. 0 means no limit.":                    "0",
		"At most. -1 sets no limit.":                     "-1",
		"At most. 0 or less means no limit of any kind.": "0",
		"There is no limit.":                             "",
		"":                                               "",
	}
	for help, want := range tests {
		if n, ok := endlessIn(&expansion.Field{Help: help}); string(n) != want || ok != (want != "") {
			t.Errorf("%q: %s, want %s", help, n, want)
		}
	}
}
