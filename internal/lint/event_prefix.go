package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

var eventPrefix = &Rule{
	ID: "event-prefix", Severity: Error, Title: "Event that the game cannot place in a group",
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if hasPrefix(e.Name) {
				continue
			}
			message := "The name does not begin with " + strings.Join(ce.EventPrefixes(), ", ") + ", so the game ignores the event."
			if i := slices.IndexFunc(ce.EventPrefixes(), func(p string) bool { return startsWith(e.Name, p) }); i >= 0 {
				message = "The name begins with " + ce.EventPrefixes()[i] + " in other letters, so the game may ignore the event."
			}
			report(e, message, nil)
		}
	},
}

func hasPrefix(event string) bool {
	return slices.ContainsFunc(ce.EventPrefixes(), func(p string) bool { return strings.HasPrefix(event, p) })
}

// startsWith reports whether a text starts with a prefix, ignoring case.
func startsWith(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}
