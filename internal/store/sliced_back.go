package store

import (
	"context"
	"slices"

	"quartermaster/internal/record"
)

// hideReturning decides which deleted records are stored again before an edit in slices is published: all of them where they are so many,
// but for those of a resource where one may need a name or a place that another record has until then, and those that refer to such ones.
func hideReturning(plan []*restoration, many, rows int) {
	n := 0
	for _, p := range plan {
		n += len(p.insert)
	}
	late := map[string]bool{}
	for _, p := range plan { // those that others refer to come first
		refersToLate := slices.ContainsFunc(p.res.Fields, func(f *record.Field) bool { return late[f.Ref] })
		p.hidden = n >= many && len(p.insert) > 0 && !p.clashes(rows) && !refersToLate
		late[p.res.Name] = len(p.insert) > 0 && !p.hidden
	}
}

// clashes reports whether a record that returns may need what another one has until the plan is carried out: a unique name, or the only
// place of its sort. Of a resource with a single place nothing like a slice of records returns.
func (p *restoration) clashes(rows int) bool {
	switch {
	case len(p.insert) == 0:
		return false
	case len(p.remove) > 0 && len(p.insert) < rows:
		return true
	}
	for index, f := range p.res.Fields {
		if isUnique(p.res, f) && (len(p.remove) > 0 || differsAnywhere(index, p.before, p.after)) {
			return true
		}
	}
	return false
}

// isUnique reports whether no two records of an instance have the same value of a field, apart from their sids.
func isUnique(r *record.Resource, f *record.Field) bool {
	return f.Unique || r == record.Files && f == r.Title
}

// makeAgain stores deleted records again. Those that are hidden are named in withdrawn until the edit is published, so that nobody sees
// them, and a crash leaves nothing of them.
func (sl *sliced) makeAgain(ctx context.Context, e *Edit, p *restoration) error {
	if !p.hidden {
		return sl.whenPublished(func(e *Edit) error { return e.insertAgain(ctx, p.res, p.insert) })
	}
	if err := sl.startRevision(ctx, e, p.res, p.insert[0]); err != nil {
		return err
	}
	if err := sl.part(ctx, e, func(part *Edit) error { return part.withdraw(ctx, p.res, p.insert) }); err != nil {
		return err
	}
	for slice := range sl.parts(p.insert) {
		if err := sl.part(ctx, e, func(part *Edit) error { return part.insertAgain(ctx, p.res, slice) }); err != nil {
			return err
		}
	}
	return sl.whenPublished(func(e *Edit) error { return e.show(ctx, p.res, p.insert) })
}

// remove deletes records to which none refers that stays. A few are deleted at once where others may take their place.
func (sl *sliced) remove(ctx context.Context, e *Edit, p *restoration) error {
	switch {
	case len(p.remove) == 0:
		return nil
	case len(p.remove) < sl.size() && len(p.insert) > 0 && !p.res.ReferredTo():
		return sl.whenPublished(func(e *Edit) error { return e.DeleteAll(ctx, p.res, p.remove) })
	}
	return sl.withdrawAll(ctx, e, p.res, p.remove)
}

// show takes back withdraw.
func (e *Edit) show(ctx context.Context, r *record.Resource, rows []record.Row) error {
	const text = `DELETE FROM withdrawn WHERE resource = $1 AND record_id IN (SELECT value FROM json_each($2))`
	_, err := e.Exec(ctx, text, r.Name, e.db.dialect.ids(idsOf(r, rows)))
	return err
}
