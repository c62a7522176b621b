package economy

import (
	"context"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/store"
)

// Want is what decides where items of a class can lie. Without a category, or with no names of a sort, it may be anything of that.
type Want struct {
	Class, Category      string
	Tags, Usages, Values []ce.Ref
}

// RoomFor says how many items fit on a map at a time. It is for one user at a time.
type RoomFor struct {
	ground *ground
	groups groups
	known  map[demand]int
}

// Room returns how many items fit on the map of an instance, nil where its buildings are not known. It returns store.ErrNotFound if there
// is no such instance.
func (s *Service) Room(ctx context.Context, scope store.Scope) (*RoomFor, error) {
	leave, err := s.turn.Enter(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer leave()
	l := newLoader(ctx, s.db, scope)
	g, own := s.ground(l)
	if l.err != nil || g == nil {
		return nil, l.err
	}
	return &RoomFor{ground: g, groups: own, known: map[demand]int{}}, nil
}

// Of returns the most items of a class that can lie on the map at a time, proxies included. Where the painted zones are not known, it is as
// if they were everywhere.
func (r *RoomFor) Of(w Want) int {
	g := r.ground
	d := demand{tags: g.tags.set(r.groups.usages.names(w.Tags)...)}
	if w.Category != "" {
		d.category = g.categories.set(w.Category)
	}
	if g.hasZones {
		d.usages, d.values = g.usages.set(r.groups.usages.names(w.Usages)...), g.values.set(r.groups.values.names(w.Values)...)
	}
	room, asked := r.known[d]
	if !asked {
		room = g.reach(d).Slots
		r.known[d] = room
	}
	return room + g.proxies[strings.ToLower(w.Class)]
}
