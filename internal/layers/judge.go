package layers

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Choice says which side counts where both have changed a value.
type Choice string

// The sides.
const (
	Mine   Choice = "mine"   // what is there now
	Theirs Choice = "theirs" // what the row makes of it
)

// Choices are the answers to conflicts, by the sid of the row and the field, and the one for all others, which may be empty.
type Choices struct {
	Prefer Choice
	Of     map[string]Choice
}

func (c Choices) of(row *Row, field string) Choice {
	for _, sid := range []string{row.Looked, row.SID} {
		if one := c.Of[sid+"."+field]; one != "" {
			return one
		}
	}
	return c.Prefer
}

// judge says what each change of a row comes to, where now is the record as it is and below what lies below the layers of it, and returns
// whether all that clashes has been decided.
func judge(ctx context.Context, r *record.Resource, row *Row, now, below version, choices Choices) (decided bool, err error) {
	if now.row != nil {
		if err := now.learn(ctx, r, []record.Row{now.row}); err != nil {
			return false, err
		}
	}
	if below.row != nil {
		if err := below.learn(ctx, r, []record.Row{below.row}); err != nil {
			return false, err
		}
	}
	decided, row.Now = true, Already
	if now.row == nil && row.State == Added || now.row != nil && row.State == Deleted || now.row != nil && row.State == Changed {
		row.Now = Applies
	}
	if row.State == Changed && now.row != nil && len(row.Changes) > 0 {
		row.Now = Already
	}
	for i := range row.Changes {
		c := &row.Changes[i]
		c.Left, c.Ended, c.Clash = false, false, false
		is := row.outcome(r, c, now, below)
		c.Alike = is == Already
		if is == Applies && row.Now == Already {
			row.Now = Applies
		}
		if is != Conflict {
			continue
		}
		c.Clash, row.Now = true, Conflict
		switch choices.of(row, c.Field) {
		case Mine:
			c.Left = true
		case Theirs:
			c.Left = now.row == nil && row.State == Changed // of what is gone a field alone does not come back
		default:
			decided = false
		}
	}
	return decided, nil
}

// outcome compares what a change was made on, what is there now, and what it makes.
func (row *Row) outcome(r *record.Resource, c *Change, now, below version) string {
	switch {
	case row.State == Added && now.row == nil:
		return Applies
	case row.State == Deleted && now.row == nil:
		return Already
	}
	if c.isSet() && row.State != Deleted {
		return setOutcome(r, c, now)
	}
	is, there := now.current(r, row, c), now.row != nil
	was := below.current(r, row, c)
	before, after := c.Before, c.After
	if row.State == Deleted {
		after = nil
		if c.isSet() {
			before = jsontree.AppendList(nil, slices.Sorted(slices.Values(c.Removed)), jsontree.AppendString)
			is, was = sorted(is), sorted(was)
		}
	}
	outcome, fits := row.between(before, is, after, c), false
	if below.row != nil { // other layers hold it
		o := row.between(before, was, after, c)
		fits = o == change.OnlyTheirs || o == change.Unchanged
	}
	switch {
	case there && outcome.Agree() && row.State != Deleted:
		return Already
	case there && outcome == change.OnlyTheirs, there && outcome == change.Unchanged, fits:
		return Applies
	}
	c.Now = is
	return Conflict
}

func sorted(list json.RawMessage) json.RawMessage {
	var names []string
	if list == nil || json.Unmarshal(list, &names) != nil {
		return list
	}
	slices.Sort(names)
	return jsontree.AppendList(nil, names, jsontree.AppendString)
}

// setOutcome never is a conflict: members come and go one by one.
func setOutcome(r *record.Resource, c *Change, now version) string {
	f, known := fieldNamed(r, c.Field)
	if !known || now.row == nil {
		return Conflict
	}
	have := now.members(f, now.row)
	missing := change.Without(c.Added, have)
	left := change.Without(c.Removed, change.Without(c.Removed, have))
	if len(missing)+len(left) == 0 {
		return Already
	}
	return Applies
}

// current returns the value that a change of a row is about as it is in a version; nil where there is none.
func (v version) current(r *record.Resource, row *Row, c *Change) json.RawMessage {
	switch {
	case v.row == nil:
		return nil
	case r == record.Files && row.isWhole():
		return v.whole(c)
	case r == record.Files:
		return v.atPath(c.Field)
	}
	if f, known := fieldNamed(r, c.Field); known {
		return v.value(f, v.row)
	}
	if f := r.Document(); f != nil {
		text, _ := v.row[r.Index(f.Name)].(string)
		values, err := expansion.Parse(text)
		if err == nil {
			return valueAt(values, c.Field)
		}
	}
	return nil
}

func valueAt(values any, path string) json.RawMessage {
	if value, there := change.At(values, path); there {
		return jsontree.AppendValue(nil, value)
	}
	return nil
}
