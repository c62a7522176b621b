package layers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Version is a record before and after a change; nil where there is none.
type Version struct {
	Resource   *record.Resource
	Before, Is record.Row
}

// RowsOf returns what changes of records of the scope's instance come to, as rows.
func (s *Service) RowsOf(ctx context.Context, scope store.Scope, changes []Version) (rows []Row, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		own, err := s.sideOf(ctx, e)
		if err != nil {
			return err
		}
		places, known := map[string]int{}, map[string]int{}
		for _, c := range changes {
			row, differs, err := rowOf(ctx, c.Resource, version{own, c.Before}, version{own, c.Is})
			if err != nil {
				return err
			}
			if !differs {
				continue
			}
			key := foldKey(row.Resource, row.Name, row.File)
			places[key]++
			row.Place = places[key]
			if i, there := known[row.Resource+row.SID]; there && row.State == Changed { // a later step on the same record
				rows[i].then(row)
				continue
			}
			known[row.Resource+row.SID] = len(rows)
			rows = append(rows, row)
		}
		return nil
	})
	return rows, err
}

// then adds what a later row changes of the same record.
func (row *Row) then(later Row) {
	for _, c := range later.Changes {
		i := slices.IndexFunc(row.Changes, func(own Change) bool { return own.Field == c.Field })
		switch {
		case i < 0:
			row.Changes = append(row.Changes, c)
		case c.isSet():
			own := &row.Changes[i]
			own.Added, own.Removed = append(own.Added, c.Added...), append(own.Removed, c.Removed...)
		default:
			row.Changes[i].After = c.After
		}
	}
}

// Judge says what rows would come to in an instance as it is, without making a layer of them.
func (s *Service) Judge(ctx context.Context, scope store.Scope, rows []Row) (judged []Row, err error) {
	l := &layer{rows: cloned(rows)}
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		st, err := s.openStack(ctx, e)
		if err != nil {
			return err
		}
		return st.judgeAll(ctx, l)
	})
	return l.rows, err
}

// Reference is something that rows call by its name.
type Reference struct {
	Resource *record.Resource
	Name     string
}

// Unknown returns what rows refer to, and which of some class names, an instance does not have: neither are they made by the rows, nor
// does the catalog know them.
func (s *Service) Unknown(ctx context.Context, scope store.Scope, rows []Row, classes []string) (list []Reference, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		st, err := s.openStack(ctx, e)
		if err != nil {
			return err
		}
		made := madeBy(rows)
		for _, ref := range referencesOf(rows, classes) {
			if made[foldKey(ref.Resource.Name, ref.Name)] {
				continue
			}
			there, err := st.knows(ctx, ref)
			if err != nil {
				return err
			}
			if !there {
				list = append(list, ref)
			}
		}
		return nil
	})
	return list, err
}

func (st *stack) knows(ctx context.Context, ref Reference) (bool, error) {
	id, err := st.idOf(ctx, ref.Resource, ref.Name)
	if err != nil || id != 0 || ref.Resource != record.InstanceClassnames {
		return id != 0, err
	}
	known, err := st.Catalog(ctx, []string{ref.Name})
	return len(known) > 0, err
}

// madeBy returns what rows add, which others may refer to.
func madeBy(rows []Row) map[string]bool {
	made := map[string]bool{}
	for i := range rows {
		r := rows[i].resource()
		if rows[i].State != Added || r == nil {
			continue
		}
		made[foldKey(r.Name, rows[i].Name)] = true
		if r.Has("instance_classname_id") {
			made[foldKey(record.InstanceClassnames.Name, rows[i].Name)] = true
		}
	}
	return made
}

