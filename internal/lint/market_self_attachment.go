package lint

import "strings"

var marketSelfAttachment = &Rule{
	ID: "market-self-attachment", Severity: Warning, Title: "Market item attached to itself",
	Says: sentences{
		"attached": "“{class}” is attached to itself; the mod ignores that.",
		"variant":  "“{class}” is a variant of itself; the mod ignores that.",
		"fix":      "Remove “{name}” from its {key}.",
	},
	Check: func(w *world, report report) {
		for _, g := range w.Mod.items() {
			g.checkSelf(report, "SpawnAttachments", "attached")
			g.checkSelf(report, "Variants", "variant")
		}
	},
}

func (g marketItem) checkSelf(report report, key, variant string) {
	for _, name := range textsAt(g.Object, key) {
		if strings.EqualFold(name, g.class) {
			report(g.category.about, says(variant, "class", g.class),
				g.category.mend(says("fix", "name", name, "key", key), func() { dropTexts(g.Object, key, newNames(name)) }))
			return
		}
	}
}
