package lint

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/record"
)

var outsideMap = &Rule{
	ID: "outside-map", Severity: Warning, Title: "Position outside the map",
	Says: sentences{
		"place":     "x {x}, z {z} is outside the map, which is {size} m wide.",
		"positions": "{n|position is|positions are} outside the map, which is {size} m wide.",
		"fix":       "Remove {n|position|positions}.",
		"place-at":  "{at}: x {x}, z {z} is outside the map, which is {size} m wide.",
		"safe":      "{n|safe position (SafePositions)|safe positions (SafePositions)} outside the map, which is {size} m wide: {places}.",
	},
	Check: func(w *world, report report) {
		if w.MapSize == 0 {
			return
		}
		w.checkEventSpawns(report)
		for _, s := range w.PlayerSpawns {
			w.checkPlace(report, s, metres(s.X), metres(s.Z))
		}
		for _, a := range w.EffectAreas {
			w.checkPlace(report, a, metres(valueOf(a.X)), metres(valueOf(a.Z)))
		}
		w.checkSafePositions(report, func(p [2]float64) bool { return w.outside(p[0], p[1]) },
			says("safe", "size", w.MapSize))
		for _, s := range w.TraderSellers {
			for _, place := range []*record.Position{s.Place, s.VehicleSpawn} {
				if x, z, ok := coordinates(place); ok {
					w.checkPlace(report, s, x, z)
				}
			}
		}
		for d := range w.Mod.all() {
			w.checkPlaces(report, d)
		}
	},
}

func (w *world) outside(x, z float64) bool { return x < 0 || z < 0 || x > w.MapSize || z > w.MapSize }

func (w *world) checkPlace(report report, about any, x, z float64) {
	if w.outside(x, z) {
		report(about, says("place", "x", x, "z", z, "size", w.MapSize), nil)
	}
}

func (w *world) checkEventSpawns(report report) {
	beyond := func(p record.SpawnPosition) bool { return w.outside(valueOf(p.X), valueOf(p.Z)) }
	for _, s := range w.EventSpawns {
		n := 0
		for _, p := range s.Positions {
			if beyond(p) {
				n++
			}
		}
		if n > 0 {
			report(s, says("positions", "n", n, "size", w.MapSize),
				mend(says("fix", "n", n), func() { s.Positions = slices.DeleteFunc(s.Positions, beyond) }))
		}
	}
}

// checkPlaces reports the positions in a document of the Expansion mod that are outside the map.
func (w *world) checkPlaces(report report, d *document) {
	found := few{report: report, about: d.about}
	for _, p := range d.places() {
		if w.outside(p.x, p.z) {
			found.about = within{d.about, p.path}
			found.tell(func() message { return says("place-at", "at", p.path, "x", p.x, "z", p.z, "size", w.MapSize) })
		}
	}
	found.about = d.about
	found.end()
}

func metres(n record.Hundredths) float64 { return float64(n) / 100 }

// coordinates returns x and z of a stored position.
func coordinates(p *record.Position) (x, z float64, ok bool) {
	var numbers [3]float64
	if p == nil || json.Unmarshal([]byte(*p), &numbers) != nil {
		return 0, 0, false
	}
	return numbers[0], numbers[2], true
}
