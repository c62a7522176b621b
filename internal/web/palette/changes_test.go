package palette

import "testing"

func TestWished(t *testing.T) {
	t.Parallel()
	tests := map[string]wish{
		"halve nominal":              {"divide", "nominal", "2"},
		"Double min of this view":    {"multiply", "min", "2"},
		"multiply cost by 1.5":       {"multiply", "cost", "1.5"},
		"set lifetime to 3600":       {"set", "lifetime", "3600"},
		"raise nominal by 20 %":      {"multiply", "nominal", "1.2"},
		"reduce nominal by 12,5%":    {"multiply", "nominal", "0.875"},
		"20 % more lifetime":         {"multiply", "lifetime", "1.2"},
		"-10% restock":               {"multiply", "restock", "0.9"},
		"nominal":                    {},
		"raise nominal by 1.2.3 %":   {},
		"raise nominal by many %":    {},
		"the multiply nominal by 20": {},
	}
	for text, want := range tests {
		if got := wished(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}