// referencesOf returns what rows refer to, each once, in their order, and then classes.
func referencesOf(rows []Row, classes []string) (list []Reference) {
	seen := map[string]bool{}
	add := func(r *record.Resource, name string) {
		if key := foldKey(r.Name, name); name != "" && !seen[key] {
			seen[key] = true
			list = append(list, Reference{r, name})
		}
	}
	for i := range rows {
		row := &rows[i]
		r := row.resource()
		if r != nil && r.Has("instance_classname_id") && row.State == Changed {
			add(record.InstanceClassnames, row.Name)
		}
		for _, c := range row.Changes {
			f, known := fieldNamed(r, c.Field)
			if !known || f.Ref == "" || row.State == Deleted {
				continue
			}
			for _, name := range c.Added {
				add(record.Named(f.Ref), name)
			}
			if f.Link == nil && !isNull(c.After) {
				add(record.Named(f.Ref), Plain(c.After))
			}
		}
	}
	for _, name := range classes {
		add(record.InstanceClassnames, name)
	}
	return list
}

// CheckRows checks the values of rows as those of a body of their records, and makes them what is stored of such a body; what is wrong is
// named below the name. It returns validate.Errors.
func (s *Service) CheckRows(ctx context.Context, scope store.Scope, name string, rows []Row) error {
	var wrong validate.Errors
	for i := range rows {
		r, body := rows[i].Body()
		if body.Len() == 0 {
			continue
		}
		values, problems, err := r.Accept(ctx, body, store.References{DB: s.db, Scope: scope}, true)
		if err != nil {
			return err
		}
		for _, p := range problems {
			wrong = append(wrong, p.At(fmt.Sprintf("%s.%d.changes.%s", name, i, p.Field)))
		}
		rows[i].normalize(r, body, values)
	}
	return wrong.Err()
}

// normalize has the row say values as they are stored: an amount of money with its cents, a list with all members of its entries.
func (row *Row) normalize(r *record.Resource, body *jsontree.Object, values record.Values) {
	for n := range row.Changes {
		c := &row.Changes[n]
		f, known := fieldNamed(r, c.Field)
		if !known || !body.Has(f.Name) || values[f.Name] == nil {
			continue
		}
		c.After = f.AppendValue(nil, values[f.Name])
	}
}

// ClassNames returns those of some texts that are class names of the scope's instance, in small letters.
func (s *Service) ClassNames(ctx context.Context, scope store.Scope, texts []string) (names map[string]bool, err error) {
	names = map[string]bool{}
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		found, err := e.Named(ctx, record.InstanceClassnames, texts)
		for name := range found {
			names[strings.ToLower(name)] = true
		}
		return err
	})
	return names, err
}

// Mission returns the folder of the mission of the scope's instance; empty where none is known.
func (s *Service) Mission(ctx context.Context, scope store.Scope) (name string, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		name, err = e.Mission(ctx)
		return err
	})
	return name, err
}

// SetRows gives a layer that is off other rows, and does something more in the same transaction. It returns store.ErrNotFound where there
// is no such layer that is off, and validate.Errors for too many rows.
func (s *Service) SetRows(ctx context.Context, scope store.Scope, sid string, rows []Row, then func(*store.Edit) error) error {
	if len(rows) > MostRows {
		return validate.Refusal("file", fmt.Sprintf("A layer has at most %d rows.", MostRows))
	}
	return s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		stored, err := e.Layer(ctx, sid)
		if err == nil && (stored.State == On || stored.State == Settled) {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		l := &layer{Layer: stored, rows: rows}
		l.Adopts = false
		if err := l.void(ctx, e); err != nil {
			return err
		}
		if err := l.pack(); err != nil {
			return err
		}
		if err := e.SetLayer(ctx, &l.Layer); err != nil {
			return err
		}
		return then(e)
	})
}

// MayReplace returns an error where whoever asks may not have a layer do something else: without the permission to edit, and where a layer
// that is on would do something that nobody has approved.
func (s *Service) MayReplace(ctx context.Context, scope store.Scope, l Layer) error {
	err := scope.Demand(access.Edit)
	if err == nil && l.State == On {
		err = s.mayRedo(ctx, scope)
	}
	return err
}
