package lint

import (
	"testing"

	"quartermaster/internal/record"
)

// A rule that panics is told, and keeps no other rule from being heard.
func TestARuleThatPanics(t *testing.T) {
	t.Parallel()
	w := worldOf(&record.RandomPreset{Name: "food", Type: "cargo"})
	broken := &Rule{ID: "unused-preset", Severity: Warning, Check: func(w *World, report report) {
		report(w.RandomPresets[0], "Found before.", nil)
		panic("on purpose")
	}}
	found := texts(check(w, []*Rule{broken, brokenJSON, missingPreset, unusedPreset}, Settings{}))
	if len(found) < 2 || found[0] != "food: Found before." ||
		found[1] != "Test: The rule could not be checked to its end: this is a mistake of Quartermaster, of which its log tells more; please report it." {
		t.Errorf("%q", found)
	}
}
