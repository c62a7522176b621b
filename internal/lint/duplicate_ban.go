package lint

import "quartermaster/internal/record"

var duplicateBan = &Rule{
	ID: "duplicate-ban", Severity: Warning, Title: "Player twice in a list",
	Check: func(w *world, report report) {
		type key struct{ list, player string }
		first := map[key]*record.PlayerList{}
		for _, p := range w.PlayerLists {
			k := key{p.Type, p.PlayerID}
			switch before := first[k]; {
			case before == nil:
				first[k] = p
			case valueOf(before.ExpiresAt) == valueOf(p.ExpiresAt):
				report(p, "This player is already in the list.", remove("Delete this entry and keep the earlier one."))
			default:
				report(p, "This player is already in the list, with a different expiry date.", nil)
			}
		}
	},
}
