package grid

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// save carries out all changes of the page as one revision, or none: what is wrong with them is a 422, and values that were changed by
// somebody else since the page has shown them are a 409.
func (g *grid) save(ctx context.Context, r *site.Request) (site.Response, error) {
	s := &saving{grid: g, request: r, asked: readAsked(r)}
	err := r.Site.DB.Edit(ctx, r.Scope(), "bulk", func(e *store.Edit) error {
		e.Summary = s.summary()
		return s.run(ctx, e)
	})
	var others conflicts
	var wrong problems
	switch {
	case errors.As(err, &others):
		if err := g.nameAuthors(ctx, r, others); err != nil {
			return site.Response{}, err
		}
		return answer(http.StatusConflict, map[string]any{"conflicts": others})
	case errors.As(err, &wrong):
		return answer(http.StatusUnprocessableEntity, map[string]any{"problems": wrong})
	case errors.Is(err, store.ErrTaken), errors.Is(err, store.ErrReference):
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(g.sentence(err))}, nil
	case err != nil:
		return site.Response{}, err
	}
	return answer(http.StatusOK, s.result())
}

func answer(status int, value any) (site.Response, error) {
	text, err := json.Marshal(value)
	return site.Response{Status: status, JSON: text}, err
}

func (g *grid) sentence(err error) string {
	if errors.Is(err, store.ErrTaken) {
		return "Two " + g.Many + " would have the same name."
	}
	return "One of the " + g.Many + " is in use and cannot be deleted, or refers to a record that has been deleted."
}

// saving is a save in progress.
type saving struct {
	*grid
	request  *site.Request
	asked    asked
	kept     []row           // those that are changed, and then those that are added
	outcomes []store.Outcome // of removed, then of kept
	revision int64
}

// problem is what is wrong with a value, or with a record.
type problem struct {
	Row   string `json:"row"`
	Field string `json:"field,omitempty"`
	Text  string `json:"text"`
}

// problems are the error of a save of which nothing was carried out.
type problems []problem

func (p problems) Error() string { return p[0].Text }

func (s *saving) run(ctx context.Context, e *store.Edit) error {
	if err := s.compare(ctx, e); err != nil {
		return err
	}
	operations, err := s.operations(ctx, e)
	if err != nil {
		return err
	}
	s.outcomes, err = e.Batch(ctx, operations)
	s.revision = e.Number
	var refused store.Refusals
	if errors.As(err, &refused) {
		return s.refusals(refused)
	}
	return err
}

// compare reads the records, and returns conflicts where they are not what the page has shown.
func (s *saving) compare(ctx context.Context, e *store.Edit) error {
	chosen := record.Condition{Any: []record.Match{{Test: record.Listed, Among: s.asked.existing()}}}
	rows, err := e.View().Flat(ctx, s.Resource, []record.Condition{chosen}, s.include...)
	if err != nil {
		return err
	}
	there := make(map[string]record.Row, len(rows))
	for _, row := range rows {
		there[s.Resource.SID(row)] = row
	}
	var found conflicts
	for _, row := range slices.Concat(s.asked.changed, s.asked.removed) {
		if stored := there[row.key]; stored != nil {
			found = append(found, s.differing(row, stored)...)
		} else {
			found = append(found, conflict{Row: row.key})
		}
	}
	if len(found) > 0 {
		return found
	}
	return nil
}

func (s *saving) operations(ctx context.Context, e *store.Edit) (list []store.Operation, err error) {
	if err := s.complete(ctx, e); err != nil {
		return nil, err
	}
	for _, row := range s.asked.removed {
		list = append(list, store.Operation{Op: store.OpDelete, Resource: s.Resource, SID: row.key})
	}
	for _, row := range s.asked.changed {
		list = append(list, store.Operation{Op: store.OpUpdate, Resource: s.Resource, SID: row.key, Data: row.now})
	}
	for _, row := range s.asked.added {
		list = append(list, store.Operation{Op: store.OpCreate, Resource: s.Resource, Data: row.now})
	}
	s.kept = slices.Concat(s.asked.changed, s.asked.added)
	return list, nil
}

// refusals names what is wrong by the rows and columns of the page.
func (s *saving) refusals(refused store.Refusals) (list problems) {
	rows := slices.Concat(s.asked.removed, s.kept)
	for _, refusal := range refused {
		for _, wrong := range refusal.Problems {
			list = append(list, s.problem(rows[refusal.Operation].key, wrong))
		}
	}
	return list
}

func (s *saving) problem(row string, wrong validate.FieldError) problem {
	name := withoutData(wrong.Field)
	if name == classNameID {
		name = "name"
	}
	p, label := problem{Row: row}, name
	for _, column := range s.columns {
		if column.Key == name {
			p.Field, label = name, column.Label
		}
	}
	p.Text = sentences(wrong, label)
	return p
}

func (s *saving) summary() string {
	values := 0
	for _, row := range s.asked.changed {
		values += row.now.Len()
	}
	text := s.Many + ": " + ui.Plural(values, "value", "values") + " in the grid"
	if n := len(s.asked.added); n > 0 {
		text += ", " + ui.HumanCount(int64(n)) + " new"
	}
	if n := len(s.asked.removed); n > 0 {
		text += ", " + ui.HumanCount(int64(n)) + " deleted"
	}
	return text
}

// result is the answer to a save: the records as they are now, in the order of the changed and then of the new ones.
func (s *saving) result() map[string]any {
	outcomes := s.outcomes[len(s.asked.removed):]
	rows, keys := make([]record.Row, len(outcomes)), make([]string, len(outcomes))
	for i, outcome := range outcomes {
		rows[i], keys[i] = outcome.Row, s.kept[i].key
	}
	return map[string]any{"revision": s.revision, "rows": keys, "block": rawJSON(s.appendBlock(nil, rows))}
}
