package lint

import (
	"testing"

	"quartermaster/internal/record"
)

// A rule that panics is told, and keeps no other rule from being heard.
func TestARuleThatPanics(t *testing.T) {
	t.Parallel()
	w := worldOf(&record.RandomPreset{Name: "food", Type: "cargo"})
	broken := &Rule{ID: "unused-preset", Severity: Warning, Says: sentences{"before": "Found before."}, Check: func(w *world, report report) {
		report(w.RandomPresets[0], says("before"), nil)
		panic("on purpose")
	}}
	found := texts(check(w, []*Rule{broken, brokenJSON, missingPreset, unusedPreset}, Settings{}))
	if len(found) < 2 || found[0] != "food: Found before." ||
		found[1] != "Test: Quartermaster could not finish checking this rule because of an error. Its log has the details; please "+
			"report it." {
		t.Errorf("%q", found)
	}
}
