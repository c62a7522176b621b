package mission

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var events = &entryKind[ce.Event, record.Event]{
	kindInfo: kindInfo{
		name: Kind(ce.EventsFile), label: "events", main: "db/events.xml", several: true, resource: record.Events,
		from: []*record.Resource{record.Events},
	},
	parse: ce.ParseEvents, print: ce.WriteEvents, toRecord: eventRecord, toValue: eventValue,
}

func eventRecord(e ce.Event, _ *names) (record.Event, error) {
	made := record.Event{
		Name: e.Name, Nominal: e.Nominal, Min: e.Min, Max: e.Max, Lifetime: e.Lifetime, Restock: e.Restock,
		SafeRadius: e.SafeRadius, DistanceRadius: e.DistanceRadius, CleanupRadius: e.CleanupRadius, Secondary: e.Secondary,
		Deletable: e.Deletable, InitRandom: e.InitRandom, RemoveDamaged: e.RemoveDamaged,
		Position: e.Position, Limit: e.Limit, Active: e.Active == nil || *e.Active,
	}
	for _, c := range e.Children {
		made.Children = append(made.Children, record.Child{Type: c.Type, Min: c.Min, Max: c.Max, LootMin: c.LootMin, LootMax: c.LootMax})
	}
	return made, nil
}

func eventValue(e record.Event, _ *names) ce.Event {
	value := ce.Event{
		Name: e.Name, Nominal: e.Nominal, Min: e.Min, Max: e.Max, Lifetime: e.Lifetime, Restock: e.Restock,
		SafeRadius: e.SafeRadius, DistanceRadius: e.DistanceRadius, CleanupRadius: e.CleanupRadius, Secondary: e.Secondary,
		Deletable: e.Deletable, InitRandom: e.InitRandom, RemoveDamaged: e.RemoveDamaged,
		Position: e.Position, Limit: e.Limit, Active: activeIn(e),
	}
	for _, c := range e.Children {
		value.Children = append(value.Children, ce.Child{Type: c.Type, Min: c.Min, Max: c.Max, LootMin: c.LootMin, LootMax: c.LootMax})
	}
	return value
}

// activeIn returns the value of the element <active>: nil if the file has no such element and the event is active.
func activeIn(e record.Event) *bool {
	raw := textOf(e.Raw)
	if !e.Active || raw == "" || strings.Contains(raw, "<active>1</active>") {
		return &e.Active
	}
	file, err := ce.ParseEvents([]byte("<events>" + raw + "</events>"))
	if err != nil || len(file.Entries) != 1 || file.Entries[0].Value.Active != nil {
		return &e.Active
	}
	return nil
}
