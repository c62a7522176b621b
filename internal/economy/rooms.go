package economy

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Room is a part of the map: a class of buildings, a town or a tier, with what it can hold and what is wanted there. The model spreads
// what is wanted of a type evenly over the slots that can hold it.
type Room struct {
	Name string `field:"name" help:"A class of buildings, a place, or values joined by +; may be empty." example:"Land_Mil_Barracks2"`
	Loot
	Wanted float64 `field:"wanted" help:"What is wanted there, if each type is spread evenly over the slots that can hold it." example:"0.24"`
}

// rooms adds up what is wanted where.
type rooms struct {
	ground *ground
	wanted map[demand]int64
	order  []demand // of their first types, so that sums of fractions are the same each time

	byBuilding, byTown map[int]*Room
	byTier             map[set]*Room
}

func newRooms(g *ground) *rooms {
	return &rooms{ground: g, wanted: map[demand]int64{}, byBuilding: map[int]*Room{}, byTown: map[int]*Room{}, byTier: map[set]*Room{}}
}

// add adds what is wanted of a type that can spawn as loot.
func (r *rooms) add(d demand, f *TypeFigure) {
	if f.Slots == 0 || f.Wanted <= 0 {
		return
	}
	if _, known := r.wanted[d]; !known {
		r.order = append(r.order, d)
	}
	r.wanted[d] += f.Wanted
}

// list returns the rooms of the whole map, those with the most slots first.
func (r *rooms) list() (buildings, towns, tiers []Room) {
	g := r.ground
	if g == nil {
		return []Room{}, []Room{}, []Room{}
	}
	for i := range g.lots {
		l := &g.lots[i]
		r.note(l, g.prototypes[l.prototype].holds().times(l.count), 0)
	}
	for _, d := range r.order {
		sum := g.reach(d)
		g.each(d, func(l *lot, has Loot) { r.note(l, Loot{}, float64(r.wanted[d])*float64(has.Slots)/float64(sum.Slots)) })
	}
	return r.sorted()
}

// of returns the rooms that can hold a type, with its loot points.
func (r *rooms) of(d demand, wanted int64) (buildings, towns, tiers []Room) {
	sum := r.ground.reach(d)
	r.ground.each(d, func(l *lot, has Loot) { r.note(l, has, float64(wanted)*float64(has.Slots)/float64(max(sum.Slots, 1))) })
	return r.sorted()
}

// note adds to the rooms that a lot is in.
func (r *rooms) note(l *lot, has Loot, wanted float64) {
	addRoom(r.byBuilding, l.prototype, has, wanted)
	addRoom(r.byTown, l.town, has, wanted)
	addRoom(r.byTier, l.values, has, wanted)
}

func addRoom[K comparable](to map[K]*Room, key K, has Loot, wanted float64) {
	room := to[key]
	if room == nil {
		room = &Room{}
		to[key] = room
	}
	room.add(has)
	room.Wanted += wanted
}

func (r *rooms) sorted() (buildings, towns, tiers []Room) {
	g := r.ground
	buildings = sortRooms(r.byBuilding, func(n int) string { return g.prototypes[n].name })
	towns = sortRooms(r.byTown, func(n int) string { return g.towns[n] })
	tiers = sortRooms(r.byTier, func(s set) string { return strings.Join(g.values.namesOf(s), " + ") })
	return buildings, towns, tiers
}

func sortRooms[K comparable](by map[K]*Room, name func(K) string) []Room {
	list := make([]Room, 0, len(by))
	for key, room := range by {
		room.Name = name(key)
		list = append(list, *room)
	}
	slices.SortFunc(list, func(a, b Room) int { return cmp.Or(cmp.Compare(b.Slots, a.Slots), cmp.Compare(a.Name, b.Name)) })
	return list
}

// Where is where a type can lie.
type Where struct {
	Building []Room `field:"building"`
	Town     []Room `field:"town"`
	Tier     []Room `field:"tier"`
}

// Where returns where a type can lie, and how much of what is wanted would be there.
func (f *Figures) Where(t *TypeFigure) Where {
	w := Where{[]Room{}, []Room{}, []Room{}}
	if f.ground == nil || t.Slots == 0 {
		return w
	}
	w.Building, w.Town, w.Tier = newRooms(f.ground).of(f.demandFor(t), t.Wanted)
	return w
}

// demandFor returns what decides where a type can lie.
func (f *Figures) demandFor(t *TypeFigure) demand {
	return f.ground.demandOf(&lootType{Category: t.Category, Tags: t.tags, Usages: t.Usages, Values: t.Values})
}

// Holds returns how many of a type each building can hold at a time, at most 255, in the order of mapgrouppos.xml; nil where none can.
func (f *Figures) Holds(t *TypeFigure) []byte {
	if f.ground == nil || t.Slots == 0 {
		return nil
	}
	g, d, held := f.ground, f.demandFor(t), make([]byte, len(f.ground.lotOf))
	ofLot := make([]byte, len(g.lots))
	for i := range g.lots {
		if l := &g.lots[i]; g.allows(l, d) {
			ofLot[i] = byte(min(g.prototypes[l.prototype].fit(d).Slots, math.MaxUint8))
		}
	}
	for i, lot := range g.lotOf {
		if lot >= 0 {
			held[i] = ofLot[lot]
		}
	}
	return held
}
