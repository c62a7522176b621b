package record

import (
	"strings"
	"testing"
	"time"
)

// TestAskedOf holds that what is asked is refused of other resources.
func TestAskedOf(t *testing.T) {
	t.Parallel()
	for _, a := range everyAsked {
		for _, r := range All() {
			if r.Scope != InInstance || r.Has(a.Name) {
				continue
			}
			_, err := r.Where(t.Context(), a.Name+":any", time.Time{}, nil)
			refused := err != nil && strings.Contains(err.Error(), a.Name+" cannot be asked of "+r.Plural())
			if refused == a.isOf(r) {
				t.Errorf("%s of %s: %v", a.Name, r.Plural(), err)
			}
		}
	}
}
