package revisions

import (
	"strings"
	"testing"

	"quartermaster/internal/say"
)

// TestSummaries are made of what is stored; what was stored as a sentence by an earlier version stays one.
func TestSummaries(t *testing.T) {
	t.Parallel()
	many := make([]string, 60)
	for i := range many {
		many[i] = "scale nominal by 2"
	}
	bulk := say.New("bulk", "resource", "expansion/market-categories", "operations", many)
	for _, test := range []struct {
		stored        string
		want, subject string
	}{
		{
			say.New("record", "resource", "expansion/market-categories", "title", "Ammo").Stored(), "expansion market categories: Ammo",
			"expansion market categories: Ammo",
		},
		{
			say.New("import-more", "files", []string{"a.xml", "b.xml", "c.xml"}, "n", 2).Stored(), "import a.xml, b.xml, c.xml and 2 more",
			"a.xml, b.xml, c.xml and 2 more",
		},
		{
			say.New("grid-new", "of", "types", "values", 1200, "new", 1).Stored(), "types: 1,200 values in the grid, 1 new",
			"types: 1,200 values in the grid, 1 new",
		},
		{
			bulk.Stored(), "expansion market categories: " + strings.Repeat("scale nominal by 2, ", 9)[:200-len("expansion market categories: ")],
			"",
		},
		{"types: AKM", "types: AKM", "types: AKM"},
		{"", "", ""},
	} {
		said := say.Parse(test.stored)
		if got := Summary(said); got != test.want {
			t.Errorf("%s: %q, not %q", test.stored, got, test.want)
		}
		if got := Subject(said); test.subject != "" && got != test.subject {
			t.Errorf("%s: %q, not %q", test.stored, got, test.subject)
		}
	}
}
