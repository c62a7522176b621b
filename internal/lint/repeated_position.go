package lint

import (
	"reflect"
	"slices"

	"quartermaster/internal/record"
)

var repeatedPosition = &Rule{
	ID: "repeated-position", Severity: Warning, Title: "Position that appears twice",
	Says: sentences{
		"spawn":     "The file has the same spawn before, so players start there twice as often. Delete one of them.",
		"spawn-fix": "Delete this spawn.",
		"area":      "Another area of the same type has its centre at the same place, so the effect is there twice. Delete one of them.",
		"positions": "{n|position stands|positions stand} twice, so the event takes place there twice as often, or inside of itself. " +
			"Keep each once.",
		"fix": "Remove {n|position|positions}.",
		"safe": "{n|safe position (SafePositions)|safe positions (SafePositions)} again that stand before, so players are moved " +
			"there twice as often: {places}.",
	},
	Check: func(w *world, report report) {
		for _, s := range w.EventSpawns {
			checkRepeated(report, s)
		}
		type place struct {
			kind, group string
			x, z        record.Hundredths
		}
		spawns := map[place]bool{}
		for _, s := range w.PlayerSpawns {
			at := place{s.Type, textOr(s.Group), s.X, s.Z}
			if spawns[at] {
				report(s, says("spawn"), remove(says("spawn-fix")))
			}
			spawns[at] = true
		}
		areas := map[place]bool{}
		for _, a := range w.EffectAreas {
			at := place{kind: textOr(a.Type), x: valueOf(a.X), z: valueOf(a.Z)}
			if areas[at] {
				report(a, says("area"), nil)
			}
			areas[at] = true
		}
		safe := map[[2]float64]bool{}
		w.checkSafePositions(report, func(p [2]float64) bool {
			before := safe[p]
			safe[p] = true
			return before
		}, says("safe"))
	},
}

func textOr(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// checkRepeated reports the positions of an event at which another one stands before. The fix takes away what is equal in all.
func checkRepeated(report report, s *record.EventSpawn) {
	places := map[[3]float64]bool{}
	var again, equal int
	for i, p := range s.Positions {
		at := [3]float64{valueOf(p.X), valueOf(p.Z), valueOf(p.Y)}
		if places[at] {
			again++
		}
		if places[at] && isRepeated(s.Positions, i) {
			equal++
		}
		places[at] = true
	}
	if again == 0 {
		return
	}
	var fix *Fix
	if equal == again {
		fix = mend(says("fix", "n", again), func() { s.Positions = withoutRepeated(s.Positions) })
	}
	report(s, says("positions", "n", again), fix)
}

// isRepeated reports whether an equal position stands before the one at an index.
func isRepeated(list []record.SpawnPosition, i int) bool {
	return slices.ContainsFunc(list[:i], func(p record.SpawnPosition) bool { return reflect.DeepEqual(p, list[i]) })
}

func withoutRepeated(list []record.SpawnPosition) (kept []record.SpawnPosition) {
	for i, p := range list {
		if !isRepeated(list, i) {
			kept = append(kept, p)
		}
	}
	return kept
}
