package layers

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/ownpacks"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Bounds of what an instance may have.
const (
	MostDrafts = 20
	MostLayers = 200
	MostRows   = 20_000
)

// States of a layer.
const (
	Proposed = "proposed"
	Off      = "off"
	On       = "on"
	Settled  = "settled"
)

// Service makes drafts and layers and does what can be done with them.
type Service struct {
	db    *store.DB
	packs *ownpacks.Service
}

// New returns a service. The packs say which files of mods have secrets.
func New(db *store.DB, packs *ownpacks.Service) *Service { return &Service{db, packs} }

// Full returns store.ErrFull, where an instance has as many layers as it may, as a refusal of a field; other errors as they are.
func Full(err error, field string) error {
	if errors.Is(err, store.ErrFull) {
		return validate.Refusal(field, "The instance has as many layers as it may have. Delete one of them.")
	}
	return err
}

// Clashes is the error of what would need answers: the rows with what both sides have changed.
type Clashes []Row

func (Clashes) Error() string {
	return "Some values were changed on both sides. Choose for each which one counts."
}

// Ask says how something is done.
type Ask struct {
	Choices
	DryRun bool
	Note   string
	By     string // who has planned it; empty where somebody does it now
}

// Done is what became of it.
type Done struct {
	Layer    Layer
	Rows     []Row // what they came to
	Kept     []Row // what was edited since, and stays
	Revision int64 // that it made; 0 for none
}

// Layer is a layer with its rows.
type Layer struct {
	store.Layer
	List []Row
	With []Pair // layers that change the same
}

// Pair is another layer that changes the same field of a record, and whether it is the one that counts.
type Pair struct {
	SID, Name, Resource, Record, Field string
	Counts                             bool
}

// act is what is done to a stack: it returns the records that change.
type act func(ctx context.Context, st *stack) ([]key, error)

// run does something to the layers of an instance as one revision.
func (s *Service) run(
	ctx context.Context, scope store.Scope, p store.Putting, do act, then func(*stack, *store.Edit) error,
) (int64, error) {
	if p.DryRun {
		return 0, s.db.Read(ctx, scope, func(e *store.Edit) error {
			st, err := s.openStack(ctx, e)
			if err != nil {
				return err
			}
			st.dry = true
			keys, err := do(ctx, st)
			if err == nil {
				_, err = st.targets(ctx, keys)
			}
			return err
		})
	}
	var st *stack
	p.Then = func(e *store.Edit, done store.Reverted) (err error) {
		revision := done.Number
		if revision == 0 {
			revision, err = e.Revision(ctx)
		}
		if err == nil && then != nil {
			err = then(st, e)
		}
		if err == nil {
			err = st.save(ctx, e, revision)
		}
		return err
	}
	done, err := s.db.Put(ctx, scope, p, func(e *store.Edit) (puts []store.Put, err error) {
		if st, err = s.openStack(ctx, e); err != nil {
			return nil, err
		}
		keys, err := do(ctx, st)
		if err != nil {
			return nil, err
		}
		return st.targets(ctx, keys)
	})
	return done.Number, err
}

// clashesIn returns the error of rows that nobody has decided.
func clashesIn(rows []Row) error {
	var list Clashes
	for _, row := range rows {
		if clash, any := row.Clashes(); any {
			list = append(list, clash)
		}
	}
	return list
}

// find returns the layer that is on with the public identifier, or nil.
func (st *stack) layer(sid string) *layer {
	if i := slices.IndexFunc(st.on, func(l *layer) bool { return l.SID == sid }); i >= 0 {
		return st.on[i]
	}
	return nil
}

// TurnOn turns a layer on, on top of the others. It returns Clashes, and store.ErrNotFound where there is no such layer.
func (s *Service) TurnOn(ctx context.Context, scope store.Scope, sid string, ask Ask) (done Done, err error) {
	return s.turn(ctx, scope, sid, ask, "layer-on", func(ctx context.Context, st *stack, l *layer) ([]key, error) {
		if l.State == On || l.State == Settled {
			return nil, nil
		}
		st.let(l)
		return st.begin(ctx, l, ask, &done)
	}, &done)
}

