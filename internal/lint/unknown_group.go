package lint

var unknownGroup = &Rule{
	ID: "unknown-group", Severity: Error, Title: "Event position with an unknown group",
	Says: sentences{
		"missing": "cfgeventgroups.xml has no group {missing:quoted}.",
		"none":    "The file has no groups, but positions of events name {n}.",
	},
	needs: []string{"eventgroups"},
	Check: func(w *world, report report) {
		if len(w.Groups) == 0 {
			w.reportNoGroups(report)
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
				report(s, says("missing", "missing", missing), nil)
			}
		}
	},
}

// reportNoGroups reports a file without groups once, and not everything that refers to one.
func (w *world) reportNoGroups(report report) {
	if used := w.usedGroups(); w.GroupsFile != nil && w.Groups != nil && len(used) > 0 {
		report(w.GroupsFile, says("none", "n", len(used)), nil)
	}
}
