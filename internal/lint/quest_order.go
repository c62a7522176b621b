package lint

import (
	"strings"

	"quartermaster/internal/quest"
)

var questOrder = &Rule{
	ID: "quest-order", Severity: Warning, Title: "Quests that wait for each other",
	Check: func(w *world, report report) {
		about, files := w.questFiles()
		b := quest.Read(files)
		for _, circle := range b.Circles() {
			names := make([]string, len(circle))
			for i, q := range circle {
				names[i] = q.Name()
			}
			report(about[circle[0].Path], "PreQuestIDs go round in a circle, so that none of these quests can ever be begun: "+strings.Join(names, ", ")+".", nil)
		}
	},
}
