package layers

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"quartermaster/internal/store"
)

// RehearseTurns does in an edit, which is not to be kept, what turning some layers off, and then others on, would do if their sides counted
// everywhere. The error may also be one of what does not fit; see Unfit.
func (s *Service) RehearseTurns(ctx context.Context, e *store.Edit, off, on []store.Layer) error {
	_, err := e.Put(ctx, store.Putting{Action: "layer"}, func(e *store.Edit) ([]store.Put, error) {
		st, err := s.openStack(ctx, e)
		if err != nil {
			return nil, err
		}
		changed := map[key]bool{}
		note := func(keys []key) {
			for _, k := range keys {
				changed[k] = true
			}
		}
		for _, l := range off {
			if st.layer(l.SID) == nil {
				continue
			}
			_, keys, _, err := st.turnOff(ctx, l.SID, false)
			if err != nil {
				return nil, err
			}
			note(keys)
		}
		for _, stored := range on {
			l, err := readLayer(stored)
			if err != nil {
				return nil, err
			}
			keys, err := st.begin(ctx, l, Ask{Choices: Choices{Prefer: Theirs}}, new(Done))
			if err != nil {
				return nil, err
			}
			note(keys)
		}
		return st.targets(ctx, inOrder(changed))
	})
	return err
}

// inOrder returns keys in the order of their resources and ids.
func inOrder(keys map[key]bool) []key {
	return slices.SortedFunc(maps.Keys(keys), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.r.Name, b.r.Name), cmp.Compare(a.id, b.id))
	})
}
