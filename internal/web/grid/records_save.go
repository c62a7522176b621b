package grid

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
)

// Write carries a save out as one batch.
func (s *records) Write(ctx context.Context, r *site.Request, e *store.Edit, asked Asked) ([]Written, error) {
	if s.Resource == record.TraderItems {
		if err := placeItems(ctx, e, slices.Concat(asked.Changed, asked.Added)); err != nil {
			return nil, err
		}
	}
	if s.Resource.Has(classNameID) && len(asked.Added) > 0 {
		if err := s.setClassNames(ctx, r, e, asked.Added); err != nil {
			return nil, err
		}
	}
	outcomes, err := e.Batch(ctx, s.operations(asked))
	var refused store.Refusals
	if errors.As(err, &refused) {
		return nil, s.refusals(asked, refused)
	}
	if err != nil {
		return nil, err
	}
	var written []Written
	for i, row := range slices.Concat(asked.Changed, asked.Added) {
		written = append(written, Written{row.Key, outcomes[len(asked.Removed)+i].Row})
	}
	return written, nil
}

// operations returns the steps of a save: removed, then changed, then added records.
func (s *records) operations(asked Asked) (list []store.Operation) {
	for _, row := range asked.Removed {
		list = append(list, store.Operation{Op: store.OpDelete, Resource: s.Resource, SID: row.Key})
	}
	for _, row := range asked.Changed {
		list = append(list, store.Operation{Op: store.OpUpdate, Resource: s.Resource, SID: row.Key, Data: row.Now})
	}
	for _, row := range asked.Added {
		list = append(list, store.Operation{Op: store.OpCreate, Resource: s.Resource, Data: row.Now})
	}
	return list
}

// refusals names what is wrong by the rows and columns of the page.
func (s *records) refusals(asked Asked, refused store.Refusals) (list Problems) {
	rows := slices.Concat(asked.Removed, asked.Changed, asked.Added)
	for _, refusal := range refused {
		for _, wrong := range refusal.Problems {
			list = append(list, s.problem(rows[refusal.Operation].Key, wrong))
		}
	}
	return list
}

func (s *records) problem(row string, wrong validate.FieldError) Problem {
	name := strings.TrimPrefix(wrong.Field, "data.")
	if name == classNameID {
		name = record.InstanceClassnames.Title.Name
	}
	p := Problem{Row: row}
	if s.labels[name] != "" {
		p.Field = name
	}
	p.Text = strings.Join(wrong.TextsFor(strings.ToLower(cmp.Or(s.labels[name], name))), " ")
	return p
}
