package layers

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// turnOn lays a layer over what is there and over the others, and returns the records that it changes. The rows say what they come to;
// where something clashes that nobody has decided, nothing has happened, and decided is false.
func (st *stack) turnOn(ctx context.Context, l *layer, choices Choices) (keys []key, decided bool, err error) {
	found, err := st.findNow(ctx, l.rows)
	if err != nil {
		return nil, false, err
	}
	known := st.keysOfRows(l.rows, found)
	if err := st.catchUp(ctx, known); err != nil {
		return nil, false, err
	}
	decided = true
	for i := range l.rows {
		row, now := &l.rows[i], found[i]
		r := row.resource()
		below := now
		if b := st.bases[key{r, row.ID}]; b != nil && row.ID != 0 {
			below = b.Row
		}
		sure, err := judge(ctx, r, row, version{st.side, now}, version{st.side, below}, choices)
		if err != nil {
			return nil, false, err
		}
		decided = decided && sure
	}
	sure, err := st.checkReferences(ctx, l, found, choices)
	if err != nil {
		return nil, false, err
	}
	if !decided || !sure {
		return nil, false, nil
	}
	if found, err = st.findNow(ctx, l.rows); err != nil { // with those that follow
		return nil, false, err
	}
	if keys, err = st.place(ctx, l, found); err != nil {
		return nil, false, err
	}
	st.on = append(st.on, l)
	st.changed[l] = true
	return keys, true, nil
}

func (st *stack) keysOfRows(rows []Row, found []record.Row) (keys []key) {
	for i := range rows {
		if rows[i].ID != 0 || found[i] != nil {
			keys = append(keys, key{rows[i].resource(), rows[i].ID})
		}
	}
	return keys
}

