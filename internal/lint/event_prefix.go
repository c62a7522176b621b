package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

var eventPrefix = &Rule{
	ID: "event-prefix", Severity: Error, Title: "Event that the game cannot place in a group",
	Says: sentences{
		"none": "The name does not begin with {prefixes}, so the game ignores the event.",
		"case": "The name begins with {prefix} in other letters, so the game may ignore the event.",
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			if hasPrefix(e.Name) {
				continue
			}
			problem := says("none", "prefixes", ce.EventPrefixes())
			if i := slices.IndexFunc(ce.EventPrefixes(), func(p string) bool { return startsWith(e.Name, p) }); i >= 0 {
				problem = says("case", "prefix", ce.EventPrefixes()[i])
			}
			report(e, problem, nil)
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
