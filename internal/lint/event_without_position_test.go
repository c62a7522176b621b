package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestEventWithoutPosition(t *testing.T) {
	t.Parallel()
	event := func(name string, nominal int64, position string, active bool) *record.Event {
		return &record.Event{Name: name, Nominal: &nominal, Position: &position, Active: active}
	}
	imported := event("StaticImported", 1, "fixed", true)
	imported.Raw = new("<event/>")
	events := []any{
		event("StaticBoat", 1, "fixed", true), event("StaticEmpty", 1, "fixed", true), event("VehicleNowhere", 1, "fixed", true), imported,
		event("StaticNone", 0, "fixed", true), event("StaticAround", 1, "player", true), event("StaticOff", 1, "fixed", false),
		event("AnimalBear", 1, "fixed", true),
	}
	spawns := []any{&record.EventSpawn{Name: "staticboat", Positions: []record.SpawnPosition{{}}}, &record.EventSpawn{Name: "StaticEmpty"}}
	try(t, eventWithoutPosition, worldOf(append(events, spawns...)...),
		"StaticEmpty: The event is active but has no positions.",
		"VehicleNowhere: The event is active but has no positions.",
		"StaticImported: The event is active but has no positions.")
	try(t, eventWithoutPosition, worldOf(imported, events[0]), "StaticBoat: The event is active but has no positions.")
}
