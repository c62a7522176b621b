package lint

import (
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

// eventComplaints are what logs say about events.
var eventComplaints = []struct {
	what    serverlog.What
	variant string
}{
	{serverlog.UnknownChild, "child"},
	{serverlog.NoChildCount, "max"},
	{serverlog.NoSpawner, "prefix"},
	{serverlog.TooFewPlaces, "places"},
	{serverlog.TooMuchLoot, "loot"},
}

var logEvent = &Rule{
	ID: "log-event", Severity: Warning, Title: "Event the server complains about",
	Says: sentences{
		"child": "The server could not create the child “{child}”, because it does not know the class ({place}).",
		"max":   "The server has disabled this event: limit is child or mixed, but max of all children is 0 ({place}).",
		"prefix": "The server ignores this event, because its name does not begin with what selects a handler, such as Static, " +
			"Vehicle or Item ({place}).",
		"places":  "The server has not found enough free positions for nominal ({place}).",
		"loot":    "lootmax of the child “{child}” is more than its containers hold ({place}).",
		"unknown": "The server has skipped these positions, because it has no event of this name ({place}).",
	},
	Check: func(w *world, report report) {
		events := byLowerName(w.Events, func(e *record.Event) string { return e.Name })
		followOn := w.brokenLoot()
		for _, c := range eventComplaints {
			if followOn && c.what == serverlog.UnknownChild {
				continue
			}
			w.logged(c.what, func(l *Log, e serverlog.Entry) {
				for _, event := range events[strings.ToLower(e.Name)] {
					w.tell(report, l, e, event, says(c.variant, "child", e.Detail))
				}
			})
		}
		spawns := byLowerName(w.EventSpawns, func(s *record.EventSpawn) string { return s.Name })
		w.logged(serverlog.UnknownEvent, func(l *Log, e serverlog.Entry) {
			for _, s := range spawns[strings.ToLower(e.Name)] {
				if followOn || len(events[strings.ToLower(e.Name)]) == 0 { // another rule says so already
					continue
				}
				w.tell(report, l, e, s, says("unknown"))
			}
		})
	},
}
