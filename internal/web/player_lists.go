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
		group: "Players", one: "player list entry", many: "player list entries",
		columns:  []string{"name", "type", "player_id", "steam_name", "expires_at", "is_public"},
		empty:    "They say who is banned, and who may play where a whitelist is in use. Add the first player by hand.",
		deletion: "The entry goes from the records, and with it the ban or the place on the whitelist.",
	}
}
