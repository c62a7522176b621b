package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestAreaWithoutRadius(t *testing.T) {
	t.Parallel()
	try(t, areaWithoutRadius,
		worldOf(&record.EffectArea{AreaName: "Unset"}, &record.EffectArea{AreaName: "None", Radius: new(record.Hundredths(0))},
			&record.EffectArea{AreaName: "Ship", Radius: new(record.Hundredths(1))}),
		"Unset: The area has no radius.", "None: The area has no radius.")
}
