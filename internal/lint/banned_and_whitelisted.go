package lint

import (
	"slices"
	"time"

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
			if p.Type == "ban" && !w.hasExpired(p) {
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

func (w *world) hasExpired(p *record.PlayerList) bool {
	return p.ExpiresAt != nil && *p.ExpiresAt <= w.Now
}

// until returns the moment from which rules may find something else although nothing changes: a ban expires then.
func (w *world) until() time.Time {
	first := w.Now + record.Moment(maxAge.Microseconds())
	for _, p := range w.PlayerLists {
		if p.ExpiresAt != nil && !w.hasExpired(p) {
			first = min(first, *p.ExpiresAt)
		}
	}
	return time.UnixMicro(int64(first))
}

func idsOf(p *record.PlayerList) []string {
	ids := []string{p.PlayerID}
	if p.SteamID != nil && *p.SteamID != "" {
		ids = append(ids, *p.SteamID)
	}
	return ids
}