// place notes what lies below each row of a layer, and gives new records their ids.
func (st *stack) place(ctx context.Context, l *layer, found []record.Row) (keys []key, err error) {
	if err := st.provideFor(ctx, l.rows, found); err != nil {
		return nil, err
	}
	for i := range l.rows {
		row, now := &l.rows[i], found[i]
		r := row.resource()
		if now == nil && row.State == Changed && st.bases[key{r, row.ID}] == nil {
			continue
		}
		if now == nil && row.State == Deleted && !l.Adopts && st.bases[key{r, row.ID}] == nil {
			continue
		}
		if now == nil && row.State == Added && st.bases[key{r, row.ID}] == nil {
			blank := st.blank[r][0]
			st.blank[r] = st.blank[r][1:]
			row.ID, row.SID = r.ID(blank), r.SID(blank)
			st.namesOf(r)[row.ID], st.ids[r][strings.ToLower(row.Name)] = row.Name, row.ID // others refer to it
		}
		k := key{r, row.ID}
		isNew := st.bases[k] == nil
		st.below(k, now)
		if l.Adopts && isNew && row.Now != Conflict {
			if err := st.adopt(ctx, k, row); err != nil {
				return nil, err
			}
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func (st *stack) provideFor(ctx context.Context, rows []Row, found []record.Row) error {
	missing := map[*record.Resource]int{}
	for i := range rows {
		if r := rows[i].resource(); found[i] == nil && rows[i].State == Added && st.bases[key{r, rows[i].ID}] == nil {
			missing[r]++
		}
	}
	for r, n := range missing {
		if err := st.provide(ctx, r, n); err != nil {
			return err
		}
	}
	return nil
}

// adopt takes as what lies below what was there before the row's changes, which are there already.
func (st *stack) adopt(ctx context.Context, k key, row *Row) error {
	base := st.bases[k]
	switch row.State {
	case Added:
		st.setBase(k, nil)
		return nil
	case Deleted:
		if base.Row != nil {
			return nil
		}
		again := Row{Resource: row.Resource, SID: row.SID, Name: row.Name, File: row.File, State: Added, ID: row.ID, Hidden: row.Hidden}
		for _, c := range row.Changes {
			again.Changes = append(again.Changes, c.backwards())
		}
		was, err := st.lay(ctx, k.r, nil, &again)
		if err == nil && k.r.Has("slot") && row.Hidden["slot"] != nil {
			was[k.r.Index("slot")], err = k.r.Field("slot").ReadValue(row.Hidden["slot"])
		}
		st.setBase(k, was)
		return err
	}
	was := slices.Clone(base.Row)
	for _, c := range row.Changes {
		is := version{st.side, st.now[k]}.current(k.r, row, &c)
		if !c.isSet() && !row.between(c.Before, is, c.After, &c).Agree() {
			continue
		}
		if err := st.put(ctx, k.r, was, row, c.backwards()); err != nil {
			return err
		}
	}
	st.setBase(k, was)
	return st.derive(ctx, k.r, was)
}

// turnOff takes a layer back, and returns the records that it has changed and its rows that were edited since, which stay as they are
// unless they are to be taken back as well.
func (st *stack) turnOff(ctx context.Context, sid string, all bool) (l *layer, keys []key, kept []Row, err error) {
	i := slices.IndexFunc(st.on, func(l *layer) bool { return l.SID == sid })
	l = st.on[i]
	for _, row := range l.rows {
		if k := (key{row.resource(), row.ID}); st.bases[k] != nil {
			keys = append(keys, k)
		}
	}
	keys = once(keys)
	if err := st.catchUp(ctx, keys); err != nil {
		return nil, nil, nil, err
	}
	for n := range l.rows {
		row := &l.rows[n]
		if ended := endedOf(*row); len(ended.Changes) > 0 {
			kept = append(kept, ended)
		}
	}
	st.on = slices.Delete(st.on, i, i+1)
	st.changed[l] = true
	if all {
		err = st.takeBack(ctx, kept)
	}
	return l, keys, kept, err
}

// takeBack takes back what was edited since a layer was turned on.
func (st *stack) takeBack(ctx context.Context, kept []Row) error {
	for _, row := range kept {
		k := key{row.resource(), row.ID}
		base := st.bases[k]
		switch {
		case base == nil:
			continue
		case row.State == Added:
			st.setBase(k, nil)
			continue
		case row.State == Deleted || base.Row == nil:
			continue
		}
		was := slices.Clone(base.Row)
		for _, c := range row.Changes {
			if err := st.put(ctx, k.r, was, &row, c.backwards()); err != nil {
				return err
			}
		}
		st.setBase(k, was)
		if err := st.derive(ctx, k.r, was); err != nil {
			return err
		}
	}
	return nil
}

// endedOf returns a row with those of its changes alone that were edited since.
func endedOf(row Row) Row {
	var list []Change
	for _, c := range row.Changes {
		if c.Ended {
			list = append(list, c)
		}
	}
	row.Changes = list
	return row
}

// settle makes a layer that is on a part of what lies below. Those that were turned on before it let go of what it has changed too.
func (st *stack) settle(ctx context.Context, l *layer) error {
	i := slices.Index(st.on, l)
	lower, byKey := st.on[:i], st.index()
	for n := range l.rows {
		row := &l.rows[n]
		k := key{row.resource(), row.ID}
		if st.bases[k] == nil {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(byKey[k]), func(h held) bool { return h.layer == l })
		if err := st.settleRow(ctx, k, row, lower, byKey[k], others); err != nil {
			return err
		}
		if len(others) == 0 {
			delete(st.set, k)
			st.forgotten[k] = true
		}
	}
	st.on = slices.Delete(slices.Clone(st.on), i, i+1)
	st.changed[l] = true
	return nil
}

func (st *stack) settleRow(ctx context.Context, k key, row *Row, lower []*layer, all, others []held) error {
	settled, err := st.lay(ctx, k.r, st.bases[k].Row, row)
	if err != nil {
		return err
	}
	apart, err := st.areApart(ctx, k, all, settled, others)
	if err != nil {
		return err
	}
	st.setBase(k, settled)
	if apart {
		return nil
	}
	var under []held
	for _, h := range others {
		if slices.Contains(lower, h.layer) {
			under = append(under, h)
		}
	}
	st.end(under, func(c *Change) bool {
		same := func(own Change) bool { return own.counts() && overlap(own.Field, c.Field) }
		return row.State != Changed || slices.ContainsFunc(row.Changes, same)
	})
	return nil
}
