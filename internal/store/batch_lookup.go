package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// questions holds the ids, as text, that a run refers to, by resource.
type questions map[string]map[string]bool

func (q questions) ask(source string, values []string) {
	if q[source] == nil {
		q[source] = map[string]bool{}
	}
	for _, value := range values {
		q[source][value] = true
	}
}

// ids returns those that the run names of a resource.
func (q questions) ids(source string) []int64 { return idsIn(slices.Collect(maps.Keys(q[source]))) }

// asker notes what a validation asks for, and lets everything pass.
type asker struct {
	questions
	held   *held
	unique bool // whether it was asked what is taken
}

// Missing notes the ids.
func (a *asker) Missing(_ context.Context, source string, values []string) (map[string]bool, error) {
	a.ask(source, values)
	return nil, nil
}

// Taken notes the value.
func (a *asker) Taken(_ context.Context, source string, value any) (bool, error) {
	a.unique = true
	a.held.unique[source].ask([]any{value})
	return false, nil
}

// answers holds what a run needs to know of other resources, which it does not change.
type answers struct {
	edit    *Edit
	held    *held
	asked   questions
	missing map[string]map[string]bool
	fields  map[string]map[int64][]any // values by id, of the resources and fields that were asked for
	taken   map[string]bool            // what FileTaken says of paths
}

// answer finds out which of the ids are missing, with one query for each resource.
func (e *Edit) answer(ctx context.Context, asked questions, held *held) (*answers, error) {
	a := &answers{
		edit: e, held: held, asked: asked, missing: map[string]map[string]bool{}, fields: map[string]map[int64][]any{}, taken: map[string]bool{},
	}
	references := References{DB: e.db, Scope: e.Scope, tx: e.Tx}
	for source, values := range asked {
		missing, err := references.Missing(ctx, source, slices.Collect(maps.Keys(values)))
		if err != nil {
			return nil, err
		}
		a.missing[source] = missing
	}
	return a, nil
}

func (a *answers) nothingMissing() bool {
	for _, missing := range a.missing {
		if len(missing) > 0 {
			return false
		}
	}
	return true
}

// Missing returns all missing ids of the source.
func (a *answers) Missing(_ context.Context, source string, _ []string) (map[string]bool, error) {
	return a.missing[source], nil
}

// Fields returns stored fields of a record that the run refers to, or ErrReference when it is not there. The first call reads
// them for all such records.
func (a *answers) Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error) {
	key := resource + "." + strings.Join(names, ",")
	if a.fields[key] == nil {
		r := record.Named(resource)
		found, err := a.edit.lookup().all(ctx, r, a.ids(r), names)
		if err != nil {
			return nil, err
		}
		a.fields[key] = found
	}
	values, there := a.fields[key][id]
	if !there {
		return nil, ErrReference
	}
	return values, nil
}

// Plans is record.Lookup's.
func (a *answers) Plans() record.Plans { return a.edit.lookup().Plans() }

// Now is record.Lookup's.
func (a *answers) Now() int64 { return a.edit.Now() }

// FileTaken asks once for each path: the records of the run are all of one resource, and no other one changes meanwhile.
func (a *answers) FileTaken(ctx context.Context, r *record.Resource, file string) (bool, error) {
	taken, known := a.taken[file]
	if known {
		return taken, nil
	}
	taken, err := a.edit.lookup().FileTaken(ctx, r, file)
	a.taken[file] = taken
	return taken, err
}

// Words is record.Lookup's.
func (a *answers) Words() record.Vocabulary { return a.edit.lookup().Words() }

// ids returns those that the operations name and those that the held records refer to.
func (a *answers) ids(r *record.Resource) (ids []int64) {
	ids = a.asked.ids(r.Name)
	for _, e := range a.held.bySID {
		for index, f := range a.held.res.Fields {
			if id, ok := e.row[index].(int64); ok && f.Ref == r.Name {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// checker answers the validation of one operation: the record that it changes may keep its own values.
type checker struct {
	*answers
	target *entry
}

// Taken reports whether another held record has the value.
func (c checker) Taken(_ context.Context, source string, value any) (bool, error) {
	for other := range c.held.unique[source].find([]any{value}) {
		if other != c.target {
			return true, nil
		}
	}
	return false, nil
}
