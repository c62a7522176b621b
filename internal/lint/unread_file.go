package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// roots are the elements around the entries of the files at which the game looks by itself.
var roots = map[string]string{
	"db/types.xml": "types", "db/events.xml": "events", "db/messages.xml": "messages", globalsPath: "variables", economyPath: "economy",
	corePath: "economycore", "cfglimitsdefinition.xml": "lists", "cfglimitsdefinitionuser.xml": "user_lists",
	"cfgspawnabletypes.xml": "spawnabletypes", "cfgrandompresets.xml": "randompresets", "cfgeventspawns.xml": "eventposdef",
	"cfgplayerspawnpoints.xml": "playerspawnpoints", groupsFile: "eventgroupdef", weatherPath: "weather", environmentPath: "env",
	ignoredPath: "ignore", prototypesPath: "prototype",
}

var unreadFile = &Rule{
	ID: "unread-file", Severity: Error, Title: "File without its outer element",
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			want := roots[strings.ToLower(f.Path)]
			if got := w.rootOf(f); want != "" && got != "" && got != want {
				report(f, "The game looks for <"+want+"> around everything in "+f.Path+" and finds <"+got+">, so it reads nothing of the file.", nil)
			}
		}
	},
}

// rootOf returns the name of the outer element of a file; empty if it is unknown.
func (w *world) rootOf(f *record.File) string {
	text := ""
	switch stored := w.Game[strings.ToLower(f.Path)]; {
	case f.Broken != nil:
	case f.Content != nil:
		text = *f.Content
	case stored != nil:
		text = stored.text
	case f.Skeleton != nil:
		text = skeletonText(f)
	}
	for e := range ce.Elements(text) {
		return e.Name
	}
	return ""
}
