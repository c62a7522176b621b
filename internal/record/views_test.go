package record_test

import (
	"slices"
	"testing"

	"quartermaster/internal/record"
)

// TestViewsAreOfAllLists of records in an instance, and of nothing else.
func TestViewsAreOfAllLists(t *testing.T) {
	t.Parallel()
	paths := record.Views.Field("resource").In
	for _, r := range record.All() {
		if r.Scope != record.InInstance {
			continue
		}
		listed := record.InInstanceAt(r.Path) == r && r != record.ExpansionSettings
		if listed != slices.Contains(paths, r.Path) {
			t.Errorf("%s: a list %t, %v", r.Path, listed, paths)
		}
	}
}
