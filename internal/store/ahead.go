package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// Ahead is what References have read for a new record besides what its validation asks: its id, and what its preparation looks up.
type Ahead struct {
	resource *record.Resource
	next     int64
	fields   map[string]map[int64][]any // by resource and names, and by id
}

// id returns the id of a new record of the resource, or 0. It is for one record.
func (a *Ahead) id(r *record.Resource) int64 {
	if a == nil || a.resource != r {
		return 0
	}
	id := a.next
	a.next = 0
	return id
}

func (a *Ahead) find(resource string, id int64, names []string) []any {
	if a == nil {
		return nil
	}
	return a.fields[fieldsKey(resource, names)][id]
}

func fieldsKey(resource string, names []string) string { return fmt.Sprint(resource, names) }

// read adds the questions for a new record of the resource whose body refers to the ids.
func (a *Ahead) read(in lookup, r *record.Resource, asked questions) []part {
	a.resource, a.fields = r, map[string]map[int64][]any{}
	parts := []part{{in.db.dialect.nextIDs(), []any{r.Name, 1}, func(rows *Rows) error {
		var several int64
		return rows.Scan(&a.next, &several)
	}}}
	for _, look := range r.Looks {
		found := map[int64][]any{}
		a.fields[fieldsKey(look.Resource, look.Fields)] = found
		parts = append(parts, in.fields(record.Named(look.Resource), asked.ids(look.Resource), look.Fields, found))
	}
	return parts
}

// foreseen answers a validation. At first it notes what is asked, and lets everything pass.
type foreseen struct {
	asked questions
	found map[string]map[int64]bool // nil at first
	taken map[source]*value
}

type (
	source struct{ column, value string }
	value  struct {
		any
		taken bool
	}
)

// Accept checks the body of a record as Resource.Accept does. What the validation asks of PostgreSQL takes one round trip. The error is a
// failure of the database.
func (l References) Accept(ctx context.Context, r *record.Resource, in *jsontree.Object,
	partial bool,
) (record.Values, validate.Errors, error) {
	if !l.DB.dialect.together() {
		return r.Accept(ctx, in, l, partial)
	}
	f := &foreseen{asked: questions{}, taken: map[source]*value{}}
	values, problems, err := r.Accept(ctx, in, f, partial)
	if err == nil {
		err = l.DB.collectAll(ctx, l.reader(), l.questions(r, f)...)
	}
	if err != nil || f.nothingWrong() {
		return values, problems, err
	}
	return r.Accept(ctx, in, f, partial)
}

// questions returns all that was asked.
func (l References) questions(r *record.Resource, f *foreseen) (parts []part) {
	f.found = map[string]map[int64]bool{}
	for name := range f.asked {
		f.found[name] = map[int64]bool{}
		parts = append(parts, l.foundQuery(record.Named(name), f.asked.ids(name), f.found[name]))
	}
	for of, v := range f.taken {
		parts = append(parts, l.takenQuery(of.column, v.any, &v.taken))
	}
	if l.Ahead != nil {
		in := lookup{db: l.DB, from: l.reader(), scope: l.Scope}
		parts = append(parts, l.Ahead.read(in, r, f.asked)...)
	}
	return parts
}

// Missing implements validate.Lookup.
func (f *foreseen) Missing(_ context.Context, name string, values []string) (map[string]bool, error) {
	if f.found == nil {
		f.asked.ask(name, values)
		return nil, nil
	}
	return missingAmong(values, f.found[name]), nil
}

// Taken implements validate.Lookup.
func (f *foreseen) Taken(_ context.Context, column string, v any) (bool, error) {
	of := source{column, fmt.Sprint(v)}
	if f.taken[of] == nil {
		f.taken[of] = &value{any: v}
	}
	return f.taken[of].taken, nil
}

func (f *foreseen) nothingWrong() bool {
	for name, ids := range f.asked {
		if len(missingAmong(slices.Collect(maps.Keys(ids)), f.found[name])) > 0 {
			return false
		}
	}
	for _, v := range f.taken {
		if v.taken {
			return false
		}
	}
	return true
}
