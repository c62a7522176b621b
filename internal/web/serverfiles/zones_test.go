package serverfiles

import (
	"testing"

	"quartermaster/internal/docset"
)

func TestZoneWords(t *testing.T) {
	t.Parallel()
	got := zoneWords([]docset.ZoneDifference{{Field: "dmin", Old: 1, New: 2}, {Field: "r", Old: 80.25, New: 160.5}})
	if want := "dmin 1 → 2, r 80.25 → 160.5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := rangeOf(0, 12); got != "0–12" {
		t.Error(got)
	}
}
