package lint

import (
	"slices"

	"quartermaster/internal/record"
)

var bannedAndWhitelisted = &Rule{
	ID: "banned-and-whitelisted", Severity: Warning, Title: "Player banned and whitelisted",
	Says: sentences{
		"banned": "The player is also banned.",
		"fix":    "Delete the whitelist entry and keep the ban.",
	},
	Check: func(w *world, report report) {
		banned := map[string]bool{}
		for _, p := range w.PlayerLists {
			if expired := p.ExpiresAt != nil && *p.ExpiresAt <= w.Now; p.Type == "ban" && !expired {
				for _, id := range idsOf(p) {
					banned[id] = true
				}
			}
		}
		for _, p := range w.PlayerLists {
			if p.Type == "whitelist" && slices.ContainsFunc(idsOf(p), func(id string) bool { return banned[id] }) {
				report(p, says("banned"), remove(says("fix")))
			}
		}
	},
}

func idsOf(p *record.PlayerList) []string {
	ids := []string{p.PlayerID}
	if p.SteamID != nil && *p.SteamID != "" {
		ids = append(ids, *p.SteamID)
	}
	return ids
}
