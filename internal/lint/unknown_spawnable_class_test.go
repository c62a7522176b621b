package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnknownSpawnableClass(t *testing.T) {
	t.Parallel()
	t1 := &record.SpawnableType{
		Name: "Ak_m", Blocks: []record.Block{{Items: []record.ChanceItem{{Name: "Mag"}, {Name: "Mug"}, {Name: "mug"}}}},
	}
	w := worldOf(t1)
	try(t, unknownSpawnableClass, w) // nothing is known
	w.Classes, w.Confirmed = newNames("Ak_m", "mag"), newNames("AKM")
	try(t, unknownSpawnableClass, w,
		"Ak_m: The class has no loot entry and is not in the catalog.",
		"Ak_m: Neither the instance nor the catalog has “Mug”.")
}
