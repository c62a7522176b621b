package geo

import (
	"testing"

	"quartermaster/internal/expansion"
)

// A pack comes from anybody, and may mark a key that is empty.
func TestPositionsUnderAnEmptyKey(t *testing.T) {
	t.Parallel()
	fields := []*expansion.Field{{Type: expansion.Int, Format: expansion.PositionFormat}}
	if shapes := markedIn(nil, fields); len(shapes) > 0 {
		t.Errorf("it has %d positions", len(shapes))
	}
}
