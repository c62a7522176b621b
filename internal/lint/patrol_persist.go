package lint

import (
	"strconv"

	"quartermaster/internal/jsontree"
)

var patrolPersist = &Rule{
	ID: "patrol-persist", Severity: Warning, Title: "Patrol that cannot survive restarts",
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
				report(settings.about, patrolName(p, i)+" has Persist set, but "+why+"; the mod does not save it.",
					settings.mend("Turn off Persist of "+patrolName(p, i)+".", func() { p.Set("Persist", jsontree.Number("0")) }))
			}
		}
	},
}

// forgotten returns why the mod cannot save a patrol, or "". times is how often its name occurs.
func forgotten(patrol *jsontree.Object, times int) string {
	switch {
	case patrol.Text("ObjectClassName") != "":
		return "also an ObjectClassName"
	case patrol.Text("Name") == "":
		return "no Name"
	case times > 1:
		return "a Name that other patrols have, too"
	}
	return ""
}

// patrolName returns the name of a patrol, or its number in the list, counted from 1.
func patrolName(patrol *jsontree.Object, place int) string {
	if name := patrol.Text("Name"); name != "" {
		return quoted(name)
	}
	return "Patrol " + strconv.Itoa(place+1)
}
