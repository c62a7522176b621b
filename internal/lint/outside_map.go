package lint

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

var outsideMap = &Rule{
	ID: "outside-map", Severity: Warning, Title: "Position outside the map",
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
		for _, s := range w.TraderSellers {
			for _, place := range []*record.Position{s.Place, s.VehicleSpawn} {
				if x, z, ok := coordinates(place); ok {
					w.checkPlace(report, s, x, z)
				}
			}
		}
		w.checkDrops(report)
	},
}

func (w *world) outside(x, z float64) bool { return x < 0 || z < 0 || x > w.MapSize || z > w.MapSize }

func (w *world) checkPlace(report report, about any, x, z float64) {
	if w.outside(x, z) {
		report(about, "x "+number(x)+", z "+number(z)+" is outside the map, which is "+number(w.MapSize)+" m wide.", nil)
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
			report(s, validate.Counted(n, "position is", "positions are")+" outside the map, which is "+number(w.MapSize)+" m wide.",
				mend("Take "+validate.Counted(n, "position", "positions")+" away.", func() { s.Positions = slices.DeleteFunc(s.Positions, beyond) }))
		}
	}
}

// checkDrops reports airdrops of the Expansion mod that come down outside the map.
func (w *world) checkDrops(report report) {
	for _, d := range w.Mod.Kept {
		drop := d.Tree.Object("DropLocation")
		if drop.Has("x") && drop.Has("z") {
			x, _ := drop.Get("x")
			z, _ := drop.Get("z")
			w.checkPlace(report, d.about, parsedNumber(x), parsedNumber(z))
		}
	}
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
