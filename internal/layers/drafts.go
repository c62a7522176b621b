package layers

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Comparison is what one instance has otherwise than another one.
type Comparison struct {
	BaseRevision, Revision int64
	Rows                   []Row
}

// pair is a draft and its origin as they are, and the origin as the draft has taken it in last.
type pair struct {
	draft            store.MadeDraft
	base, now, own   *side // the origin then and now, and the draft
	then             store.Then
	revision, newest int64 // of the draft and of the origin
}

// trio is a record in the three versions; nil where one does not have it.
type trio struct {
	r              *record.Resource
	base, now, own record.Row
	place          int // of a new one, among its equals
}

// openPair reads both instances in an edit of one of them.
func openPair(ctx context.Context, e *store.Edit, d store.MadeDraft) (p *pair, err error) {
	own, origin := e.Reading(d.Scope), e.Reading(d.OriginScope())
	if d.Scope.InstanceID == e.Scope.InstanceID {
		own = e
	} else {
		origin = e
	}
	p = &pair{draft: d}
	if p.own, err = sideOf(ctx, own); err != nil {
		return nil, err
	}
	if p.now, err = sideOf(ctx, origin); err != nil {
		return nil, err
	}
	if p.base, err = sideOf(ctx, origin); err != nil {
		return nil, err
	}
	if p.revision, err = own.Revision(ctx); err != nil {
		return nil, err
	}
	if p.newest, err = origin.Revision(ctx); err != nil {
		return nil, err
	}
	if p.then, err = origin.AsOf(ctx, d.BaseRevision, p.newest); err != nil {
		return nil, err
	}
	for _, r := range travelling() {
		var list []record.Row
		for _, row := range p.then[r] {
			if row != nil {
				list = append(list, row)
			}
		}
		if err := p.base.open(ctx, r, list); err != nil {
			return nil, err
		}
		if err := p.base.know(ctx, r, list); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// trios returns the records that one of the instances has changed since the draft was made.
func (p *pair) trios(ctx context.Context) (list []trio, err error) {
	here, err := p.own.Touched(ctx, 1) // its first revision made it
	if err != nil {
		return nil, err
	}
	there, err := p.now.Touched(ctx, p.draft.MadeFrom)
	if err != nil {
		return nil, err
	}
	for _, r := range travelling() {
		if r == record.PlayerLists || len(here[r])+len(there[r]) == 0 {
			continue
		}
		some, err := p.triosOf(ctx, r, here[r], there[r])
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}

func (p *pair) triosOf(ctx context.Context, r *record.Resource, here, there []int64) (list []trio, err error) {
	for _, id := range here {
		if other := p.draft.There(r, id); other != 0 {
			there = append(there, other)
		}
	}
	slices.Sort(there)
	there = slices.Compact(there)
	for _, id := range there {
		if other := p.draft.Here(r, id); other != 0 {
			here = append(here, other)
		}
	}
	own, err := p.own.byIDs(ctx, r, here)
	if err != nil {
		return nil, err
	}
	now, err := p.now.byIDs(ctx, r, there)
	if err != nil {
		return nil, err
	}
	var fresh, freshThere []trio
	for _, id := range there {
		t := trio{r: r, now: now[id], base: now[id], own: own[p.draft.Here(r, id)]}
		if was, changed := p.then[r][id]; changed {
			t.base = was
		}
		if p.draft.Here(r, id) == 0 {
			freshThere = append(freshThere, t)
			continue
		}
		list = append(list, t)
	}
	slices.Sort(here)
	for _, id := range slices.Compact(here) {
		if own[id] != nil && p.draft.There(r, id) == 0 {
			fresh = append(fresh, trio{r: r, own: own[id]})
		}
	}
	paired, err := p.pairNew(ctx, r, fresh, freshThere)
	return append(list, paired...), err
}

// pairNew brings records together that both sides have made: by their names, their files and their places among equals.
func (p *pair) pairNew(ctx context.Context, r *record.Resource, own, now []trio) (list []trio, err error) {
	if len(own) > 0 {
		if err := p.number(ctx, r, own); err != nil {
			return nil, err
		}
	}
	for _, t := range now {
		for s, row := range map[*side]record.Row{p.now: t.now, p.base: t.base} {
			if row != nil {
				if err := s.learn(ctx, r, []record.Row{row}); err != nil {
					return nil, err
				}
			}
		}
	}
	keyOf := func(s *side, row record.Row) string {
		if row == nil {
			return ""
		}
		keys := s.keysOf(r, row)
		return keys[1]
	}
	m := change.NewMatching(len(now), len(own))
	m.ByKey(func(i int) string {
		if now[i].now == nil {
			return keyOf(p.base, now[i].base)
		}
		return keyOf(p.now, now[i].now)
	}, func(j int) string { return keyOf(p.own, own[j].own) })
	for j, i := range m.Was {
		if i >= 0 {
			own[j].now, own[j].base = now[i].now, now[i].base
		}
		list = append(list, own[j])
	}
	for i, t := range now {
		if m.IsFree(i) {
			list = append(list, t)
		}
	}
	return list, nil
}

// number notes the places of new records of the draft among their equals.
func (p *pair) number(ctx context.Context, r *record.Resource, own []trio) error {
	all, err := p.own.rows(ctx, r)
	if err == nil {
		err = p.own.learn(ctx, r, all)
	}
	places, count := map[int64]int{}, map[string]int{}
	for _, row := range all {
		key := p.own.keysOf(r, row)[1]
		count[key]++
		places[r.ID(row)] = count[key]
	}
	for i := range own {
		own[i].place = places[r.ID(own[i].own)]
	}
	return err
}

// rows returns what the draft has changed, as rows about records of its origin; or with back what the origin has changed, about those of
// the draft. What both have changed alike is left out.
func (p *pair) rows(ctx context.Context, back bool, choices Choices) (list []Row, err error) {
	trios, err := p.trios(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range trios {
		base, after, now := version{p.base, t.base}, version{p.own, t.own}, version{p.now, t.now}
		if back {
			after, now = now, after
		}
		row, differs, err := rowOf(ctx, t.r, base, after)
		if err != nil {
			return nil, err
		}
		if !differs {
			continue
		}
		row.Place = t.place
		row.ID, row.SID, row.Looked = 0, "", row.SID
		if now.row != nil {
			row.ID, row.SID = t.r.ID(now.row), t.r.SID(now.row)
		}
		if t.own != nil {
			row.Looked = t.r.SID(t.own)
		}
		if _, err := judge(ctx, t.r, &row, now, now, choices); err != nil {
			return nil, err
		}
		if row.dropAlike() {
			list = append(list, row)
		}
	}
	return list, nil
}

// dropAlike leaves out changes that are there already, and reports whether any is left.
func (row *Row) dropAlike() bool {
	row.Changes = slices.DeleteFunc(row.Changes, func(c Change) bool { return c.Alike && row.State != Deleted })
	return row.Now != Already && len(row.Changes) > 0
}

// Compare returns what a draft has changed since it has taken its origin in, with what its origin has changed in another way.
func (s *Service) Compare(ctx context.Context, d store.MadeDraft) (c Comparison, err error) {
	err = s.db.Read(ctx, d.Scope, func(e *store.Edit) error {
		p, err := openPair(ctx, e, d)
		if err != nil {
			return err
		}
		c.BaseRevision, c.Revision = d.BaseRevision, p.revision
		c.Rows, err = p.rows(ctx, false, Choices{})
		return err
	})
	return c, err
}

// errMoved ends taking in a draft's origin when the draft has changed meanwhile.
var errMoved = errors.New("the draft has changed")

// Merge brings what a draft has changed into its origin, as a layer that is settled at once, and has the draft take in what its origin is
// then. It returns Clashes.
func (s *Service) Merge(ctx context.Context, d store.MadeDraft, ask Ask) (done Done, err error) {
	n, err := s.db.CountChanges(ctx, d.Scope, 2, 0)
	if err != nil {
		return done, err
	}
	l := &layer{Layer: store.Layer{Name: d.Name, Note: ask.Note}}
	var seen int64
	p := store.Putting{
		Action: "merge", Summary: say.New("merge", "name", d.Name, "note", ask.Note), Records: min(n, MostRows), DryRun: ask.DryRun,
	}
	done.Revision, err = s.run(ctx, d.OriginScope(), p, func(ctx context.Context, st *stack) ([]key, error) {
		p, err := openPair(ctx, st.Edit, d)
		if err != nil {
			return nil, err
		}
		seen = p.revision
		if l.rows, err = p.rows(ctx, false, ask.Choices); err != nil {
			return nil, err
		}
		l.State = Off
		st.settling = l
		return st.begin(ctx, l, ask, &done)
	}, func(st *stack, e *store.Edit) error {
		delete(st.changed, l)
		if err := l.pack(); err != nil {
			return err
		}
		if len(l.rows) > 0 {
			if err := e.AddLayer(ctx, &l.Layer, MostLayers); err != nil {
				return err
			}
		}
		return e.TookIn(ctx, d, d.BaseRevision, true)
	})
	done.Layer = Layer{Layer: l.Layer, List: l.rows}
	if err != nil || ask.DryRun {
		return done, err
	}
	_, err = s.takeIn(ctx, d, Ask{Choices: Choices{Prefer: Theirs}}, seen)
	if errors.Is(err, errMoved) {
		err = nil
	}
	return done, err
}

// Refresh has a draft take in what its origin has changed since. It returns Clashes; mine is the draft.
func (s *Service) Refresh(ctx context.Context, d store.MadeDraft, ask Ask) (Done, error) {
	return s.takeIn(ctx, d, ask, 0)
}

// takeIn has a draft take its origin in, and returns errMoved where the draft is not at the revision that was seen; 0 is any.
func (s *Service) takeIn(ctx context.Context, d store.MadeDraft, ask Ask, seen int64) (done Done, err error) {
	l := &layer{Layer: store.Layer{Name: d.Name}}
	n, err := s.db.CountChanges(ctx, d.OriginScope(), d.MadeFrom+1, 0)
	if err != nil {
		return done, err
	}
	var newest int64
	p := store.Putting{
		Action: "refresh", Summary: say.New("refresh", "name", d.OriginName, "note", ask.Note), Records: min(n, MostRows), DryRun: ask.DryRun,
	}
	done.Revision, err = s.run(ctx, d.Scope, p, func(ctx context.Context, st *stack) ([]key, error) {
		p, err := openPair(ctx, st.Edit, d)
		if err != nil {
			return nil, err
		}
		if seen != 0 && seen != p.revision {
			return nil, errMoved
		}
		newest = p.newest
		if l.rows, err = p.rows(ctx, true, ask.Choices); err != nil {
			return nil, err
		}
		l.State = Off
		st.settling = l
		return st.begin(ctx, l, ask, &done)
	}, func(st *stack, e *store.Edit) error {
		delete(st.changed, l)
		now, err := s.db.DraftOf(ctx, d.Scope)
		if err != nil {
			return err
		}
		return e.TookIn(ctx, now, newest, false)
	})
	return done, err
}

// CompareWith returns what another instance has otherwise, without a base: before is the first.
func (s *Service) CompareWith(ctx context.Context, first, other store.Scope) (c Comparison, err error) {
	err = s.db.Read(ctx, first, func(e *store.Edit) error {
		a, err := sideOf(ctx, e)
		if err != nil {
			return err
		}
		b, err := sideOf(ctx, e.Reading(other))
		if err != nil {
			return err
		}
		if c.Revision, err = e.Revision(ctx); err != nil {
			return err
		}
		for _, r := range travelling() {
			rows, err := compareAll(ctx, r, a, b)
			if err != nil {
				return err
			}
			c.Rows = append(c.Rows, rows...)
		}
		return nil
	})
	return c, err
}

func compareAll(ctx context.Context, r *record.Resource, a, b *side) (list []Row, err error) {
	was, keysA, err := a.named(ctx, r)
	if err != nil {
		return nil, err
	}
	is, keysB, err := b.named(ctx, r)
	if err != nil {
		return nil, err
	}
	m, places := change.NewMatching(len(was), len(is)), map[string]int{}
	m.ByKey(func(i int) string { return keysA[i] }, func(j int) string { return keysB[j] })
	add := func(before, after record.Row, place int) error {
		row, differs, err := rowOf(ctx, r, version{a, before}, version{b, after})
		row.Place = place
		if differs {
			list = append(list, row)
		}
		return err
	}
	for j, row := range is {
		var before record.Row
		if i := m.Was[j]; i >= 0 {
			before = was[i]
		}
		places[keysB[j]]++
		if err := add(before, row, places[keysB[j]]); err != nil {
			return nil, err
		}
	}
	for i, row := range was {
		if m.IsFree(i) {
			if err := add(row, nil, 0); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// named returns the records of a resource with what they are known by.
func (s *side) named(ctx context.Context, r *record.Resource) (list []record.Row, keys []string, err error) {
	if list, err = s.rows(ctx, r); err == nil {
		err = s.learn(ctx, r, list)
	}
	for _, row := range list {
		keys = append(keys, s.keysOf(r, row)[1])
	}
	return list, keys, err
}
