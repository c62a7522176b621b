package lint

import "strings"

var unknownSecondary = &Rule{
	ID: "unknown-secondary", Severity: Warning, Title: "Secondary event that does not exist",
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
				report(e, "secondary is "+quoted(*e.Secondary)+", which is no event of infected; the game's own files name no others there. Name one that begins with Infected.", nil)
			case !there.has(*e.Secondary):
				report(e, "There is no event "+quoted(*e.Secondary)+", which is to be spawned along.", mend("Take it away.", func() { e.Secondary = nil }))
			}
		}
	},
}
