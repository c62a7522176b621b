package docset

import (
	"testing"

	"quartermaster/internal/jsontree"
)

func TestMatches(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"Wolf*", "wolf_territories", true},
		{"*", "", true},
		{"*bear*", "ZmbBearCave", true},
		{"bear", "bears", false},
		{"a*a", "a", false},
		{"a*b*c", "aXbYc", true},
		{"a*b*c", "acb", false},
	}
	for _, test := range tests {
		if got := matches(test.pattern, test.name); got != test.want {
			t.Errorf("%q matches %q: %t", test.pattern, test.name, got)
		}
	}
}

// TestZonesKeepTheirOrder: of a least and a most, the one that was not to be changed follows.
func TestZonesKeepTheirOrder(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		op   ZoneOperation
		want string
	}{
		{"a number", ZoneOperation{Field: "dmax", Op: "multiply", Value: 1.5}, `{"dmin":1,"dmax":5,"r":10}`},
		{"the most follows", ZoneOperation{Field: "dmin", Op: "set", Value: 9}, `{"dmin":9,"dmax":9,"r":10}`},
		{"the least follows", ZoneOperation{Field: "dmax", Op: "set", Value: 0}, `{"dmin":0,"dmax":0,"r":10}`},
		{"not below 0", ZoneOperation{Field: "dmin", Op: "add", Value: -5}, `{"dmin":0,"dmax":3,"r":10}`},
		{"a radius has decimals", ZoneOperation{Field: "r", Op: "multiply", Value: 0.333}, `{"dmin":1,"dmax":3,"r":3.33}`},
	}
	for _, test := range tests {
		zone := jsontree.ParseBody([]byte(`{"dmin":1,"dmax":3,"r":10}`))
		ZoneChange{Operations: []ZoneOperation{test.op}}.change(zone)
		if got := string(jsontree.AppendValue(nil, zone)); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
