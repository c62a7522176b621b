package layers

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Comparison is what one instance has otherwise than another one.
type Comparison struct {
	BaseRevision, Revision int64
	Rows                   []Row
	Untouched              bool // neither instance has changed since one was copied from the other
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
func (s *Service) openPair(ctx context.Context, e *store.Edit, d store.MadeDraft) (p *pair, err error) {
	own, origin := e.Reading(d.Scope), e.Reading(d.OriginScope())
	if d.Scope.InstanceID == e.Scope.InstanceID {
		own = e
	} else {
		origin = e
	}
	p = &pair{draft: d}
	if p.own, err = s.sideOf(ctx, own); err != nil {
		return nil, err
	}
	if p.now, err = s.sideOf(ctx, origin); err != nil {
		return nil, err
	}
	if p.base, err = s.sideOf(ctx, origin); err != nil {
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
	list = append(list, paired...)
	if err == nil {
		err = p.learn(ctx, r, list)
	}
	return list, err
}

// learn reads the names of what all records refer to, so that none is asked for alone.
func (p *pair) learn(ctx context.Context, r *record.Resource, list []trio) error {
	var base, now, own []record.Row
	for _, t := range list {
		base, now, own = appendRow(base, t.base), appendRow(now, t.now), appendRow(own, t.own)
	}
	return errors.Join(p.base.learn(ctx, r, base), p.now.learn(ctx, r, now), p.own.learn(ctx, r, own))
}

func appendRow(list []record.Row, row record.Row) []record.Row {
	if row == nil {
		return list
	}
	return append(list, row)
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
	places, err := p.own.places(ctx, r)
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
