package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestOutsideMap(t *testing.T) {
	t.Parallel()
	at := func(x, z float64) record.SpawnPosition { return record.SpawnPosition{X: &x, Z: &z} }
	spawn := &record.EventSpawn{
		Name: "StaticBoat", Positions: []record.SpawnPosition{at(0, 0), at(15_360.5, 1), at(15_360, 15_360), at(1, -1)},
	}
	const beyond = " is outside the map, which is 15360 m wide."
	w := worldOf(spawn,
		&record.PlayerSpawn{X: -1, Z: 5, Comment: new("Coast")}, &record.PlayerSpawn{X: 1_536_000, Z: 0},
		&record.EffectArea{AreaName: "Ship", X: new(record.Hundredths(1_536_001)), Z: new(record.Hundredths(5))},
		&record.EffectArea{AreaName: "Unset"},
		&record.TraderSeller{Name: "Boris", Place: new(record.Position("[1,99999,2]")), VehicleSpawn: new(record.Position("[1,2,20000]"))})
	try(t, outsideMap, w,
		"StaticBoat: 2 positions are outside the map, which is 15360 m wide. [Remove 2 positions.]",
		"Coast: x -0.01, z 0.05"+beyond, "Ship: x 15360.01, z 0.05"+beyond, "Boris: x 1, z 20000"+beyond)
	if len(spawn.Positions) != 2 || *spawn.Positions[1].X != 15_360 {
		t.Errorf("%+v", spawn.Positions)
	}
	w.MapSize = 0
	try(t, outsideMap, w) // the map is not known
}
