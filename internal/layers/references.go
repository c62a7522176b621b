package layers

import (
	"context"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// checkReferences finds what clashes between records: one that goes is referred to by others that stay, or one refers to another that is
// not there. It reports whether all of it has been decided. Where the row counts, what refers to a record goes with it.
func (st *stack) checkReferences(ctx context.Context, l *layer, found []record.Row, choices Choices) (decided bool, err error) {
	decided = true
	for i := range l.rows {
		row := &l.rows[i]
		sure := true
		switch {
		case row.State == Deleted && found[i] != nil && row.resource().ReferredTo():
			sure, err = st.checkUsers(ctx, l, i, found[i], choices)
		case row.State != Deleted:
			sure, err = st.checkReferred(ctx, l, row, choices)
		}
		if err != nil {
			return false, err
		}
		decided = decided && sure
	}
	return decided, nil
}

// checkUsers finds records that refer to one that goes, and stay.
func (st *stack) checkUsers(ctx context.Context, l *layer, i int, now record.Row, choices Choices) (decided bool, err error) {
	r, decided := l.rows[i].resource(), true
	for _, other := range travelling() {
		for _, f := range other.Fields {
			if f.Ref != r.Name || f.Type == record.Links || f.Nullable {
				continue
			}
			users, err := st.All(ctx, other, "r."+f.Column+" = $", r.ID(now))
			if err != nil {
				return false, err
			}
			if err := st.learn(ctx, other, users); err != nil {
				return false, err
			}
			decided = st.decideUsers(l, i, other, users, choices) && decided
		}
	}
	return decided, nil
}

func (st *stack) decideUsers(l *layer, i int, other *record.Resource, users []record.Row, choices Choices) (decided bool) {
	goes := map[int64]bool{}
	for _, row := range l.rows {
		if row.State == Deleted && row.resource() == other {
			goes[row.ID] = true
		}
	}
	var names []string
	var more []Row
	for _, user := range users {
		if !goes[other.ID(user)] {
			name := st.identity(other, user)
			names = append(names, name)
			more = append(more, Row{
				Resource: other.Path, SID: other.SID(user), ID: other.ID(user), Name: name, File: fileOf(other, user), State: Deleted, Now: Applies,
				Changes: compare(other, version{st.side, user}, version{st.side, nil}), Hidden: hiddenValues(other, user),
			})
		}
	}
	if len(names) == 0 {
		return true
	}
	c := Change{Field: other.Path, Clash: true, Now: jsontree.AppendList(nil, names, jsontree.AppendString)}
	row := &l.rows[i]
	row.Now, decided = Conflict, true
	switch choices.of(row, c.Field) {
	case Mine:
		c.Left = true
	case Theirs:
		l.rows = append(l.rows, more...)
	default:
		decided = false
	}
	l.rows[i].Changes = append(l.rows[i].Changes, c)
	return decided
}

// checkReferred finds what a row refers to and is not there.
func (st *stack) checkReferred(ctx context.Context, l *layer, row *Row, choices Choices) (decided bool, err error) {
	r, decided := row.resource(), true
	for n := range row.Changes {
		c := &row.Changes[n]
		f, known := fieldNamed(r, c.Field)
		if !known || f.Ref == "" || f.Link != nil || isNull(c.After) || !c.counts() || !st.mustBeThere(l, record.Named(f.Ref), Plain(c.After)) {
			continue
		}
		id, err := st.idOf(ctx, record.Named(f.Ref), Plain(c.After))
		if err != nil {
			return false, err
		}
		if id != 0 {
			continue
		}
		c.Clash, row.Now = true, Conflict
		switch choices.of(row, c.Field) {
		case Mine:
			leaveOut(row, c)
		case Theirs: // refer says what is missing
		default:
			decided = false
		}
	}
	return decided, nil
}

// leaveOut leaves a change out, and all of a new record that cannot be without it.
func leaveOut(row *Row, c *Change) {
	c.Left = true
	for i := range row.Changes {
		row.Changes[i].Left = row.Changes[i].Left || row.State == Added
	}
}

// mustBeThere reports whether a record that others refer to has to be there already: it is neither made with them nor one of those that are
// made for whom refers to them.
func (st *stack) mustBeThere(l *layer, r *record.Resource, name string) bool {
	if r == record.InstanceClassnames || r.Scope != record.InInstance {
		return false
	}
	for i := range l.rows {
		if row := &l.rows[i]; row.State != Deleted && row.Resource == r.Path && strings.EqualFold(row.Name, name) {
			return false
		}
	}
	return true
}
