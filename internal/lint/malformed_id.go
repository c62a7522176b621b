package lint

import (
	"regexp"

	"quartermaster/internal/record"
)

var (
	steamPattern  = regexp.MustCompile(`^7656119[0-9]{10}$`)
	playerPattern = regexp.MustCompile(`^[A-Za-z0-9+/_=-]{44}$`)
	guidPattern   = regexp.MustCompile(`^[0-9a-fA-F]{32}$`)
)

var malformedID = &Rule{
	ID: "malformed-id", Severity: Warning, Title: "Malformed player id",
	Says: sentences{
		"player": "“{id}” is neither a Steam64 id nor an id from the server's log.",
		"steam":  "“{id}” is not a Steam64 id.",
		"guid":   "“{id}” is not a BattlEye GUID.",
		"fix":    "Compute it from the Steam64 id.",
	},
	Check: func(w *world, report report) {
		for _, p := range w.PlayerLists {
			if !steamPattern.MatchString(p.PlayerID) && !playerPattern.MatchString(p.PlayerID) && !guidPattern.MatchString(p.PlayerID) {
				report(p, says("player", "id", p.PlayerID), nil)
			}
			if p.SteamID != nil && !steamPattern.MatchString(*p.SteamID) {
				report(p, says("steam", "id", *p.SteamID), nil)
			}
			if p.BeID != nil && !guidPattern.MatchString(*p.BeID) {
				report(p, says("guid", "id", *p.BeID), guidFix(p))
			}
		}
	},
}

// guidFix returns a fix that computes the GUID from the Steam64 id, or nil without a valid one.
func guidFix(p *record.PlayerList) *Fix {
	if p.SteamID == nil || !steamPattern.MatchString(*p.SteamID) {
		return nil
	}
	return mend(says("fix"), func() { p.BeID = new(record.GUID(*p.SteamID)) })
}
