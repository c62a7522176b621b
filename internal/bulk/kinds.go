package bulk

import (
	"context"
	"fmt"

	"quartermaster/internal/classkind"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// withKind knows what sort of thing the class of each record is, by its name and the record's category.
func (s *Service) withKind(ctx context.Context, scope store.Scope, r *record.Resource) (record.Answers, error) {
	named, err := s.db.Vocabulary(scope).Named(ctx, record.Categories)
	if err != nil {
		return nil, fmt.Errorf("categories of classes: %w", err)
	}
	categories := map[int64]string{}
	for _, one := range named {
		categories[one.ID] = one.Name
	}
	at := r.Index("category_id")
	return func(row record.Row, m record.Match) bool {
		id, _ := row[at].(int64)
		return classkind.Of(r.TitleOf(row), categories[id]) == m.Text[0]
	}, nil
}
