package lint

import (
	"slices"

	"quartermaster/internal/record"
)

var positionAtOrigin = &Rule{
	ID: "position-at-origin", Severity: Warning, Title: "Position in the corner of the map",
	Says: sentences{
		"spawn": "The spawn is at x 0, z 0, in the south-west corner of the map, so players start in the sea or on bare ground. " +
			"Enter the place that was meant, or delete it.",
		"spawn-fix": "Delete the spawn.",
		"area":      "The area is at x 0, z 0, in the south-west corner of the map, so nobody meets it. Enter its position (Pos).",
		"trader":    "The trader is at x 0, z 0, in the south-west corner of the map, so nobody finds the trader. Enter a position.",
		"positions": "{n|position is|positions are} at x 0, z 0, in the south-west corner of the map, where the event may happen " +
			"too. Enter what was meant, or remove it.",
		"fix": "Remove {n|position|positions}.",
		"safe": "{n|safe position (SafePositions)|safe positions (SafePositions)} in the south-west corner of the map, where players " +
			"are moved to from an area: {places}.",
	},
	Check: func(w *world, report report) {
		for _, s := range w.EventSpawns {
			checkOrigins(report, s)
		}
		for _, s := range w.PlayerSpawns {
			if s.X == 0 && s.Z == 0 {
				report(s, says("spawn"), remove(says("spawn-fix")))
			}
		}
		for _, a := range w.EffectAreas {
			if valueOf(a.X) == 0 && valueOf(a.Z) == 0 {
				report(a, says("area"), nil)
			}
		}
		w.checkSafePositions(report, func(p [2]float64) bool { return p == [2]float64{} }, says("safe"))
		for _, s := range w.TraderSellers {
			if x, z, ok := coordinates(s.Place); ok && x == 0 && z == 0 {
				report(s, says("trader"), nil)
			}
		}
	},
}

func isOrigin(p record.SpawnPosition) bool { return valueOf(p.X) == 0 && valueOf(p.Z) == 0 }

// checkOrigins reports the positions of an event in the corner of the map.
func checkOrigins(report report, s *record.EventSpawn) {
	n := 0
	for _, p := range s.Positions {
		if isOrigin(p) {
			n++
		}
	}
	if n > 0 {
		report(s, says("positions", "n", n),
			mend(says("fix", "n", n), func() { s.Positions = slices.DeleteFunc(s.Positions, isOrigin) }))
	}
}
