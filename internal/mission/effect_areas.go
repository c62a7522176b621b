package mission

import (
	"errors"
	"strings"

	"quartermaster/internal/effectarea"
	"quartermaster/internal/record"
)

var effectAreas = &entryKind[effectarea.Area, record.EffectArea]{
	kindInfo: kindInfo{
		name: "effectareas", label: "effect areas", main: "cfgEffectArea.json", resource: record.EffectAreas, inOrder: true,
		from: []*record.Resource{record.EffectAreas}, settings: effectarea.Settings,
	},
	parse: effectarea.Parse, print: effectarea.Write, toRecord: areaRecord, toValue: areaValue,
}

// errNUL is returned for a text with a NUL character, which JSON allows but PostgreSQL cannot store.
var errNUL = errors.New("a text of the area contains the NUL character")

func areaRecord(a effectarea.Area, _ *names) (record.EffectArea, error) {
	made := record.EffectArea{
		AreaName: a.Name, Type: a.Type, TriggerType: a.Trigger, ParticleName: a.Particles, Data: objectText(a.Data),
		PlayerData: objectText(a.Player),
	}
	if strings.Contains(a.Name+textOf(a.Type)+textOf(a.Trigger)+textOf(a.Particles), "\x00") {
		return made, errNUL
	}
	for _, number := range []struct {
		into **record.Hundredths
		from *float64
	}{{&made.X, a.X}, {&made.Y, a.Y}, {&made.Z, a.Z}, {&made.Radius, a.Radius}, {&made.Height, a.Height}} {
		if number.from == nil {
			continue
		}
		n, err := hundredths(*number.from)
		if err != nil {
			return made, err
		}
		*number.into = &n
	}
	return made, nil
}

func areaValue(a record.EffectArea, _ *names) effectarea.Area {
	return effectarea.Area{
		Name: a.AreaName, Type: a.Type, Trigger: a.TriggerType, Particles: a.ParticleName,
		X: metres(a.X), Y: metres(a.Y), Z: metres(a.Z), Radius: metres(a.Radius), Height: metres(a.Height),
		Data: objectOf(a.Data), Player: objectOf(a.PlayerData),
	}
}
