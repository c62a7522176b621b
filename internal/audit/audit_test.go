package audit_test

import (
	"testing"

	"quartermaster/internal/audit"
	"quartermaster/internal/store"
)

// TestPagesSayWhatWasDone: in words of people, of whatever the audit keeps.
func TestPagesSayWhatWasDone(t *testing.T) {
	t.Parallel()
	for _, what := range store.AuditWords() {
		if said := audit.Said(what); said == what {
			t.Errorf("pages call %s by the API's word", what)
		}
	}
}
