package layers

import (
	"context"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// CompareWith returns what another instance has otherwise, without a base: before is the first.
func (s *Service) CompareWith(ctx context.Context, first, other store.Scope) (c Comparison, err error) {
	err = s.db.Read(ctx, first, func(e *store.Edit) error {
		a, err := s.sideOf(ctx, e)
		if err != nil {
			return err
		}
		b, err := s.sideOf(ctx, e.Reading(other))
		if err != nil {
			return err
		}
		if c.Revision, err = e.Revision(ctx); err != nil {
			return err
		}
		for _, r := range travelling() {
			rows, err := compareAll(ctx, r, a, b)
			if err != nil {
				return err
			}
			c.Rows = append(c.Rows, rows...)
		}
		return nil
	})
	return c, err
}

func compareAll(ctx context.Context, r *record.Resource, a, b *side) (list []Row, err error) {
	was, keysA, err := a.named(ctx, r)
	if err != nil {
		return nil, err
	}
	is, keysB, err := b.named(ctx, r)
	if err != nil {
		return nil, err
	}
	m, places := change.NewMatching(len(was), len(is)), map[string]int{}
	m.ByKey(func(i int) string { return keysA[i] }, func(j int) string { return keysB[j] })
	add := func(before, after record.Row, place int) error {
		row, differs, err := rowOf(ctx, r, version{a, before}, version{b, after})
		row.Place = place
		if differs {
			list = append(list, row)
		}
		return err
	}
	for j, row := range is {
		var before record.Row
		if i := m.Was[j]; i >= 0 {
			before = was[i]
		}
		places[keysB[j]]++
		if err := add(before, row, places[keysB[j]]); err != nil {
			return nil, err
		}
	}
	for i, row := range was {
		if m.IsFree(i) {
			if err := add(row, nil, 0); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// named returns the records of a resource with what they are known by.
func (s *side) named(ctx context.Context, r *record.Resource) (list []record.Row, keys []string, err error) {
	if list, err = s.rows(ctx, r); err == nil {
		err = s.learn(ctx, r, list)
	}
	for _, row := range list {
		keys = append(keys, s.keysOf(r, row)[1])
	}
	return list, keys, err
}
