package lint

import (
	"quartermaster/internal/quest"
)

var questGiver = &Rule{
	ID: "quest-giver", Severity: Warning, Title: "Quest that cannot be begun or finished, or a number that is taken twice",
	Says: sentences{
		"stuck": "Nobody takes the quest back (QuestTurnInIDs), and it does not finish by itself (Autocomplete), so it can never be " +
			"finished.",
		"unreachable": "Nobody offers the quest (QuestGiverIDs), it is no achievement, and no other quest leads to it, so it can never be begun.",
		"number":      "The number is that of {file} too, so the mod knows only one of them.",
	},
	Check: func(w *world, report report) {
		about, files := w.questFiles()
		b := quest.Read(files)
		for _, q := range b.Quests {
			switch {
			case !q.Active:
			case q.IsStuck():
				report(about[q.Path], says("stuck"), nil)
			case b.IsUnreachable(q):
				report(about[q.Path], says("unreachable"), nil)
			}
		}
		taken := map[string]string{}
		for _, f := range files {
			key := quest.KeyOf(f)
			if other := taken[key]; other != "" {
				report(about[f.Path], says("number", "file", other), nil)
			}
			taken[key] = f.Path
		}
	},
}

// questFiles returns the files of quests that can be read, and what findings about them are about, by their paths.
func (w *world) questFiles() (about map[string]any, files []quest.File) {
	about = map[string]any{}
	for _, d := range w.Mod.Kept {
		if d.Err == nil && quest.IsFile(d.Of.Slug) {
			about[d.Name] = d.about
			files = append(files, quest.File{Slug: d.Of.Slug, Path: d.Name, Tree: d.Tree})
		}
	}
	return about, files
}
