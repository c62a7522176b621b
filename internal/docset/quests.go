package docset

import (
	"context"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/quest"
	"quartermaster/internal/store"
)

// Quests returns the files of quests, characters and objectives with their values. One that cannot be read is Broken, which is no error.
func (s *Service) Quests(ctx context.Context, scope store.Scope) (list []*File, err error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, d := range document.All() {
		if d.Slug != quest.QuestSlug && d.Slug != quest.NPCSlug && !quest.IsObjective(d.Slug) {
			continue
		}
		for _, f := range set.filesOf(d) {
			set.read(f)
			list = append(list, f)
		}
	}
	return list, set.err
}

// QuestPlan is what a wish for a quest comes to: the files that it makes, and the quest in plain sentences.
type QuestPlan struct {
	Files   []mission.Upload // the quest first
	Summary []string
}

// PlanQuest returns what a wish comes to. The error may be a Rejection.
func (s *Service) PlanQuest(ctx context.Context, scope store.Scope, w quest.Wish) (plan QuestPlan, err error) {
	files, err := s.Quests(ctx, scope)
	if err != nil {
		return plan, err
	}
	known := QuestFiles(files)
	added := quest.Read(known).Fulfil(w)
	for _, f := range added {
		text, err := NewText(document.Named(f.Slug), f.Tree)
		if err != nil {
			return plan, err
		}
		plan.Files = append(plan.Files, mission.Upload{Path: f.Path, Data: []byte(text)})
	}
	b := quest.Read(append(known, added...))
	plan.Summary = b.Summary(b.At(idOf(added[0])))
	return plan, nil
}

func idOf(f quest.File) int64 { return quest.Read([]quest.File{f}).Quests[0].ID }

// NewText returns the text of a new file with the values. The error may be a Rejection.
func NewText(d *document.Document, values *jsontree.Object) (string, error) {
	text, err := d.New()
	if err != nil {
		return "", err
	}
	text, problems, err := d.Change(text, values)
	if len(problems) > 0 {
		return "", Rejection{Problems: problems}
	}
	return text, err
}

// QuestFiles returns those of the files that can be read, for quest.Read.
func QuestFiles(files []*File) (read []quest.File) {
	for _, f := range files {
		if f.Tree != nil {
			read = append(read, quest.File{Slug: f.Slug, Path: f.Path, Tree: f.Tree})
		}
	}
	return read
}

// MakeQuest stores the files that a wish comes to, in one revision, and returns the path of the quest. The error may be a Rejection, or
// ErrThere if somebody else makes a quest at the same time.
func (s *Service) MakeQuest(ctx context.Context, scope store.Scope, w quest.Wish) (path string, err error) {
	plan, err := s.PlanQuest(ctx, scope, w)
	if err != nil {
		return "", err
	}
	_, err = s.missions.AddFiles(ctx, scope, plan.Files)
	return plan.Files[0].Path, err
}
