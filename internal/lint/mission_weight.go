package lint

import "strings"

var missionWeight = &Rule{
	ID: "mission-weight", Severity: Warning, Title: "Expansion missions that never start",
	Says: sentences{
		"none": "Missions are on, but none of their files is enabled with a weight above 0, so none ever starts.",
	},
	Check: func(w *world, report report) {
		settings := w.Mod.Settings["mission"]
		if settings == nil {
			return
		}
		if on, known := numberAt(settings.Tree, "Enabled"); !known || on == 0 {
			return
		}
		var all, startable int
		for _, d := range w.Mod.Kept {
			if d.Err != nil || !strings.HasPrefix(d.Of.Slug, "mission-") {
				continue
			}
			all++
			enabled, _ := numberAt(d.Tree, "Enabled")
			weight, _ := numberAt(d.Tree, "Weight")
			if enabled != 0 && weight > 0 {
				startable++
			}
		}
		if all > 0 && startable == 0 {
			report(settings.about, says("none"), nil)
		}
	},
}
