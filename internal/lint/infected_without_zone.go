package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

var infectedWithoutZone = &Rule{
	ID: "infected-without-zone", Severity: Warning, Title: "Infected without a zone",
	Says: sentences{
		"zone": "nominal is {nominal}, but no zone of a territory names the event, it has no positions, and no other event has it as " +
			"secondary: these infected never come.",
	},
	needs: []string{"events", "eventspawns"},
	Check: func(w *world, report report) {
		used := w.usesOfInfected()
		if used == nil {
			return
		}
		for _, e := range w.Events {
			if startsWith(e.Name, "Infected") && e.Active && valueOf(e.Nominal) > 0 && !used.has(e.Name) {
				report(e, says("zone", "nominal", *e.Nominal), nil)
			}
		}
	},
}

// usesOfInfected returns the names of events that zones, positions or other events refer to; nil unless all files of territories that the
// game loads are known, and some zone is one of infected.
func (w *world) usesOfInfected() names {
	used, complete := names{}, w.Game[environmentPath] != nil
	w.eachTerritoryFile(func(place string, _ *ce.Element) {
		complete = complete && w.Game[namedFile{path: place}.below()] != nil
	})
	for f := range w.territories() {
		for e := range w.elementsOf(strings.ToLower(f.about.Path), "zone") {
			used.add(e.Attr("name"))
		}
	}
	if !complete || !used.anyOfInfected() {
		return nil
	}
	for _, s := range w.EventSpawns {
		used.add(s.Name)
	}
	for _, e := range w.Events {
		if e.Secondary != nil {
			used.add(*e.Secondary)
		}
	}
	return used
}

func (n names) anyOfInfected() bool {
	for name := range n {
		if strings.HasPrefix(name, "infected") {
			return true
		}
	}
	return false
}
