package lint

import (
	"quartermaster/internal/quest"
)

var questOrder = &Rule{
	ID: "quest-order", Severity: Warning, Title: "Quests that wait for each other",
	Says: sentences{
		"circle": "PreQuestIDs go round in a circle, so that none of these quests can ever be begun: {quests}.",
	},
	Check: func(w *world, report report) {
		about, files := w.questFiles()
		b := quest.Read(files)
		for _, circle := range b.Circles() {
			names := make([]string, len(circle))
			for i, q := range circle {
				names[i] = q.Name()
			}
			report(about[circle[0].Path], says("circle", "quests", names), nil)
		}
	},
}
