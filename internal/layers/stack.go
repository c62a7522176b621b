package layers

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// key names a record.
type key struct {
	r  *record.Resource
	id int64
}

// layer is a layer with its rows.
type layer struct {
	store.Layer
	rows []Row
}

func readLayer(l store.Layer) (*layer, error) {
	own := &layer{Layer: l}
	return own, json.Unmarshal(l.Content, &own.rows)
}

func (l *layer) pack() (err error) {
	l.Rows = int64(len(l.rows))
	l.Content, err = json.Marshal(l.rows)
	return err
}

// stack is what an instance holds while layers are on: what lies below them, and the layers in the order in which they count.
type stack struct {
	*side
	on    []*layer
	bases map[key]*store.LayerBase
	now   map[key]record.Row

	set, forgotten map[key]bool       // bases that are to be stored
	changed        map[*layer]bool    // layers that are to be stored
	read           map[key]record.Row // what lay below them in the beginning
	taken          map[key]record.Row // records without a layer that is reworked
	caught         map[key]bool       // what catchUp has seen to
	settling       *layer             // the layer that becomes plain content in the end
}

func (s *Service) openStack(ctx context.Context, e *store.Edit) (*stack, error) {
	own, err := s.sideOf(ctx, e)
	if err != nil {
		return nil, err
	}
	st := &stack{
		side: own, bases: map[key]*store.LayerBase{}, now: map[key]record.Row{}, set: map[key]bool{}, forgotten: map[key]bool{},
		changed: map[*layer]bool{}, taken: map[key]record.Row{}, read: map[key]record.Row{}, caught: map[key]bool{},
	}
	list, err := e.LayersOn(ctx)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		l, err := readLayer(one)
		if err != nil {
			return nil, err
		}
		st.on = append(st.on, l)
	}
	bases, err := e.LayerBases(ctx)
	if err != nil {
		return nil, err
	}
	return st, st.addBases(ctx, bases)
}

// addBases reads the records that layers change, as they are now.
func (st *stack) addBases(ctx context.Context, bases []store.LayerBase) error {
	ids := map[*record.Resource][]int64{}
	for i, b := range bases {
		st.bases[key{b.Resource, b.ID}] = &bases[i]
		ids[b.Resource] = append(ids[b.Resource], b.ID)
	}
	for r, list := range ids {
		found, err := st.byIDs(ctx, r, list)
		if err != nil {
			return err
		}
		var known []record.Row
		for _, id := range list {
			k := key{r, id}
			st.now[k] = found[id]
			for _, row := range []record.Row{found[id], st.bases[k].Row} {
				if row != nil {
					known = append(known, row)
				}
			}
			if base := st.bases[k].Row; base != nil {
				if err := st.open(ctx, r, []record.Row{base}); err != nil {
					return err
				}
				st.read[k] = slices.Clone(base)
			}
		}
		if err := st.learn(ctx, r, known); err != nil {
			return err
		}
	}
	return nil
}

// held is a row of a layer that is on.
type held struct {
	*layer
	row *Row
}

// index returns what layers do to all records at once.
func (st *stack) index() map[key][]held {
	byKey := map[key][]held{}
	for _, l := range st.on {
		resources := map[string]*record.Resource{}
		for i := range l.rows {
			row := &l.rows[i]
			r := resources[row.Resource]
			if r == nil {
				r = row.resource()
				resources[row.Resource] = r
			}
			byKey[key{r, row.ID}] = append(byKey[key{r, row.ID}], held{l, row})
		}
	}
	return byKey
}

// fold lays rows over what is below them.
func (st *stack) fold(ctx context.Context, k key, base record.Row, rows []held) (row record.Row, err error) {
	row = base
	for _, h := range rows {
		if row, err = st.lay(ctx, k.r, row, h.row); err != nil {
			return nil, err
		}
	}
	if row != nil && base != nil && len(rows) == 0 {
		row = slices.Clone(row)
	}
	return row, nil
}

// targets returns what records are to be: what lies below with the layers that are on.
func (st *stack) targets(ctx context.Context, keys []key) (puts []store.Put, err error) {
	byKey := st.index()
	slices.SortStableFunc(keys, func(a, b key) int { return rankOf(a.r) - rankOf(b.r) })
	for _, k := range keys {
		base := st.bases[k]
		target, err := st.fold(ctx, k, base.Row, byKey[k])
		if err != nil {
			return nil, err
		}
		now := slices.Clone(st.now[k])
		if target != nil {
			keepStamps(k.r, target, now)
		}
		if k.r == record.Files {
			if err := st.closeBoth(ctx, k, now, target); err != nil {
				return nil, err
			}
		}
		puts = append(puts, store.Put{Resource: k.r, Old: now, New: target})
		if len(byKey[k]) == 0 {
			delete(st.set, k)
			st.forgotten[k] = true
		}
	}
	if l := st.settling; l != nil {
		if err := st.settle(ctx, l); err != nil {
			return nil, err
		}
		l.State, l.Place = Settled, 0
	}
	return append(puts, st.made...), st.closeBases(ctx)
}

// closeBases has the files that lie below layers hold what their texts come to.
func (st *stack) closeBases(ctx context.Context) error {
	for k := range st.set {
		b := st.bases[k]
		if k.r != record.Files || b.Row == nil {
			continue
		}
		b.Row = slices.Clone(b.Row)
		if err := st.closeFile(ctx, b.Row, st.now[k], st.read[k]); err != nil {
			return err
		}
	}
	return nil
}

// keepStamps has a record keep the time at which it was made, and the times of those that are there.
func keepStamps(r *record.Resource, target, now record.Row) {
	if now == nil || !r.Has("updated_at") {
		return
	}
	target[r.Index("updated_at")] = now[r.Index("updated_at")]
}

func (st *stack) closeBoth(ctx context.Context, k key, now, target record.Row) error {
	if target != nil {
		if err := st.closeFile(ctx, target, st.now[k], st.read[k]); err != nil {
			return err
		}
	}
	if now != nil && now[fileID] != nil {
		now[fileContent] = nil
	}
	return nil
}

func rankOf(r *record.Resource) int { return slices.Index(travelling(), r) }

// save stores what has changed of bases and layers, in the transaction that publishes the edit; revision is that of the edit.
func (st *stack) save(ctx context.Context, e *store.Edit, revision int64) error {
	var set, forgotten []store.LayerBase
	for k := range st.set {
		b := *st.bases[k]
		b.Revision = revision
		set = append(set, b)
	}
	for k := range st.forgotten {
		forgotten = append(forgotten, *st.bases[k])
	}
	if err := e.SetLayerBases(ctx, set, forgotten); err != nil {
		return err
	}
	for _, l := range slices.Collect(maps.Keys(st.changed)) {
		if err := l.pack(); err != nil {
			return err
		}
		if err := e.SetLayer(ctx, &l.Layer); err != nil {
			return err
		}
	}
	return nil
}

// below returns what lies below the layers of a record: the record as it is where there are none.
func (st *stack) below(k key, now record.Row) *store.LayerBase {
	if b := st.bases[k]; b != nil {
		return b
	}
	b := &store.LayerBase{Resource: k.r, ID: k.id, Row: now}
	st.bases[k], st.now[k], st.set[k] = b, now, true
	return b
}

func (k key) String() string { return fmt.Sprint(k.r.Name, " ", k.id) }
