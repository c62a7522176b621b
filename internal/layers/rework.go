package layers

import (
	"context"
	"fmt"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Reworking is what a layer that is on is to do instead.
type Reworking struct {
	Rows []Row
	// Decide answers what clashes, from what was edited since the layer is on, which stays, and from what the rows come to; nil for no
	// answers.
	Decide func(kept, judged []Row) Choices
	// Then does something more with the layer in the same transaction; may be nil.
	Then func(*store.Edit, *store.Layer) error
}

// Rework has a layer that is on do something else, as one revision, on top of the others, and returns what was edited since it is on and
// stays. It returns Clashes, after which the layer does what it did, store.ErrNotFound where there is no such layer that is on, and
// validate.Errors for too many rows.
func (s *Service) Rework(ctx context.Context, scope store.Scope, sid string, by Reworking) (kept []Row, err error) {
	if len(by.Rows) > MostRows {
		return nil, validate.Refusal("changes", fmt.Sprintf("A layer has at most %d rows.", MostRows))
	}
	known, err := s.db.LayerOf(ctx, scope, sid)
	if err != nil {
		return nil, err
	}
	var l *layer
	p := store.Putting{Action: "layer", Summary: say.New("layer-changed", "name", known.Name), Records: known.Rows + int64(len(by.Rows))}
	_, err = s.run(ctx, scope, p, func(ctx context.Context, st *stack) (keys []key, err error) {
		if l = st.layer(sid); l == nil {
			return nil, store.ErrNotFound
		}
		if err := mayChange(ctx, st.Edit, l.Layer); err != nil {
			return nil, err
		}
		keys, kept, err = st.rework(ctx, l, by)
		return keys, err
	}, func(_ *stack, e *store.Edit) error {
		err := l.void(ctx, e)
		if err == nil && by.Then != nil {
			err = by.Then(e, &l.Layer)
		}
		return err
	})
	return kept, err
}

func (st *stack) rework(ctx context.Context, l *layer, by Reworking) (keys []key, kept []Row, err error) {
	_, keys, kept, err = st.turnOff(ctx, l.SID, false)
	if err == nil {
		err = st.takeDown(ctx, keys)
	}
	if err != nil {
		return nil, nil, err
	}
	l.rows, l.Adopts = by.Rows, false
	ask := Ask{}
	if by.Decide != nil {
		judged := &layer{Layer: l.Layer, rows: cloned(by.Rows)}
		if err := st.judgeAll(ctx, judged); err != nil {
			return nil, nil, err
		}
		ask.Choices = by.Decide(kept, judged.rows)
	}
	again, err := st.begin(ctx, l, ask, new(Done))
	return once(slices.Concat(keys, again)), kept, err
}

// once returns keys, each once.
func once(keys []key) (list []key) {
	seen := make(map[key]bool, len(keys))
	for _, k := range keys {
		if !seen[k] {
			seen[k] = true
			list = append(list, k)
		}
	}
	return list
}

func cloned(rows []Row) []Row {
	list := slices.Clone(rows)
	for i := range list {
		list[i].Changes = slices.Clone(list[i].Changes)
	}
	return list
}

// takeDown has the stack see records as they are without a layer that was turned off in the same edit, while they are still stored with it.
func (st *stack) takeDown(ctx context.Context, keys []key) error {
	byKey, places := st.index(), map[*record.Resource]map[int64]int{}
	for _, k := range keys {
		row, err := st.fold(ctx, k, st.bases[k].Row, byKey[k])
		if err != nil {
			return err
		}
		if st.taken[k] = row; row == nil {
			continue
		}
		list, err := st.rows(ctx, k.r)
		if err != nil {
			return err
		}
		if places[k.r] == nil {
			places[k.r] = map[int64]int{}
			for i, one := range list {
				places[k.r][k.r.ID(one)] = i
			}
		}
		if i, there := places[k.r][k.id]; there {
			list[i] = row
		} else {
			st.whole[k.r] = append(list, row)
		}
	}
	return nil
}

// findNow is find with what takeDown has taken down.
func (st *stack) findNow(ctx context.Context, rows []Row) ([]record.Row, error) {
	found, err := st.find(ctx, rows)
	for i := 0; err == nil && i < len(found); i++ {
		if row, taken := st.taken[key{rows[i].resource(), rows[i].ID}]; taken {
			found[i] = row
		}
	}
	return found, err
}
