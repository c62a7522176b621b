package bulk

import (
	"slices"
	"testing"

	"quartermaster/internal/record"
)

// TestUsesAreAskedWhereTheyAreCounted: the filter knows the same resources as the counting.
func TestUsesAreAskedWhereTheyAreCounted(t *testing.T) {
	t.Parallel()
	for _, r := range record.All() {
		asked := slices.ContainsFunc(r.Asked(), func(a record.Asked) bool { return a.Test == record.Used })
		if asked != CountsUses(r) {
			t.Errorf("%s: asked %t, counted %t", r.Name, asked, CountsUses(r))
		}
	}
}
