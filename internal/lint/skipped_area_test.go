package lint

import (
	"testing"

	"quartermaster/internal/record"
)

// TestSkippedArea: the game skips areas without a radius.
func TestSkippedArea(t *testing.T) {
	t.Parallel()
	try(t, skippedArea,
		worldOf(&record.EffectArea{AreaName: "Unset"}, &record.EffectArea{AreaName: "None", Radius: new(record.Hundredths(0))},
			&record.EffectArea{AreaName: "Ship", Radius: new(record.Hundredths(1))}),
		"Unset: The area has no radius, so the game skips it. Enter one in metres.",
		"None: The radius is 0, so the game skips the area. Enter it in metres.")
}
