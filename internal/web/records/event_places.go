package records

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// An event's page also holds its places: the event spawns of its name, and blank fields for new ones where it has none.
const (
	placesInput = "places"
	newPlaces   = "new"
)

// places returns the event spawns with the name of an event, or a fresh row where there are none.
func places(ctx context.Context, r *site.Request, event record.Row) ([]record.Row, error) {
	rows, err := r.Site.DB.All(ctx, record.EventSpawns, r.Scope(), "lower(r.name) = lower($)", record.Events.TitleOf(event))
	if err == nil && len(rows) == 0 {
		rows = []record.Row{eventSpawnPages().Fresh()}
	}
	return rows, err
}

// placesKey returns the name under which the fields of an event spawn are sent.
func placesKey(row record.Row) string {
	if isNewRow(row) {
		return newPlaces
	}
	return record.EventSpawns.SID(row)
}

func isNewRow(row record.Row) bool { return row[record.EventSpawns.Index("id")] == nil }

// placeSets draws the event spawns of an event.
func placeSets(ctx context.Context, r *site.Request, event record.Row) (sets []ui.Fieldset, err error) {
	rows, err := places(ctx, r, event)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		drawn, err := eventSpawnPages().Fieldsets(ctx, r, row, false)
		if err != nil {
			return nil, err
		}
		sets = append(sets, underKey(drawn[1:], placesKey(row))...) // without the name, which is the event's
	}
	return sets, nil
}

// underKey returns fieldsets with titles and names for the page of an event.
func underKey(sets []ui.Fieldset, key string) []ui.Fieldset {
	var kept []ui.Fieldset
	for _, set := range sets {
		set.Title = map[string]string{"Zone": "Zone around its places", "Positions": "Places"}[set.Title]
		set.Fields = slices.Clone(set.Fields)
		for i := range set.Fields {
			set.Fields[i].Name = placesInput + "[" + key + "][" + set.Fields[i].Name + "]"
		}
		if set.Title != "" {
			kept = append(kept, set)
		}
	}
	return kept
}

// storePlaces returns what stores the event spawns that were sent with an event, nil where none of them changes. A new name of the event
// is theirs too. It returns validate.Errors for what is wrong.
func storePlaces(ctx context.Context, r *site.Request, event record.Row,
	values record.Values,
) (func(context.Context, *store.Edit) error, error) {
	rows, err := places(ctx, r, event)
	if err != nil {
		return nil, err
	}
	var steps []func(context.Context, *store.Edit) error
	var problems validate.Errors
	for _, row := range rows {
		step, wrong, err := placesStep(ctx, r, row, event, values)
		if err != nil {
			return nil, err
		}
		problems = append(problems, wrong...)
		if step != nil {
			steps = append(steps, step)
		}
	}
	if len(steps) == 0 || len(problems) > 0 {
		return nil, problems.Err()
	}
	return func(ctx context.Context, e *store.Edit) error {
		for _, step := range steps {
			if err := step(ctx, e); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// placesStep checks what was sent for an event spawn, and returns what stores it.
func placesStep(ctx context.Context, r *site.Request, row, event record.Row,
	values record.Values,
) (func(context.Context, *store.Edit) error, validate.Errors, error) {
	res := record.EventSpawns
	all, _ := r.Input.Get(placesInput)
	object, _ := all.(*jsontree.Object)
	value, _ := object.Get(placesKey(row))
	sent, isSent := value.(*jsontree.Object)
	if !isSent {
		return nil, nil, nil
	}
	changed, problems, err := eventSpawnPages().Accept(ctx, sent, row, store.References{DB: r.Site.DB, Scope: r.Scope()}, true)
	for i := range problems {
		problems[i] = problems[i].At(strings.Join([]string{placesInput, placesKey(row), problems[i].Field}, "."))
	}
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	if err := placesDoubts(ctx, r, row, changed); err != nil {
		return nil, nil, err
	}
	isNew := isNewRow(row)
	if name, renamed := values["name"]; renamed && !isNew {
		changed["name"] = name
	}
	if len(changed) == 0 {
		return nil, nil, nil
	}
	if !isNew {
		return func(ctx context.Context, e *store.Edit) error {
			_, err := e.Update(ctx, res, res.SID(row), changed, r.Unmoved(res, row))
			return err
		}, nil, nil
	}
	changed["name"] = record.Events.TitleOf(event)
	if name, renamed := values["name"]; renamed {
		changed["name"] = name
	}
	return func(ctx context.Context, e *store.Edit) error {
		_, err := e.Create(ctx, res, changed)
		return err
	}, nil, nil
}

// placesDoubts names doubts about an event spawn as the event's page does.
func placesDoubts(ctx context.Context, r *site.Request, row record.Row, changed record.Values) error {
	err := eventSpawnPages().doubt(ctx, r, row, changed)
	var doubts site.Doubts
	if !errors.As(err, &doubts) {
		return err
	}
	for i := range doubts {
		doubts[i] = doubts[i].At(strings.Join([]string{placesInput, placesKey(row), doubts[i].Field}, "."))
	}
	return doubts
}

// changeWith changes a record together with others, in one revision.
func (p *resourcePages) changeWith(ctx context.Context, r *site.Request, row record.Row, values record.Values) error {
	var others func(context.Context, *store.Edit) error
	if p.storeParts != nil {
		var err error
		if others, err = p.storeParts(ctx, r, row, values); err != nil {
			return err
		}
	}
	if others == nil {
		_, err := r.Site.DB.Update(ctx, p.Resource, r.Scope(), p.Resource.SID(row), values, r.Unmoved(p.Resource, row))
		return err
	}
	return r.Site.DB.Edit(ctx, r.Scope(), "update", func(e *store.Edit) error {
		_, err := e.Update(ctx, p.Resource, p.Resource.SID(row), values, r.Unmoved(p.Resource, row))
		return errors.Join(err, others(ctx, e))
	})
}
