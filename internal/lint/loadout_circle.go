package lint

import (
	"strings"

	"quartermaster/internal/expansion"
)

var loadoutCircle = &Rule{
	ID: "loadout-circle", Severity: Error, Title: "Loadout that includes itself",
	Says: sentences{
		"circle": "The loadout includes itself: {way}.",
	},
	Check: func(w *world, report report) {
		byName := map[string]*document{}
		for _, loadout := range w.Mod.Loadouts {
			byName[folded(loadout.Name)] = loadout
		}
		for _, loadout := range w.Mod.Loadouts {
			if way := circle(loadout, byName, nil, names{}); way != nil {
				report(loadout.about, says("circle", "way", way), nil)
			}
		}
	},
}

// circle returns the names of the loadouts by which the first one of way includes itself, or nil. way holds the loadouts so far, seen
// those that have been visited.
func circle(loadout *document, byName map[string]*document, way []string, seen names) []string {
	way = append(way[:len(way):len(way)], loadout.Name)
	for _, include := range loadout.named(expansion.LoadoutFormat) {
		next := byName[folded(include.Text)]
		switch {
		case strings.EqualFold(include.Text, way[0]):
			return append(way, way[0])
		case next == nil || seen.has(include.Text):
			continue
		}
		seen.add(include.Text)
		if found := circle(next, byName, way, seen); found != nil {
			return found
		}
	}
	return nil
}
