package lint

import "quartermaster/internal/record"

var missingFlags = &Rule{
	ID: "missing-flags", Severity: Warning, Title: "Loot without flags",
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if t.CountInMap != nil || valueOf(t.Nominal) <= 0 || !w.isWhole(t) {
				return
			}
			report(t, "The entry has no "+lackingFlags(t)+", so what lies on the map does not count towards nominal and more and more of it spawns. Count what is on the map.",
				mend("Set count_in_map to 1, and the flags that are missing to 0.", func() { setFlags(t) }))
		}
	},
}

func lackingFlags(t *record.Type) string {
	for _, flag := range otherFlags(t) {
		if *flag != nil {
			return "count_in_map among its flags"
		}
	}
	return "flags"
}

// otherFlags are the flags of a type but for count_in_map.
func otherFlags(t *record.Type) []**bool {
	return []**bool{&t.CountInCargo, &t.CountInHoarders, &t.CountInPlayers, &t.Crafted, &t.Deloot}
}

func setFlags(t *record.Type) {
	t.CountInMap = new(true)
	for _, flag := range otherFlags(t) {
		if *flag == nil {
			*flag = new(bool)
		}
	}
}

// isWhole reports whether an entry of a file is all that there is of its class, so that what it lacks is nowhere: additional files may hold
// parts of entries.
func (w *world) isWhole(t *record.Type) bool {
	return !byHand(t.Raw) && w.knowsMainTypes() && !w.Twice.has(t.Name)
}
