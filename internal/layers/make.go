package layers

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// About is what people say of a layer.
type About struct{ Name, Note, Colour string }

// Make stores rows as a new layer that is off, or proposed where changes of the instance are reviewed. Adopts says that what they change is
// there already. It returns store.ErrFull where the
// instance has as many layers as it may, and validate.Errors for rows that cannot be made there.
func (s *Service) Make(ctx context.Context, scope store.Scope, about About, state string, rows []Row, adopts bool) (Layer, error) {
	return s.MakeWith(ctx, scope, about, state, rows, adopts, func(*store.Edit, *store.Layer) error { return nil })
}

// MakeWith is Make, and does something with the new layer in the same transaction.
func (s *Service) MakeWith(ctx context.Context, scope store.Scope, about About, state string, rows []Row, adopts bool,
	then func(*store.Edit, *store.Layer) error,
) (Layer, error) {
	l := &layer{rows: rows, Layer: store.Layer{
		Name: about.Name, Note: about.Note, Colour: about.Colour, State: state, Adopts: adopts,
	}}
	err := s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		if err := s.complete(ctx, e, l); err != nil {
			return err
		}
		if err := e.AddLayer(ctx, &l.Layer, MostLayers); err != nil {
			return err
		}
		return then(e, &l.Layer)
	})
	return Layer{Layer: l.Layer, List: l.rows}, err
}

// complete prepares a new layer to be stored.
func (s *Service) complete(ctx context.Context, e *store.Edit, l *layer) error {
	if len(l.rows) > MostRows {
		return validate.Refusal("from", fmt.Sprintf("A layer has at most %d rows.", MostRows))
	}
	side, err := s.sideOf(ctx, e)
	if err == nil {
		_, err = side.find(ctx, l.rows)
	}
	if err == nil && l.State == Off {
		l.State, err = begunAs(ctx, e)
	}
	if err != nil {
		return err
	}
	return l.pack()
}

// Propose is Make for a layer that is off, but returns one that is off or proposed already where it does the same.
func (s *Service) Propose(ctx context.Context, scope store.Scope, name string, rows []Row) (found Layer, err error) {
	l := &layer{rows: rows, Layer: store.Layer{Name: name, State: Off}}
	err = s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		if err := s.complete(ctx, e, l); err != nil {
			return err
		}
		same, err := e.LayerAlike(ctx, &l.Layer)
		if same != nil {
			l.Layer = *same
			return nil
		}
		return errors.Join(err, e.AddLayer(ctx, &l.Layer, MostLayers))
	})
	return Layer{Layer: l.Layer, List: l.rows}, err
}

// Change changes what people say of a layer and, where rows are not nil, what it does, which is taken back and done again where it is on.
// It returns store.ErrNotFound, Clashes, and access.Denied as MayChange does.
func (s *Service) Change(ctx context.Context, scope store.Scope, sid string, change func(*store.Layer), rows []Row) (Layer, error) {
	known, err := s.Get(ctx, scope, sid)
	if err == nil {
		err = s.MayChange(ctx, scope, known.Layer)
	}
	if err != nil {
		return Layer{}, err
	}
	if known.State == On && rows != nil {
		if err := s.mayRedo(ctx, scope); err != nil {
			return Layer{}, err
		}
		then := func(_ *store.Edit, l *store.Layer) error { change(l); return nil }
		if _, err := s.Rework(ctx, scope, sid, Reworking{Rows: rows, Then: then}); err != nil {
			return Layer{}, err
		}
		return s.Get(ctx, scope, sid)
	}
	var l *layer
	err = s.db.Edit(ctx, scope, "layer", func(e *store.Edit) error {
		stored, err := e.Layer(ctx, sid)
		if err == nil {
			err = mayChange(ctx, e, stored)
		}
		if err != nil {
			return err
		}
		if l, err = readLayer(stored); err != nil {
			return err
		}
		change(&l.Layer)
		if rows != nil {
			l.rows, l.Adopts = rows, false
			if err := l.void(ctx, e); err != nil {
				return err
			}
		}
		if err := l.pack(); err != nil {
			return err
		}
		return e.SetLayer(ctx, &l.Layer)
	})
	if err != nil {
		return Layer{}, err
	}
	return s.Get(ctx, scope, sid)
}

