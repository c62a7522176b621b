package lint

import (
	"strings"

	"quartermaster/internal/quest"
)

var questOrder = &Rule{
	ID: "quest-order", Severity: Warning, Title: "Quest that cannot be begun or finished",
	Check: func(w *world, report report) {
		about := map[string]*document{}
		var files []quest.File
		for _, d := range w.Mod.Kept {
			if d.Err == nil {
				about[d.Name] = d
				files = append(files, quest.File{Slug: d.Of.Slug, Path: d.Name, Tree: d.Tree})
			}
		}
		b := quest.Read(files)
		for _, circle := range b.Circles() {
			names := make([]string, len(circle))
			for i, q := range circle {
				names[i] = q.Name()
			}
			report(about[circle[0].Path].about, "PreQuestIDs go round in a circle, so that none of these quests can ever be begun: "+strings.Join(names, ", ")+".", nil)
		}
		for _, q := range b.Quests {
			if q.Active && q.IsStuck() {
				report(about[q.Path].about, "Nobody takes the quest back (QuestTurnInIDs is empty), and it does not finish by itself (Autocomplete is 0).", nil)
			}
		}
	},
}
