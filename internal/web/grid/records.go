package grid

import (
	"cmp"
	"context"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// records are the records of a collection as the source of a grid.
type records struct {
	*site.Collection
	first   *record.Field     // the column of the names
	labels  map[string]string // of the columns
	include []*record.Field   // the nested fields among the columns
}

func newRecords(c *site.Collection) *records {
	s := &records{Collection: c, labels: map[string]string{}}
	for _, column := range columnsOf(c) {
		s.first = cmp.Or(s.first, column.field)
		s.labels[column.Key] = column.Label
		if column.field.Nested {
			s.include = append(s.include, column.field)
		}
	}
	return s
}

// Find returns the records of the list.
func (s *records) Find(ctx context.Context, r *site.Request) (Rows, error) {
	search, err := finder.Read(ctx, r, s.Collection)
	if err != nil {
		return nil, err
	}
	if search.Wrong != "" {
		return nil, FilterError(search.Wrong)
	}
	return search.Stream(ctx, s.include...)
}

// Named returns the records of the names, with the nested fields of the columns.
func (s *records) Named(ctx context.Context, r *site.Request, names []string) ([]record.Row, error) {
	if len(names) == 0 {
		return nil, nil
	}
	match := record.Match{Test: record.OneOf, Field: s.first}
	for _, name := range names {
		match.Among = append(match.Among, strings.ToLower(name))
	}
	return r.Site.DB.View(r.Scope()).Flat(ctx, s.Resource, []record.Condition{{Any: []record.Match{match}}}, s.include...)
}

// Others returns for each record another one with the same key.
func (s *records) Others(ctx context.Context, e *store.Edit, rows []record.Row) ([]record.Row, error) {
	return e.View().Doubles(ctx, s.Resource, rows)
}

// Current returns records with the nested fields of the columns.
func (s *records) Current(ctx context.Context, e *store.Edit, sids []string) (map[string]record.Row, error) {
	chosen := record.Condition{Any: []record.Match{{Test: record.Listed, Among: sids}}}
	rows, err := e.View().Flat(ctx, s.Resource, []record.Condition{chosen}, s.include...)
	there := make(map[string]record.Row, len(rows))
	for _, row := range rows {
		there[s.Resource.SID(row)] = row
	}
	return there, err
}

// Authors returns who made the last change of each record.
func (s *records) Authors(ctx context.Context, r *site.Request, sids []string) (map[string]string, error) {
	return r.Site.DB.LastAuthors(ctx, r.Scope(), sids)
}

// Given returns nothing.
func (s *records) Given(context.Context, *site.Request) (map[string]float64, error) {
	return map[string]float64{}, nil
}

// Computed returns who has changed the records, what the lint has found, and what uses them.
func (s *records) Computed(ctx context.Context, r *site.Request) (all Computed, err error) {
	authors, err := r.Site.DB.LastAuthors(ctx, r.Scope(), nil)
	if err != nil {
		return all, err
	}
	all.Author, all.By = commonest(authors)
	if all.Problems, err = s.problems(ctx, r); err != nil {
		return all, err
	}
	all.Uses, err = s.uses(ctx, r)
	return all, err
}

// commonest returns the name that occurs most often, and the entries of all others.
func commonest(names map[string]string) (most string, others map[string]string) {
	counts := map[string]int{}
	for _, name := range names {
		counts[name]++
	}
	for name, n := range counts {
		if n > counts[most] || n == counts[most] && name < most {
			most = name
		}
	}
	others = map[string]string{}
	for sid, name := range names {
		if name != most {
			others[sid] = name
		}
	}
	return most, others
}

func (s *records) problems(ctx context.Context, r *site.Request) (map[string][]Finding, error) {
	found, err := r.Site.Lint.Check(ctx, r.Scope())
	list := map[string][]Finding{}
	for _, f := range found {
		if f.Resource == s.Resource {
			list[f.SID] = append(list[f.SID], Finding{f.Severity, f.Message()})
		}
	}
	return list, err
}

// uses counts what uses each record, by what people call it.
func (s *records) uses(ctx context.Context, r *site.Request) (map[string]map[string]int64, error) {
	counted, err := r.Site.Bulk.Uses(ctx, r.Scope(), s.Resource)
	if err != nil || counted == nil {
		return nil, err
	}
	named := make(map[string]map[string]int64, len(counted))
	for sid, counts := range counted {
		named[sid] = make(map[string]int64, len(counts))
		for res, n := range counts {
			named[sid][nounFor(r, res, n)] = n
		}
	}
	return named, nil
}

func nounFor(r *site.Request, res *record.Resource, n int64) string {
	one, many := r.NounsOf(res)
	if n == 1 {
		return one
	}
	return many
}
