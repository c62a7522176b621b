package layers

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// catchUp makes what was edited by hand since the layers of some records are on a part of what lies below them. The layers let go of it.
func (st *stack) catchUp(ctx context.Context, keys []key) error {
	first := int64(-1)
	for _, k := range keys {
		if b := st.bases[k]; b != nil && (first < 0 || b.Revision < first) {
			first = b.Revision
		}
	}
	if first < 0 {
		return nil
	}
	edited, err := st.EditedSince(ctx, first)
	if err != nil {
		return err
	}
	byKey := st.index()
	for _, k := range keys {
		if st.bases[k] == nil || st.caught[k] {
			continue
		}
		st.caught[k] = true
		if err := st.catchUpWith(ctx, k, byKey[k], edited[k.String()]); err != nil {
			return err
		}
	}
	return nil
}

func (st *stack) catchUpWith(ctx context.Context, k key, rows []held, edited []store.Edited) error {
	base, now := st.bases[k], st.now[k]
	computed, err := st.fold(ctx, k, base.Row, rows)
	switch {
	case err != nil:
		return err
	case computed == nil && now == nil:
		return nil
	case computed == nil || now == nil:
		st.setBase(k, now)
		st.end(rows, func(*Change) bool { return true })
		return nil
	}
	var fields []int
	for i, f := range k.r.Fields {
		if slices.Contains(ownFields, f.Name) {
			continue
		}
		if (f.Stored() || f.Link != nil) && !record.Same(computed[i], now[i]) || wasEdited(k.r, i, edited) {
			fields = append(fields, i)
		}
	}
	return st.takeIn(ctx, k, rows, computed, fields, edited)
}

func wasEdited(r *record.Resource, i int, edited []store.Edited) bool {
	return slices.ContainsFunc(edited, func(e store.Edited) bool {
		return e.Fields[r.Fields[i].Name] || r == record.Files && i == fileContent && e.Fields["content_id"]
	})
}

// takeIn makes fields as they are now a part of what lies below.
func (st *stack) takeIn(ctx context.Context, k key, rows []held, computed record.Row, fields []int, edited []store.Edited) error {
	base, now := st.bases[k].Row, st.now[k]
	if base == nil { // a layer has made the record: it stays with what was edited
		if slices.ContainsFunc(fields, func(i int) bool { return k.r == record.Files || travels(k.r, k.r.Fields[i]) }) {
			st.setBase(k, now)
			st.end(rows, func(*Change) bool { return true })
		}
		return nil
	}
	base = slices.Clone(base)
	for _, i := range fields {
		if err := st.takeField(ctx, k, rows, base, computed, i, edited); err != nil {
			return err
		}
	}
	if len(fields) == 0 {
		return nil
	}
	st.setBase(k, base)
	return st.derive(ctx, k.r, base)
}

func (st *stack) takeField(ctx context.Context, k key, rows []held, base, computed record.Row, i int, edited []store.Edited) error {
	f, now := k.r.Fields[i], st.now[k]
	switch {
	case f.Link != nil:
		st.takeMembers(k.r, rows, base, computed, now, i)
		return nil
	case f == k.r.Document(), k.r == record.Files && i == fileContent:
		return st.takeTexts(ctx, k, rows, base, i, st.textsOf(ctx, k, computed, i, edited))
	}
	base[i] = now[i]
	if own, travels := fieldNamed(k.r, f.Name); travels {
		st.end(rows, func(c *Change) bool { return c.Field == own.wire || c.Field == f.Name })
	}
	return nil
}

// takeMembers takes in members of a set that came or went.
func (st *stack) takeMembers(r *record.Resource, rows []held, base, computed, now record.Row, i int) {
	f, _ := fieldNamed(r, r.Fields[i].Name)
	was, is := referred(computed, i), referred(now, i)
	came, went := change.Without(is, was), change.Without(was, is)
	ids := change.Without(referred(base, i), went)
	base[i] = append(ids, change.Without(came, ids)...)
	names := st.namesOf(record.Named(f.Ref))
	var touched []string
	for _, id := range slices.Concat(came, went) {
		touched = append(touched, names[id])
	}
	for _, h := range rows {
		for n := range h.row.Changes {
			c := &h.row.Changes[n]
			if c.Field != f.wire || !c.counts() {
				continue
			}
			added, removed := change.Without(c.Added, touched), change.Without(c.Removed, touched)
			if len(added)+len(removed) == len(c.Added)+len(c.Removed) {
				continue
			}
			ended := Change{Field: c.Field, Added: change.Without(c.Added, added), Removed: change.Without(c.Removed, removed), Ended: true}
			c.Added, c.Removed = added, removed
			if !c.isSet() {
				*c = ended
			} else {
				h.row.Changes = append(h.row.Changes, ended)
			}
			st.changed[h.layer] = true
		}
	}
}

// overlap reports whether one of two paths leads to what the other holds.
func overlap(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	after, within := strings.CutPrefix(b, a)
	return within && (after == "" || after[0] == '.' || after[0] == '[')
}

// end has layers let go of changes.
func (st *stack) end(rows []held, which func(*Change) bool) {
	for _, h := range rows {
		for i := range h.row.Changes {
			if c := &h.row.Changes[i]; c.counts() && which(c) {
				c.Ended = true
				st.changed[h.layer] = true
			}
		}
	}
}

func (st *stack) setBase(k key, row record.Row) {
	st.bases[k].Row = row
	st.set[k] = true
}

// backwards is the change that takes another one back.
func (c Change) backwards() Change {
	return Change{Field: c.Field, Before: c.After, After: c.Before, Added: c.Removed, Removed: c.Added}
}
