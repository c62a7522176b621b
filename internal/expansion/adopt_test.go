package expansion_test

import (
	"strings"
	"testing"

	"quartermaster/internal/expansion"
)

// TestNumbersKeepTheirSpellingBesideNewMembers holds that elements of a list are the same ones wherever they move to.
func TestNumbersKeepTheirSpellingBesideNewMembers(t *testing.T) {
	t.Parallel()
	const old = `{"InventoryCargo": [
    {"ClassName": "Rag", "Chance": 0.70},
    {"ClassName": "Axe", "Chance": 5e-1}
]}`
	tests := []struct{ name, next, want string }{
		{
			"added before",
			`{"InventoryCargo": [{"ClassName": "Nail", "Chance": 1}, {"ClassName": "Rag", "Chance": 0.7}, {"ClassName": "Axe", "Chance": 0.5}]}`,
			`{"InventoryCargo": [
    {
        "ClassName": "Nail",
        "Chance": 1.0
    },
    {"ClassName": "Rag", "Chance": 0.70},
    {"ClassName": "Axe", "Chance": 5e-1}
]}`,
		},
		{"removed", `{"InventoryCargo": [{"ClassName": "Axe", "Chance": 0.5}]}`, `{"InventoryCargo": [
    {"ClassName": "Axe", "Chance": 5e-1}
]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			next, err := expansion.Parse(test.next)
			if err != nil {
				t.Fatal(err)
			}
			got, problems, err := altered(expansion.Loadout, old, next)
			if err != nil || len(problems) > 0 || strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(test.want), "") {
				t.Errorf("got %s, want %s; %v, %v", got, test.want, problems, err)
			}
		})
	}
}
