package lint

import (
	"quartermaster/internal/jsontree"
)

var patrolPersist = &Rule{
	ID: "patrol-persist", Severity: Warning, Title: "Patrol that cannot survive restarts",
	Says: sentences{
		"object":           "“{patrol}” has Persist set, but also an ObjectClassName; the mod does not save it.",
		"fix":              "Turn off Persist of “{patrol}”.",
		"object-nameless":  "Patrol {number} has Persist set, but also an ObjectClassName; the mod does not save it.",
		"fix-nameless":     "Turn off Persist of Patrol {number}.",
		"no-name-nameless": "Patrol {number} has Persist set, but no Name; the mod does not save it.",
		"same-name":        "“{patrol}” has Persist set, but a Name that other patrols have, too; the mod does not save it.",
	},
	Check: func(w *world, report report) {
		settings := w.Mod.Settings["ai-patrol"]
		if settings == nil {
			return
		}
		patrols := settings.Tree.Objects("Patrols")
		times := map[string]int{}
		for _, p := range patrols {
			times[p.Text("Name")]++
		}
		for i, p := range patrols {
			if why := forgotten(p, times[p.Text("Name")]); isSet(p, "Persist") && why != "" {
				report(settings.about, patrolSays(why, p, i),
					settings.mend(patrolSays("fix", p, i), func() { p.Set("Persist", jsontree.Number("0")) }))
			}
		}
	},
}

// forgotten tells why the mod cannot save a patrol, or "". times is how often its name occurs.
func forgotten(patrol *jsontree.Object, times int) string {
	switch {
	case patrol.Text("ObjectClassName") != "":
		return "object"
	case patrol.Text("Name") == "":
		return "no-name"
	case times > 1:
		return "same-name"
	}
	return ""
}

// patrolSays tells something of a patrol, which it calls by its name or else by its number in the list, counted from 1.
func patrolSays(variant string, patrol *jsontree.Object, place int) message {
	if name := patrol.Text("Name"); name != "" {
		return says(variant, "patrol", name)
	}
	return says(variant+"-nameless", "number", place+1)
}
