package lint

import "strings"

var unknownSecondary = &Rule{
	ID: "unknown-secondary", Severity: Warning, Title: "Secondary event that does not exist",
	Says: sentences{
		"other": "secondary is “{event}”, which is no event of infected; the game's own files name no others there. Name one that " +
			"begins with Infected.",
		"missing": "The secondary event “{event}” does not exist.",
		"fix":     "Remove it.",
	},
	needs: []string{"events"},
	Check: func(w *world, report report) {
		there := names{}
		for _, e := range w.Events {
			there.add(e.Name)
		}
		for _, e := range w.Events {
			switch {
			case e.Secondary == nil || strings.TrimSpace(*e.Secondary) == "":
			case !startsWith(*e.Secondary, "Infected"):
				report(e, says("other", "event", *e.Secondary), nil)
			case !there.has(*e.Secondary):
				report(e, says("missing", "event", *e.Secondary), mend(says("fix"), func() { e.Secondary = nil }))
			}
		}
	},
}
