package records

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func serverModPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.ServerMods,
			Sets:     []recordform.Set{{Fields: []string{"name", "position", "steam_id", "server_only"}}},
			Code:     []string{"name", "steam_id"},
		},
		also: func(r *site.Request) ui.Link {
			return ui.Link{Label: "Start line", URL: serverModPages().url(r) + "/start-line"}
		},
		group: "World", heading: "Mods of the server", one: "mod of the server", many: "mods of the server",
		lead:    "The mods your game server starts with, in the order it loads them.",
		columns: []string{"name", "position", "steam_id", "server_only"},
		sort:    "position",
		empty: "Take the list from the start line of the server, from a script that starts it, or from the server while it runs: “Start " +
			"line” above.",
		deletion: "This removes the mod from the list. The start line of the server stays the same.",
	}
}
