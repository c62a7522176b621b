package layers_test

import (
	"errors"
	"sync"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// twoWorlds is an instance as two processes work on it.
type twoWorlds struct{ a, b world }

func twice(t *testing.T, test func(*testing.T, twoWorlds)) {
	t.Helper()
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		t.Parallel()
		one, other := storetest.Twice(t)
		scope, _ := storetest.Instance(t, one, storetest.User(t, one))
		w := twoWorlds{
			world{layers.New(one, ownpacks.New(one, nil)), one, scope}, world{layers.New(other, ownpacks.New(other, nil)), other, scope},
		}
		w.a.create(t, record.Events, record.Values{"name": "A", "nominal": int64(1)})
		test(t, w)
	})
}

type turning func() (layers.Done, error)

// together does things at the same time, and returns how many revisions they have made. Each is done, does nothing, or finds a conflict.
func together(t *testing.T, acts ...turning) (made int, refused int) {
	t.Helper()
	var all sync.WaitGroup
	done, errs, start := make([]layers.Done, len(acts)), make([]error, len(acts)), make(chan struct{})
	for i, act := range acts {
		all.Go(func() {
			<-start
			done[i], errs[i] = act()
		})
	}
	close(start)
	all.Wait()
	for i := range acts {
		var clashes layers.Clashes
		switch {
		case errors.As(errs[i], &clashes):
			refused++
		case errs[i] != nil:
			t.Errorf("act %d: %v", i, errs[i])
		case done[i].Revision != 0:
			made++
		}
	}
	return made, refused
}

func (w world) turning(t *testing.T, on bool, sid string) turning {
	do := w.TurnOff
	if on {
		do = w.TurnOn
	}
	return func() (layers.Done, error) { return do(t.Context(), w.scope, sid, layers.Ask{}) }
}

func (w world) revision(t *testing.T) int {
	return w.number(t, `SELECT revision FROM instances WHERE id = $1`)
}

func (w world) layer(t *testing.T, sid string) store.Layer {
	t.Helper()
	l, err := w.db.LayerOf(t.Context(), w.scope, sid)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Two processes that turn the same layer leave it as one of them wants it, and each step that was done is one revision.
func TestTheSameLayerAtOnce(t *testing.T) {
	twice(t, func(t *testing.T, w twoWorlds) {
		x := w.a.layerOf(t, "x", map[string]int64{"A nominal": 9})
		for i := range 6 {
			before := w.a.revision(t)
			made, refused := together(t, w.a.turning(t, true, x), w.b.turning(t, i%2 == 0, x))
			on := w.b.layer(t, x).State == layers.On
			if got := events(w.b, t, "A", "nominal"); refused > 0 || got != map[bool]int64{true: 9, false: 1}[on] || i%2 == 0 && !on {
				t.Errorf("round %d: on is %v, A is %v, %d refused", i, on, got, refused)
			}
			if n := w.a.revision(t) - before; n != made {
				t.Errorf("round %d: %d revisions, and %d steps were done", i, n, made)
			}
			w.a.turnOff(t, x)
		}
	})
}

// Two layers on one field that go on at once lie one above the other, and off at once they leave what was there.
func TestTwoLayersOnAFieldAtOnce(t *testing.T) {
	twice(t, func(t *testing.T, w twoWorlds) {
		x, y := w.a.layerOf(t, "x", map[string]int64{"A nominal": 8}), w.a.layerOf(t, "y", map[string]int64{"A nominal": 9})
		for i := range 4 {
			made, refused := together(t, w.a.turning(t, true, x), w.b.turning(t, true, y))
			one, other := w.a.layer(t, x), w.a.layer(t, y)
			upper := int64(8)
			if other.Place > one.Place {
				upper = 9
			}
			if got := events(w.b, t, "A", "nominal"); made != 2 || refused != 0 || one.Place == other.Place || got != upper {
				t.Errorf("round %d: %d on, %d refused, places %d and %d, A is %v", i, made, refused, one.Place, other.Place, got)
			}
			made, _ = together(t, w.a.turning(t, false, x), w.b.turning(t, false, y))
			off := w.a.layer(t, x).State == layers.Off && w.a.layer(t, y).State == layers.Off
			if got := events(w.a, t, "A", "nominal"); made == 0 || !off || got != int64(1) { // the lower one alone takes nothing back
				t.Errorf("round %d: %d took something back, off is %v, and A is %v", i, made, off, got)
			}
		}
	})
}

// What somebody edits while a layer goes on stays, whichever comes first.
func TestAnEditAtOnceWithALayer(t *testing.T) {
	twice(t, func(t *testing.T, w twoWorlds) {
		x := w.a.layerOf(t, "x", map[string]int64{"A nominal": 9})
		for i := range 4 {
			sid := record.Events.SID(w.a.named(t, record.Events, "A"))
			made, refused := together(t, w.a.turning(t, true, x), func() (layers.Done, error) {
				_, err := w.b.db.Update(t.Context(), record.Events, w.b.scope, sid, record.Values{"nominal": int64(5)})
				return layers.Done{}, err
			})
			if got := events(w.a, t, "A", "nominal"); made+refused != 1 || got != int64(5) {
				t.Errorf("round %d: %d on, %d refused, and A is %v", i, made, refused, got)
			}
			w.a.turnOff(t, x)
			if got := events(w.a, t, "A", "nominal"); got != int64(5) {
				t.Errorf("round %d: without the layer A is %v", i, got)
			}
			w.a.set(t, record.Events, "A", record.Values{"nominal": int64(1)})
		}
	})
}
