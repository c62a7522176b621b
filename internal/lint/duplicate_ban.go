package lint

import "quartermaster/internal/record"

var duplicateBan = &Rule{
	ID: "duplicate-ban", Severity: Warning, Title: "Player twice in a list",
	Says: sentences{
		"same":      "This player is already in the list.",
		"fix":       "Delete this entry and keep the earlier one.",
		"other-end": "This player is already in the list, with a different expiry date.",
	},
	Check: func(w *world, report report) {
		type key struct{ list, player string }
		first := map[key]*record.PlayerList{}
		for _, p := range w.PlayerLists {
			k := key{p.Type, p.PlayerID}
			switch before := first[k]; {
			case before == nil:
				first[k] = p
			case valueOf(before.ExpiresAt) == valueOf(p.ExpiresAt):
				report(p, says("same"), remove(says("fix")))
			default:
				report(p, says("other-end"), nil)
			}
		}
	},
}
