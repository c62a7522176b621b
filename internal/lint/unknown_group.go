package lint

var unknownGroup = &Rule{
	ID: "unknown-group", Severity: Error, Title: "Event position with an unknown group",
	needs: []string{"eventgroups"},
	Check: func(w *world, report report) {
		if w.Groups == nil {
			return
		}
		for _, s := range w.EventSpawns {
			var groups []string
			for _, p := range s.Positions {
				if p.Group != nil {
					groups = append(groups, *p.Group)
				}
			}
			if missing := unknown(groups, w.Groups); len(missing) > 0 {
				report(s, "cfgeventgroups.xml has no group "+listed(missing)+".", nil)
			}
		}
	},
}
