// Package finder narrows the lists of records: by a filter that is typed, by facets with their counts, and by chips that take a term of
// the filter away. It completes what is typed, and finds the records before and after one in the order of its list.
//
// Unless a comment says otherwise, an error is one of the database or of the context. A filter that cannot be read is none: see [Search].
package finder

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Search is what a request asks of the list of a collection.
type Search struct {
	*site.Collection
	Q     string // the filter, also of what earlier addresses say in parameters of their own
	Wrong string // what is not understood of it; then nothing is found
	r     *site.Request
	in    *jsontree.Object // the parameters of the list
	page  int              // of the list
	grid  bool             // the list is shown as a grid
	ask   record.Query
	terms []filter.Term
	where []record.Condition
}

// Read reads the search of a request.
func Read(ctx context.Context, r *site.Request, c *site.Collection) (*Search, error) {
	return read(ctx, r, c, r.Input)
}

func read(ctx context.Context, r *site.Request, c *site.Collection, in *jsontree.Object) (*Search, error) {
	s := &Search{Collection: c, Q: c.Resource.FilterText(in), r: r, in: in, grid: record.TextParam(in, gridParam) != ""}
	ask := c.Resource.ParseQuery(in)
	ask.Sort = c.Resource.Sortings(cmp.Or(record.TextParam(in, "sort"), c.Sort))
	ask, err := mission.InReadingOrder(ctx, r.Site.DB, c.Resource, r.Scope(), ask)
	if err != nil {
		return nil, err
	}
	ask.PerPage = record.ClampPerPage(record.TextParam(in, "per_page"), site.RowsPerPage)
	ask.Search, ask.Filters = "", nil
	s.ask, s.page = ask, ask.Page
	return s, s.compile(ctx)
}

// compile reads the filter.
func (s *Search) compile(ctx context.Context) (err error) {
	s.where, err = s.r.Site.Bulk.Where(ctx, s.r.Scope(), s.Resource, s.Q)
	var problems validate.Errors
	if errors.As(err, &problems) {
		s.Wrong = validate.Ended("This filter " + problems[0].Messages[0].Predicate())
		return nil
	}
	s.terms, _ = filter.Parse(s.Q) // as it was compiled
	return err
}

// asked returns the query for the list, with its conditions.
func (s *Search) asked() record.Query {
	ask := s.ask
	ask.Where = slices.Clone(s.where)
	return ask
}

// Page returns a page of what is found, with nested fields.
func (s *Search) Page(ctx context.Context, include ...*record.Field) (store.Page, error) {
	if s.Wrong != "" {
		return store.Page{Number: 1, Size: s.ask.PerPage}, nil
	}
	ask := s.asked()
	ask.Include = include
	return s.r.Site.DB.List(ctx, s.Resource, s.r.Scope(), ask)
}

// Stream returns all that is found, with nested fields.
func (s *Search) Stream(ctx context.Context, include ...*record.Field) (*store.Stream, error) {
	ask := s.asked()
	ask.Include = include
	return s.r.Site.DB.Stream(ctx, s.Resource, s.r.Scope(), ask)
}

// gridParam is set in the query of a list that is shown as a grid.
const gridParam = "grid"

// kept are the parameters of a list that its links keep, besides the filter.
var kept = []string{"sort", "per_page", "page", "columns", "view", gridParam}

// Query returns the address of the list.
func (s *Search) Query() ui.Query {
	q := ui.Query{Path: s.URL(s.r), Values: url.Values{}}
	if s.Q != "" {
		q.Values.Set("q", s.Q)
	}
	for _, name := range kept {
		if value := record.TextParam(s.in, name); value != "" {
			q.Values.Set(name, value)
		}
	}
	return q
}

// part returns the address of a part of the list's page, for scripts.
func (s *Search) part(name string) string {
	if s.Resource.Scope == record.InInstance {
		return s.r.Instance.URL + "/" + s.Resource.Path + "/" + name
	}
	return s.URL(s.r) + "/" + name
}
