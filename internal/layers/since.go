package layers

import (
	"context"
	"maps"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// between returns what leads from one state of some records to another, as rows, and the paths of files that no row can be about: what is
// no text, or has secrets.
func (s *Service) between(ctx context.Context, e *store.Edit, before, after store.Then) (rows []Row, left []string, err error) {
	was, err := s.sideOf(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	is, err := s.sideOf(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range travelling() {
		for one, then := range map[*side]store.Then{was: before, is: after} {
			if err := one.knowThen(ctx, r, then[r]); err != nil {
				return nil, nil, err
			}
		}
		for _, id := range sortedIDs(before[r], after[r]) {
			from, to := version{was, before[r][id]}, version{is, after[r][id]}
			row, differs, err := rowOf(ctx, r, from, to)
			if err != nil {
				return nil, nil, err
			}
			switch row.ID = id; {
			case differs && row.State == Deleted:
				row.Hidden = hiddenValues(r, before[r][id])
				rows = append(rows, row)
			case differs:
				rows = append(rows, row)
			case r == record.Files && to.row != nil && to.hasOther(from):
				left = append(left, row.Name)
			}
		}
	}
	return rows, left, nil
}

// Since returns what the instance of an edit has otherwise than at a revision, as rows for a layer of the instance as it was then, and the
// paths of files that no row can be about.
func (s *Service) Since(ctx context.Context, e *store.Edit, revision int64) (rows []Row, left []string, err error) {
	newest, err := e.Revision(ctx)
	if err != nil {
		return nil, nil, err
	}
	before, err := e.AsOf(ctx, revision, newest)
	if err != nil {
		return nil, nil, err
	}
	after := store.Then{}
	for r, then := range before {
		after[r] = map[int64]record.Row{}
		list, err := e.ByIDs(ctx, r, slices.Collect(maps.Keys(then)))
		if err != nil {
			return nil, nil, err
		}
		for _, row := range list {
			after[r][r.ID(row)] = row
		}
	}
	if rows, left, err = s.between(ctx, e, before, after); err == nil {
		err = s.asNew(ctx, e, rows)
	}
	return rows, left, err
}

// asNew has rows about new records know these by their places among their equals alone: whoever takes the rows does not have them yet.
func (s *Service) asNew(ctx context.Context, e *store.Edit, rows []Row) error {
	is, err := s.sideOf(ctx, e)
	if err != nil {
		return err
	}
	places := map[*record.Resource]map[int64]int{}
	for i := range rows {
		row := &rows[i]
		if row.State != Added {
			continue
		}
		r := row.resource()
		if places[r] == nil {
			if places[r], err = is.places(ctx, r); err != nil {
				return err
			}
		}
		row.Place = places[r][row.ID]
		row.ID, row.SID = 0, ""
	}
	return nil
}