// begin turns a layer on that is off.
func (st *stack) begin(ctx context.Context, l *layer, ask Ask, done *Done) ([]key, error) {
	top := int64(0)
	for _, other := range st.on {
		top = max(top, other.Place)
	}
	keys, decided, err := st.turnOn(ctx, l, ask.Choices)
	done.Rows = l.rows
	if err != nil {
		return nil, err
	}
	if !decided {
		return nil, clashesIn(l.rows)
	}
	l.State, l.Place = On, top+1
	return keys, nil
}

// TurnOff takes a layer back; what was edited since stays, unless theirs is preferred.
func (s *Service) TurnOff(ctx context.Context, scope store.Scope, sid string, ask Ask) (done Done, err error) {
	return s.turn(ctx, scope, sid, ask, "layer-off", func(ctx context.Context, st *stack, l *layer) (keys []key, err error) {
		if l.State != On {
			return nil, nil
		}
		l, keys, done.Kept, err = st.turnOff(ctx, sid, ask.Prefer == Theirs)
		if err != nil {
			return nil, err
		}
		st.letTakeBack(l, done.Kept, ask.Prefer == Theirs)
		l.State, l.Place = Off, 0
		done.Layer.Layer, done.Rows = l.Layer, l.rows
		return keys, nil
	}, &done)
}

// Settle makes a layer plain content that is no layer any more: one that is off is turned on first.
func (s *Service) Settle(ctx context.Context, scope store.Scope, sid string, ask Ask) (done Done, err error) {
	return s.turn(ctx, scope, sid, ask, "layer-settled", func(ctx context.Context, st *stack, l *layer) (keys []key, err error) {
		switch l.State {
		case Settled:
			return nil, nil
		case On:
			l = st.layer(sid)
			for _, row := range l.rows {
				if k := (key{row.resource(), row.ID}); st.bases[k] != nil {
					keys = append(keys, k)
				}
			}
			if err := st.catchUp(ctx, keys); err != nil {
				return nil, err
			}
			keys = nil
		default:
			st.let(l)
			if keys, err = st.begin(ctx, l, ask, &done); err != nil {
				return nil, err
			}
		}
		st.settling = l
		return keys, nil
	}, &done)
}

// turn runs an act on a layer.
func (s *Service) turn(ctx context.Context, scope store.Scope, sid string, ask Ask, rule string,
	do func(context.Context, *stack, *layer) ([]key, error), done *Done,
) (Done, error) {
	known, err := s.db.Layers(ctx, scope)
	if err != nil {
		return *done, err
	}
	i := slices.IndexFunc(known, func(l store.Layer) bool { return l.SID == sid })
	if i < 0 {
		return *done, store.ErrNotFound
	}
	summary := say.New(rule, "name", known[i].Name, "note", ask.Note)
	switch {
	case ask.By != "" && rule == "layer-on":
		summary = say.New("layer-on-planned", "name", known[i].Name, "by", ask.By)
	case ask.By != "" && rule == "layer-off":
		summary = say.New("layer-off-planned", "name", known[i].Name, "by", ask.By)
	}
	p := store.Putting{Action: "layer", Summary: summary, Records: known[i].Rows, DryRun: ask.DryRun}
	var l *layer
	done.Revision, err = s.run(ctx, scope, p, func(ctx context.Context, st *stack) ([]key, error) {
		if l = st.layer(sid); l == nil {
			stored, err := st.Layer(ctx, sid)
			if err != nil {
				return nil, err
			}
			if l, err = readLayer(stored); err != nil {
				return nil, err
			}
		}
		return do(ctx, st, l)
	}, nil)
	if l != nil {
		done.Layer = Layer{Layer: l.Layer, List: l.rows}
	}
	return *done, err
}
