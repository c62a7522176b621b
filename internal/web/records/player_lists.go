package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func playerListPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.PlayerLists,
			Sets: []recordform.Set{
				{Fields: []string{"type", "name", "player_id", "expires_at", "is_public"}},
				{Title: "Steam", Fields: []string{"steam_id", "steam_name", "be_id"}},
				{Title: "Note", Fields: []string{"note"}},
			},
			Code: []string{"player_id", "steam_id", "be_id"},
		},
		also:  func(r *site.Request) ui.Link { return ui.Link{Label: "Ban a player", URL: banURL(r)} },
		group: "Players", heading: "Bans and whitelist", one: "player list entry", many: "player list entries",
		columns:  []string{"name", "type", "player_id", "steam_name", "expires_at", "is_public"},
		empty:    "These lists say who is banned and, if you use a whitelist, who may play.",
		deletion: "This deletes the entry, and with it the ban or the place on the whitelist.",
	}
}
