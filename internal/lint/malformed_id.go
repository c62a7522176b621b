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
	Check: func(w *world, report report) {
		for _, p := range w.PlayerLists {
			if !steamPattern.MatchString(p.PlayerID) && !playerPattern.MatchString(p.PlayerID) && !guidPattern.MatchString(p.PlayerID) {
				report(p, quoted(p.PlayerID)+" is neither a Steam64 id nor an id from the server's log.", nil)
			}
			if p.SteamID != nil && !steamPattern.MatchString(*p.SteamID) {
				report(p, quoted(*p.SteamID)+" is not a Steam64 id.", nil)
			}
			if p.BeID != nil && !guidPattern.MatchString(*p.BeID) {
				report(p, quoted(*p.BeID)+" is not a BattlEye GUID.", guidFix(p))
			}
		}
	},
}

// guidFix returns a fix that computes the GUID from the Steam64 id, or nil without a valid one.
func guidFix(p *record.PlayerList) *Fix {
	if p.SteamID == nil || !steamPattern.MatchString(*p.SteamID) {
		return nil
	}
	return mend("Compute it from the Steam64 id.", func() { p.BeID = new(record.GUID(*p.SteamID)) })
}
