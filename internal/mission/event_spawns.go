package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var eventSpawns = &entryKind[ce.EventSpawn, record.EventSpawn]{
	kindInfo: kindInfo{
		name: Kind(ce.EventSpawnsFile), label: "event spawns", main: "cfgeventspawns.xml", resource: record.EventSpawns,
		from: []*record.Resource{record.EventSpawns},
	},
	parse: ce.ParseEventSpawns, print: ce.WriteEventSpawns, toRecord: eventSpawnRecord, toValue: eventSpawnValue,
}

func eventSpawnRecord(s ce.EventSpawn, _ *names) (record.EventSpawn, error) {
	made := record.EventSpawn{
		Name: s.Name, ZoneR: s.Zone.R, ZoneSMin: s.Zone.SMin, ZoneSMax: s.Zone.SMax, ZoneDMin: s.Zone.DMin, ZoneDMax: s.Zone.DMax,
	}
	for _, p := range s.Positions {
		made.Positions = append(made.Positions, record.SpawnPosition{X: &p.X, Z: &p.Z, Y: p.Y, A: p.A, Group: p.Group})
	}
	return made, nil
}

func eventSpawnValue(s record.EventSpawn, _ *names) ce.EventSpawn {
	value := ce.EventSpawn{
		Name: s.Name, Zone: ce.Zone{R: s.ZoneR, SMin: s.ZoneSMin, SMax: s.ZoneSMax, DMin: s.ZoneDMin, DMax: s.ZoneDMax},
	}
	for _, p := range s.Positions {
		point := ce.Point{X: *p.X, Z: *p.Z, Y: p.Y, A: p.A}
		value.Positions = append(value.Positions, ce.EventPosition{Point: point, Group: p.Group})
	}
	return value
}
