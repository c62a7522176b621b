package lint

import "quartermaster/internal/record"

var missingFlags = &Rule{
	ID: "missing-flags", Severity: Warning, Title: "Loot without flags",
	Says: sentences{
		"flags": "The entry has no flags, so items on the map do not count toward nominal, and more keep spawning. " +
			"Count items on the map.",
		"count": "The entry has no count_in_map among its flags, so items on the map do not count toward nominal, and more " +
			"keep spawning. Count items on the map.",
		"fix": "Set count_in_map to 1 and the missing flags to 0.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if t.CountInMap != nil || valueOf(t.Nominal) <= 0 || !w.isWhole(t) {
				return
			}
			report(t, says(lackingFlags(t)),
				mend(says("fix"), func() { setFlags(t) }))
		}
	},
}

// lackingFlags tells whether all flags are missing, or count_in_map among them.
func lackingFlags(t *record.Type) (variant string) {
	for _, flag := range otherFlags(t) {
		if *flag != nil {
			return "count"
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
