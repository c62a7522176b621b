package lint

import (
	"slices"

	"quartermaster/internal/ce"
)

var unknownEventValue = &Rule{
	ID: "unknown-event-value", Severity: Warning, Title: "Event with an unknown position or limit",
	Says: sentences{
		"word": "{field} is “{word}”, which is none of {words}.",
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			checkWord(report, e, "position", &e.Position, []string{"fixed", "player", "uniform"})
			checkWord(report, e, "limit", &e.Limit, []string{"child", "parent", "mixed", "custom"})
		}
	},
}

// checkWord reports a word that is not in a list; the fix takes the one that it is most like.
func checkWord(report report, about any, field string, word **string, list []string) {
	if *word == nil || slices.Contains(list, **word) {
		return
	}
	var fix *Fix
	if near := ce.Nearest(**word, list); near != "" {
		fix = mend(says("set", "value", near), func() { *word = &near })
	}
	report(about, says("word", "field", field, "word", **word, "words", list), fix)
}
