package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestSpawnWithoutEvent(t *testing.T) {
	t.Parallel()
	boat, bus := &record.EventSpawn{Name: "StaticBoat"}, &record.EventSpawn{Name: "VehicleBus"}
	bus.Raw = new("<event/>")
	const want = ": There is no event of this name. [Delete the event spawn and its positions.]"
	try(t, spawnWithoutEvent, worldOf(boat, bus, &record.Event{Name: "STATICBOAT"}), "VehicleBus"+want)
	try(t, spawnWithoutEvent, worldOf(boat, bus), "StaticBoat"+want)
}
