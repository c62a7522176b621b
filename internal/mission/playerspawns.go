package mission

import (
	"fmt"
	"math"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var playerSpawns = entries[ce.PlayerSpawn, record.PlayerSpawn]{
	kind: kind{
		name: Kind(ce.PlayerSpawnsFile), label: "player spawns", main: "cfgplayerspawnpoints.xml",
		resource: record.PlayerSpawns, inOrder: true, keeps: []string{"comment"}, from: []*record.Resource{record.PlayerSpawns},
	},
	parse: ce.ParsePlayerSpawns, print: ce.WritePlayerSpawns, toRecord: playerSpawnRecord, toValue: playerSpawnValue,
}.declare()

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

// hundredths rounds to two decimals. The error tells of a number beyond those of a record.
func hundredths(n float64) (record.Hundredths, error) {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, fmt.Errorf("%g is not between %d and %d", n, math.MinInt32, math.MaxInt32)
	}
	return record.Hundredths(math.Round(n * 100)), nil
}

func fromHundredths(n record.Hundredths) float64 { return float64(n) / 100 }

// orNil returns nil for an empty text.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
