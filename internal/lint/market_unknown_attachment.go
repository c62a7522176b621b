package lint

var marketUnknownAttachment = &Rule{
	ID: "market-unknown-attachment", Severity: Warning, Title: "Attachment that is not in the market",
	Says: sentences{
		"missing": "“{class}” comes with {missing:some}, which is not in any market category; it is sold without.",
	},
	needs: []string{"market-category"},
	Check: func(w *world, report report) {
		sold := w.Mod.sold()
		for _, g := range w.Mod.items() {
			if missing := unknown(textsAt(g.Object, "SpawnAttachments"), sold); len(missing) > 0 {
				report(g.category.about, says("missing", "class", g.class, "missing", missing), nil)
			}
		}
	},
}
