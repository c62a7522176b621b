package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var playerSpawns = &entryKind[ce.PlayerSpawn, record.PlayerSpawn]{
	kindInfo: kindInfo{
		name: Kind(ce.PlayerSpawnsFile), label: "player spawns", main: "cfgplayerspawnpoints.xml",
		resource: record.PlayerSpawns, inOrder: true, keeps: []string{"comment"}, from: []*record.Resource{record.PlayerSpawns},
		settings: settingsBeside("generator_posbubbles"),
	},
	parse: ce.ParsePlayerSpawns, print: ce.WritePlayerSpawns, toRecord: playerSpawnRecord, toValue: playerSpawnValue,
}

func playerSpawnRecord(s ce.PlayerSpawn, _ *names) (made record.PlayerSpawn, err error) {
	made = record.PlayerSpawn{Type: s.Kind, Y: s.Y, A: s.A, Group: orNil(s.Group)}
	if made.X, err = hundredths(s.X); err == nil {
		made.Z, err = hundredths(s.Z)
	}
	return made, err
}

func playerSpawnValue(s record.PlayerSpawn, _ *names) ce.PlayerSpawn {
	value := ce.PlayerSpawn{Kind: s.Type, Point: ce.Point{X: fromHundredths(s.X), Z: fromHundredths(s.Z), Y: s.Y, A: s.A}}
	if s.Group != nil {
		value.Group = *s.Group
	}
	return value
}
