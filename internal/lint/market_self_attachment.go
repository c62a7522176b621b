package lint

import "strings"

var marketSelfAttachment = &Rule{
	ID: "market-self-attachment", Severity: Warning, Title: "Market item attached to itself",
	Check: func(w *world, report report) {
		for _, g := range w.Mod.items() {
			g.checkSelf(report, "SpawnAttachments", "is attached to itself")
			g.checkSelf(report, "Variants", "is a variant of itself")
		}
	},
}

func (g marketItem) checkSelf(report report, key, is string) {
	for _, name := range textsAt(g.Object, key) {
		if strings.EqualFold(name, g.class) {
			report(g.category.about, quoted(g.class)+" "+is+"; the mod ignores that.",
				g.category.mend("Remove "+quoted(name)+" from its "+key+".", func() { dropTexts(g.Object, key, newNames(name)) }))
			return
		}
	}
}
