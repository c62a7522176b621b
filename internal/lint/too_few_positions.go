package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
)

var tooFewPositions = &Rule{
	ID: "too-few-positions", Severity: Info, Title: "Event with fewer positions than wanted",
	Says: sentences{
		"few": "nominal is {nominal}, but the event has only {n|position|positions}.",
		"fix": "Lower nominal to {n}.",
	},
	needs: []string{"eventspawns"},
	Check: func(w *world, report report) {
		positions := map[string]int{}
		for _, s := range w.EventSpawns {
			positions[strings.ToLower(s.Name)] += len(s.Positions)
		}
		for _, e := range w.Events {
			there := positions[strings.ToLower(e.Name)]
			if wanted := valueOf(e.Nominal); there > 0 && wanted > int64(there) && isPlaced(e) {
				report(e, says("few", "nominal", wanted, "n", there),
					mend(says("fix", "n", there), func() { e.Nominal = new(int64(there)) }))
			}
		}
	},
}

// isPlaced reports whether an event takes place at its positions alone, each of which has room for one.
func isPlaced(e *record.Event) bool {
	byPosition := slices.ContainsFunc([]string{"Static", "Vehicle"}, func(prefix string) bool { return strings.HasPrefix(e.Name, prefix) })
	return e.Active && byPosition && isFixed(e.Position)
}