// mayRedo returns store.ErrReviewed for a layer that is on and would do something that nobody has approved.
func (s *Service) mayRedo(ctx context.Context, scope store.Scope) error {
	required, err := s.db.IsReviewed(ctx, scope)
	switch {
	case err != nil || !required:
		return err
	case store.OverrideOf(ctx) == "":
		return store.ErrReviewed
	}
	return scope.Demand(access.Manage)
}

// Get returns a layer with what each row comes to in the instance as it is. It returns store.ErrNotFound.
func (s *Service) Get(ctx context.Context, scope store.Scope, sid string) (found Layer, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		st, err := s.openStack(ctx, e)
		if err != nil {
			return err
		}
		stored, err := e.Layer(ctx, sid)
		if err != nil {
			return err
		}
		l, err := readLayer(stored)
		if err != nil {
			return err
		}
		if l.State == Off || l.State == Proposed {
			err = st.judgeAll(ctx, l)
		} else {
			l.alreadyThere()
		}
		found = Layer{Layer: l.Layer, List: l.rows, With: st.pairs(l)}
		return err
	})
	return found, err
}

func (l *layer) alreadyThere() {
	for i := range l.rows {
		l.rows[i].Now = Already
		if len(endedOf(l.rows[i]).Changes) > 0 {
			l.rows[i].Now = Conflict
		}
	}
}

// judgeAll says what the rows of a layer would come to.
func (st *stack) judgeAll(ctx context.Context, l *layer) error {
	found, err := st.findNow(ctx, l.rows)
	for i := 0; err == nil && i < len(found); i++ {
		row := &l.rows[i]
		r := row.resource()
		below := found[i]
		if b := st.bases[key{r, row.ID}]; b != nil && row.ID != 0 {
			below = b.Row
		}
		_, err = judge(ctx, r, row, version{st.side, found[i]}, version{st.side, below}, Choices{})
	}
	if err == nil {
		_, err = st.checkReferences(ctx, l, found, Choices{})
	}
	return err
}

// pairs returns what the layers that are on change as well.
func (st *stack) pairs(l *layer) (list []Pair) {
	byKey := st.index()
	for i := range l.rows {
		row := &l.rows[i]
		for _, h := range byKey[key{row.resource(), row.ID}] {
			if h.SID == l.SID || row.ID == 0 {
				continue
			}
			for _, c := range h.row.Changes {
				if c.counts() && slices.ContainsFunc(row.Changes, func(own Change) bool { return row.meets(&own, h.row, &c) }) {
					list = append(list, Pair{h.SID, h.Name, row.Resource, row.Name, c.Field, l.Place < h.Place})
				}
			}
		}
	}
	return list
}

// OfRevisions returns what revisions of an instance have changed, as rows.
func (s *Service) OfRevisions(ctx context.Context, scope store.Scope, numbers []int64) (rows []Row, err error) {
	err = s.db.Read(ctx, scope, func(e *store.Edit) error {
		before, after, err := e.Around(ctx, numbers)
		if err != nil {
			return err
		}
		rows, _, err = s.between(ctx, e, before, after)
		return err
	})
	return rows, err
}

func (s *side) knowThen(ctx context.Context, r *record.Resource, rows map[int64]record.Row) error {
	var list []record.Row
	for _, row := range rows {
		if row != nil {
			list = append(list, row)
		}
	}
	if err := s.open(ctx, r, list); err != nil {
		return err
	}
	return s.know(ctx, r, list)
}

func sortedIDs(maps ...map[int64]record.Row) (ids []int64) {
	for _, m := range maps {
		for id := range m {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
