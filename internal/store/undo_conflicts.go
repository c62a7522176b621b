package store

import (
	"context"
	"errors"
	"maps"
	"slices"

	"quartermaster/internal/outcome"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/validate"
)

// Conflict is a record that prevents a revision from being undone.
type Conflict struct {
	Resource   *record.Resource
	SID, Title string
	says       say.Message
}

// Error returns a sentence about it.
func (c Conflict) Error() string { return outcome.Sentence(c.says) }

// Conflicts is the error of an undo: at least one record that prevents it.
type Conflicts []Conflict

func (c Conflicts) Error() string { return c[0].Error() }

// Says returns what prevents it first. Its sentence is in package outcome.
func (c Conflicts) Says() say.Message { return c[0].says }

// conflictOf says by a rule of package outcome why a record is in the way.
func conflictOf(r *record.Resource, sid, title, rule string, params ...any) Conflict {
	subject := say.New("record", "one", r.One, "title", title)
	if title == "" {
		subject = say.New("unnamed", "one", r.One)
	}
	return Conflict{r, sid, title, say.New(rule, "record", subject).With(params...)}
}

func (u *undoing) find(r *record.Resource, row record.Row, rule string, params ...any) {
	u.found = append(u.found, conflictOf(r, r.SID(row), r.TitleOf(row), rule, params...))
}

// undoing checks a plan before it is carried out.
type undoing struct {
	*Edit
	since since
	found Conflicts

	made, changed, removed rowsByID // what the plan creates again, changes back and deletes
}

func newUndoing(e *Edit, plan []*restoration) *undoing {
	u := &undoing{Edit: e, made: rowsByID{}, changed: rowsByID{}, removed: rowsByID{}}
	for _, p := range plan {
		u.made.add(p.res, p.insert)
		u.changed.add(p.res, p.after)
		u.removed.add(p.res, p.remove)
	}
	return u
}

// rowsByID holds rows of several resources.
type rowsByID map[*record.Resource]map[int64]record.Row

func (m rowsByID) add(r *record.Resource, rows []record.Row) {
	if m[r] == nil {
		m[r] = make(map[int64]record.Row, len(rows))
	}
	for _, row := range rows {
		m[r][r.ID(row)] = row
	}
}

// checkUndo returns Conflicts when a plan does not fit the records that it leaves alone.
func (e *Edit) checkUndo(ctx context.Context, plan []*restoration, s since) error {
	u := newUndoing(e, plan)
	u.since = s
	for _, check := range []func(context.Context, *restoration) error{u.findGone, u.findUsers, u.findNames} {
		for _, p := range plan {
			if err := check(ctx, p); err != nil {
				return err
			}
		}
	}
	if len(u.found) > 0 {
		return u.found
	}
	return nil
}

// belongs reports whether a field refers to a record of the same instance.
func belongs(f *record.Field) bool {
	return f.Ref != "" && record.Named(f.Ref).Scope == record.InInstance
}

// findGone finds returning records that refer to something deleted or changed.
func (u *undoing) findGone(ctx context.Context, p *restoration) error {
	rows := slices.Concat(p.insert, p.after)
	for index, f := range p.res.Fields {
		if !belongs(f) {
			continue
		}
		there, err := u.existing(ctx, f, rows, index)
		if err != nil {
			return err
		}
		touched, err := u.touched(ctx, record.Named(f.Ref), there)
		if err != nil {
			return err
		}
		for i, row := range rows {
			if err := u.checkReference(ctx, p, f, i, row, there, touched); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *undoing) checkReference(ctx context.Context, p *restoration, f *record.Field, i int, row record.Row,
	there, touched map[int64]bool,
) error {
	other := record.Named(f.Ref)
	for _, id := range referred(row[p.res.Index(f.Name)]) {
		switch {
		case u.made[other][id] != nil:
		case !there[id]:
			u.find(p.res, row, "undo-gone", "other", other.One)
		case touched[id]:
			return u.checkPrepared(ctx, p, i, row)
		}
	}
	return nil
}

// touched returns those of the records that have changed since the revision.
func (u *undoing) touched(ctx context.Context, r *record.Resource, ids map[int64]bool) (map[int64]bool, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	d, touched := u.db.dialect, map[int64]bool{}
	q := new(query).add("/* touched "+r.Name+" */ SELECT r.id FROM "+r.Name+" r WHERE "+d.among("r.id"),
		d.ids(slices.Collect(maps.Keys(ids)))).
		add(` AND EXISTS (SELECT 1 FROM changes c WHERE c.instance_id = $ AND c.sid = r.sid AND c.resource = $ AND c.revision > $)`,
			u.Scope.InstanceID, r.Name, u.since.revision)
	return touched, u.db.collect(ctx, u.Tx, q.String(), q.args, func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		touched[id] = true
		return err
	})
}

// checkPrepared lets the resource check a record after those that it refers to have changed.
func (u *undoing) checkPrepared(ctx context.Context, p *restoration, i int, row record.Row) error {
	var old record.Row
	if i >= len(p.insert) {
		old = p.before[i-len(p.insert)]
	}
	err := u.prepared(ctx, p.res, old, row)
	var problems validate.Errors
	if errors.As(err, &problems) || errors.Is(err, ErrReference) {
		u.find(p.res, row, "undo-unfit")
		return nil
	}
	return err
}

// findUsers finds records that refer to those that would be deleted.
func (u *undoing) findUsers(ctx context.Context, p *restoration) error {
	if len(p.remove) == 0 || !p.res.ReferredTo() {
		return nil
	}
	ids := idsOf(p.res, p.remove)
	for _, r := range record.All() {
		for index, f := range r.Fields {
			if f.Ref != p.res.Name || f.Type == record.Links || r.Scope != record.InInstance {
				continue
			}
			condition, arg := u.db.equalsAny("r."+f.Column, ids)
			rows, err := u.All(ctx, r, condition, arg)
			if err != nil {
				return err
			}
			u.addUsers(r, rows, index)
		}
	}
	return nil
}

// addUsers adds those of the rows that the plan neither deletes nor points elsewhere.
func (u *undoing) addUsers(r *record.Resource, rows []record.Row, index int) {
	for _, row := range rows {
		id := r.ID(row)
		turned := u.changed[r][id] != nil && !record.Same(u.changed[r][id][index], row[index])
		if !turned && u.removed[r][id] == nil {
			u.find(r, row, "undo-used")
		}
	}
}

// findNames finds records that have the unique name of a returning one.
func (u *undoing) findNames(ctx context.Context, p *restoration) error {
	if p.res.Title == nil || !p.res.Title.Unique {
		return nil
	}
	rows := slices.Concat(p.insert, p.after)
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = p.res.TitleOf(row)
	}
	others, err := u.Named(ctx, p.res, names)
	for _, other := range others {
		if id := p.res.ID(other); u.changed[p.res][id] == nil && u.removed[p.res][id] == nil {
			u.find(p.res, other, "undo-name-taken")
		}
	}
	return err
}
