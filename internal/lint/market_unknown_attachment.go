package lint

var marketUnknownAttachment = &Rule{
	ID: "market-unknown-attachment", Severity: Warning, Title: "Attachment that the market does not know",
	needs: []string{"market-category"},
	Check: func(w *World, report report) {
		sold := w.Mod.sold()
		for _, g := range w.Mod.goods() {
			if missing := unknown(textsAt(g.Object, "SpawnAttachments"), sold); len(missing) > 0 {
				report(g.category.about, quoted(g.class)+" comes with "+someOf(missing)+", which no market category holds; it is sold without.", nil)
			}
		}
	},
}
