package lint

import (
	"strings"

	tradermod "quartermaster/internal/trader"
)

var traderPlace = &Rule{
	ID: "trader-place", Severity: Warning, Title: "Trader nobody can reach",
	Says: sentences{
		"marker":   "TraderObjects.txt has no marker for this trader, so the trader never appears. Enter a position.",
		"vehicles": "The trader sells vehicles but has no spawn point for them, so nobody gets one. Enter where bought vehicles spawn.",
	},
	Check: func(w *world, report report) {
		if !w.hasKind(string(tradermod.ObjectsFile)) {
			return
		}
		vehicles := map[int64]bool{}
		for _, item := range w.TraderItems {
			if code := strings.ToUpper(textOr(item.QuantityCode)); code == "V" || code == "VNK" {
				vehicles[item.SellerID] = vehicles[item.SellerID] || item.Buy >= 0
			}
		}
		for _, s := range w.TraderSellers {
			switch {
			case s.Place == nil:
				report(s, says("marker"), nil)
			case vehicles[s.ID] && s.VehicleSpawn == nil:
				report(s, says("vehicles"), nil)
			}
		}
	},
}

// hasKind reports whether a file of a kind has been imported.
func (w *world) hasKind(kind string) bool {
	for _, f := range w.Files {
		if f.Kind == kind {
			return true
		}
	}
	return false
}
