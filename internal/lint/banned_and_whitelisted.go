package lint

import "quartermaster/internal/record"

var bannedAndWhitelisted = &Rule{
	ID: "banned-and-whitelisted", Severity: Warning, Title: "Player banned and whitelisted",
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
			if p.Type == "whitelist" && anyOf(banned, idsOf(p)) {
				report(p, "The player is also banned.", remove("Delete the whitelist entry and keep the ban."))
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

func anyOf(set map[string]bool, list []string) bool {
	for _, member := range list {
		if set[member] {
			return true
		}
	}
	return false
}
