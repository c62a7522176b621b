package docset

import (
	"context"

	"quartermaster/internal/document"
	"quartermaster/internal/quest"
	"quartermaster/internal/store"
)

// Quests returns the files of quests, characters and objectives with their values.
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
