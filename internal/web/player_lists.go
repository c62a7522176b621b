package web

import "quartermaster/internal/record"

func playerListPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.PlayerLists,
			sets: []fieldSet{
				{"", "", []string{"type", "name", "player_id", "expires_at", "is_public"}},
				{"Steam", "", []string{"steam_id", "steam_name", "be_id"}},
				{"Note", "", []string{"note"}},
			},
			code: []string{"player_id", "steam_id", "be_id"},
		},
		group: "Players", heading: "Bans and whitelist", one: "player list entry", many: "player list entries",
		columns:  []string{"name", "type", "player_id", "steam_name", "expires_at", "is_public"},
		empty:    "These lists say who is banned and, if you use a whitelist, who may play.",
		deletion: "This deletes the entry, and with it the ban or the place on the whitelist.",
	}
}
