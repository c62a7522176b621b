package lint

import "quartermaster/internal/ce"

var unknownGroupMember = &Rule{
	ID: "unknown-group-member", Severity: Warning, Title: "Group of usages or values that refers to nothing",
	Says: sentences{
		"usage-undefined": "The group “{group}” names the usage {missing:quoted}, which is not defined.",
		"usage":           "The group “{group}” has no usage.",
		"value-undefined": "The group “{group}” names the value {missing:quoted}, which is not defined.",
		"value":           "The group “{group}” has no value.",
	},
	needs: []string{"limits"},
	Check: func(w *world, report report) {
		if w.UserLimits == nil || w.UserLimitsFile == nil {
			return
		}
		w.checkGroups(report, w.UserLimits.Usages, w.usages())
		w.checkGroups(report, w.UserLimits.Values, w.values())
	},
}

// checkGroups reports the groups of cfglimitsdefinitionuser.xml with members that are not defined, and those without members.
func (w *world) checkGroups(report report, groups []ce.Group, v vocabulary) {
	for _, g := range groups {
		if missing := unknown(g.Members, v.names); v.names != nil && len(missing) > 0 {
			report(w.UserLimitsFile, says(v.one+"-undefined", "group", g.Name, "missing", missing), nil)
		}
		if len(g.Members) == 0 {
			report(w.UserLimitsFile, says(v.one, "group", g.Name), nil)
		}
	}
}
