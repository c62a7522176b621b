package lint

import (
	"strings"

	"quartermaster/internal/serverlog"
)

var logUnknownClass = &Rule{
	ID: "log-unknown-class", Severity: Error, Title: "Class the server does not know",
	Says: sentences{
		"class": "The server ignores this entry, because it does not know the class: a typo, or a missing mod ({place}).",
		"prefix": "The server ignores all entries that begin with “{prefix}”, because it does not know the classes: their mod is " +
			"missing or did not load ({place}).",
		"absent": "The server could not create an object of this class ({place}).",
	},
	Check: func(w *world, report report) {
		types, missing := w.LoggedTypes, w.missingPrefixes()
		w.logged(serverlog.UnknownClass, func(l *Log, e serverlog.Entry) {
			problem := says("class")
			if prefix := prefixOf(e.Name); missing[strings.ToLower(prefix)] {
				problem = says("prefix", "prefix", prefix)
			}
			for _, t := range types[strings.ToLower(e.Name)] {
				w.tell(report, l, e, t, problem)
			}
		})
		w.logged(serverlog.AbsentClass, func(l *Log, e serverlog.Entry) {
			for _, t := range types[strings.ToLower(e.Name)] {
				w.tell(report, l, e, t, says("absent"))
			}
		})
	},
}

// aModsWorth is how many unknown classes of one prefix speak of a missing mod.
const aModsWorth = 5

// missingPrefixes returns the prefixes of class names, in lower case, of which the server knows no class of the types.
func (w *world) missingPrefixes() map[string]bool {
	unknown := names{}
	w.logged(serverlog.UnknownClass, func(_ *Log, e serverlog.Entry) { unknown.add(e.Name) })
	of, all := map[string]int{}, map[string]bool{}
	for class := range w.Entries {
		prefix := prefixOf(class)
		if of[prefix]++; of[prefix] == 1 {
			all[prefix] = prefix != ""
		}
		all[prefix] = all[prefix] && unknown.has(class)
	}
	for prefix, n := range of {
		all[prefix] = all[prefix] && n >= aModsWorth
	}
	return all
}

// prefixOf returns the start of a class name up to its first underscore, in which most mods have their own name; "" without one.
func prefixOf(class string) string {
	prefix, _, found := strings.Cut(class, "_")
	if !found {
		return ""
	}
	return prefix + "_"
}
