package grid

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"quartermaster/internal/clash"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// save carries out all changes of the page as one revision, or none: what is wrong with them is a 422, and values that were changed by
// somebody else since the page has shown them are a 409.
func (g *Grid) save(ctx context.Context, r *site.Request) (site.Response, error) {
	asked := readAsked(r)
	var written []Written
	var revision int64
	err := r.Site.DB.Edit(ctx, r.Scope(), "bulk", func(e *store.Edit) (err error) {
		e.Summary = g.summary(asked)
		if err := g.compare(ctx, e, asked); err != nil {
			return err
		}
		if written, err = g.source.Write(ctx, r, e, asked); err != nil {
			return err
		}
		revision = e.Number
		return g.checkDoubles(ctx, e, asked, written)
	})
	if err != nil {
		return g.refusal(ctx, r, err)
	}
	rows, keys := make([]record.Row, len(written)), make([]string, len(written))
	for i, w := range written {
		rows[i], keys[i] = w.Row, w.Key
	}
	return answer(http.StatusOK, map[string]any{"revision": revision, "rows": keys, "block": rawJSON(g.appendBlock(nil, rows))})
}

// refusal answers with what a save has failed for.
func (g *Grid) refusal(ctx context.Context, r *site.Request, err error) (site.Response, error) {
	var others conflicts
	var wrong Problems
	var twice doubled
	switch {
	case errors.As(err, &twice):
		return refuseDoubles(twice)
	case errors.As(err, &others):
		if err := g.nameAuthors(ctx, r, others); err != nil {
			return site.Response{}, err
		}
		return answer(http.StatusConflict, map[string]any{"conflicts": others})
	case errors.As(err, &wrong):
		return answer(http.StatusUnprocessableEntity, map[string]any{"problems": wrong})
	case errors.Is(err, store.ErrTaken), errors.Is(err, store.ErrReference):
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(g.sentence(err))}, nil
	}
	return site.Response{}, err
}

// propose carries out the changes of the page within an edit of which nothing is kept.
func (g *Grid) propose(ctx context.Context, r *site.Request, e *store.Edit) (refused string, err error) {
	asked := readAsked(r)
	if err := g.compare(ctx, e, asked); err != nil {
		return g.reason(err)
	}
	_, err = g.source.Write(ctx, r, e, asked)
	return g.reason(err)
}

// reason returns a sentence about a save that was refused, or the error.
func (g *Grid) reason(err error) (refused string, failed error) {
	switch {
	case errors.As(err, new(conflicts)):
		return "Someone else has changed or deleted one of the rows in the meantime.", nil
	case errors.As(err, new(Problems)):
		return err.Error(), nil
	case errors.Is(err, store.ErrTaken), errors.Is(err, store.ErrReference):
		return g.sentence(err), nil
	}
	return "", err
}

func answer(status int, value any) (site.Response, error) {
	text, err := json.Marshal(value)
	return site.Response{Status: status, JSON: text}, err
}

func (g *Grid) sentence(err error) string { return clash.Called(err, clash.Grid, "", g.Many) }

// nameAuthors says who has changed the rows of conflicts.
func (g *Grid) nameAuthors(ctx context.Context, r *site.Request, found conflicts) error {
	sids := make([]string, len(found))
	for i, c := range found {
		sids[i] = c.Row
	}
	authors, err := g.source.Authors(ctx, r, sids)
	for i := range found {
		found[i].By = authors[found[i].Row]
	}
	return err
}

// Problem is what is wrong with a value, or without a field with a row.
type Problem struct {
	Row   string `json:"row"`
	Field string `json:"field,omitempty"`
	Text  string `json:"text"`
}

// Problems are the error of a save of which nothing was carried out.
type Problems []Problem

// Error returns the first sentence.
func (p Problems) Error() string { return p[0].Text }

// compare reads the rows, and returns conflicts where they are not what the page has shown.
func (g *Grid) compare(ctx context.Context, e *store.Edit, asked Asked) error {
	there, err := g.source.Current(ctx, e, asked.Existing())
	if err != nil {
		return err
	}
	var found conflicts
	for _, row := range slices.Concat(asked.Changed, asked.Removed) {
		if stored := there[row.Key]; stored != nil {
			found = append(found, g.differing(row, stored)...)
		} else {
			found = append(found, conflict{Row: row.Key})
		}
	}
	if len(found) > 0 {
		return found
	}
	return nil
}

func (g *Grid) summary(asked Asked) say.Message {
	values := 0
	for _, row := range asked.Changed {
		values += row.Now.Len()
	}
	rule := "grid"
	if len(asked.Added) > 0 {
		rule += "-new"
	}
	if len(asked.Removed) > 0 {
		rule += "-deleted"
	}
	return say.New(rule, "of", g.Many, "values", values, "new", len(asked.Added), "deleted", len(asked.Removed))
}
