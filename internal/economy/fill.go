package economy

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
)

// maxTries is how often the simulation looks for room for one item, before it counts it as hard to place.
const maxTries = 20

// maxPlacing bounds the tries of a simulation. One run over the largest of the game's maps needs 60,000.
const maxPlacing = 10_000_000

// Fill is what buildings of a class hold after the map has been filled.
type Fill struct {
	Building string   `field:"building" example:"Land_Mil_Barracks2"`
	Placed   int      `field:"placed" help:"How many of these buildings the map has." example:"21"`
	Seed     int64    `field:"seed" example:"1"`
	Runs     int      `field:"runs" example:"20"`
	Partial  bool     `field:"partial" help:"Whether there was too much to place, so that later runs are incomplete."`
	Wanted   int64    `field:"wanted" help:"Items on the whole map." example:"3"`
	Filled   float64  `field:"filled" help:"How many of the wanted items found room, on average of the runs." example:"3"`
	Average  float64  `field:"average" help:"Items in one building." example:"0.01"`
	Items    []Chance `field:"items" help:"The likeliest first." example:"[{\"name\":\"AKM\",\"chance\":0.01,\"expected\":0.01}]"`
}

// fill fills the map with what is wanted a number of times, and counts what lies in the buildings of a class: each item is put at a random
// loot point that can hold it, unless the container or the building is full. The same seed gives the same result. It returns false
// where the map is not known or has no such building.
func (f *Figures) fill(building string, seed int64, runs int) (Fill, bool) {
	g := f.ground
	if g == nil {
		return Fill{}, false
	}
	n := slices.IndexFunc(g.prototypes, func(p prototype) bool { return strings.EqualFold(p.name, building) })
	if n < 0 || g.prototypes[n].placed == 0 {
		return Fill{}, false
	}
	s := newFilling(f, n)
	for run := range runs {
		s.run(rand.New(rand.NewPCG(uint64(seed), uint64(run))))
	}
	return s.result(seed, runs), true
}

// filling fills a map. Items in buildings are counted per building, those in containers per container of it.
type filling struct {
	figures *Figures
	watched int    // index of the prototype; -1 for none
	counted string // the type that is counted on the whole map; empty for none
	first   []int  // index of the first building of each lot
	owner   []int  // index of the first container of each building

	inBuilding, inContainer []uint16
	expected, had           map[string]int // of each type in the watched buildings, over all runs
	here                    map[int]map[string]bool
	points                  map[demand]places // that have been looked for
	placed, tries           int
	found                   int // of the counted type
}

func newFilling(f *Figures, watched int) *filling {
	s := &filling{figures: f, watched: watched, expected: map[string]int{}, had: map[string]int{}, points: map[demand]places{}}
	containers := 0
	for _, l := range f.ground.lots {
		s.first = append(s.first, len(s.owner))
		for range l.count {
			s.owner = append(s.owner, containers)
			containers += len(f.ground.prototypes[l.prototype].containers)
		}
	}
	s.inBuilding, s.inContainer = make([]uint16, len(s.owner)), make([]uint16, containers)
	return s
}

// run fills the empty map once, with the types in a random order.
func (s *filling) run(r *rand.Rand) {
	clear(s.inBuilding)
	clear(s.inContainer)
	s.here = map[int]map[string]bool{}
	types := s.figures.Types
	for _, i := range r.Perm(len(types)) {
		if types[i].Slots > 0 {
			s.putAll(r, &types[i])
		}
	}
	for _, seen := range s.here {
		for name := range seen {
			s.had[name]++
		}
	}
}

// stretch is the loot points of a lot for a type: how many there are in each of its buildings, and in all lots up to its end.
type stretch struct{ lot, each, end int }

// places are the loot points that can hold a type.
type places struct {
	stretches []stretch
	points    int
}

// placesFor returns the loot points that meet a demand, which many types have in common.
func (s *filling) placesFor(d demand) places {
	to, known := s.points[d]
	if known {
		return to
	}
	g := s.figures.ground
	for i := range g.lots {
		l := &g.lots[i]
		if !g.allows(l, d) {
			continue
		}
		if each := g.prototypes[l.prototype].fit(d).Points; each > 0 {
			to.points += each * l.count
			to.stretches = append(to.stretches, stretch{i, each, to.points})
		}
	}
	s.points[d] = to
	return to
}

// putAll puts what is wanted of a type on the map. What lies at proxies does not take room from anything.
func (s *filling) putAll(r *rand.Rand, t *TypeFigure) {
	d := s.figures.ground.demandOf(&lootType{Category: t.Category, Tags: t.tags, Usages: t.Usages, Values: t.Values})
	to := s.placesFor(d)
	for range min(t.Wanted, int64(t.Slots)) {
		for range maxTries {
			if s.tries++; s.tries > maxPlacing || s.try(r, t, d, to) {
				break
			}
		}
	}
}

// try puts one item at a random loot point; false if there is no room in its container or building.
func (s *filling) try(r *rand.Rand, t *TypeFigure, d demand, to places) bool {
	at := r.IntN(to.points)
	n, _ := slices.BinarySearchFunc(to.stretches, at+1, func(x stretch, at int) int { return cmp.Compare(x.end, at) })
	in := to.stretches[n]
	l := &s.figures.ground.lots[in.lot]
	p := &s.figures.ground.prototypes[l.prototype]
	back := in.end - at - 1 // points from the end of the stretch
	building := s.first[in.lot] + back/in.each
	c := p.pick(d, back%in.each)
	container := s.owner[building] + c
	if int(s.inBuilding[building]) >= p.lootMax || int(s.inContainer[container]) >= p.containers[c].slots {
		return false
	}
	s.inBuilding[building]++
	s.inContainer[container]++
	s.placed++
	if t.Name == s.counted {
		s.found++
	}
	if l.prototype == s.watched {
		s.note(building, t.Name)
	}
	return true
}

// pick returns the index of the container with the nth loot point for a type.
func (p *prototype) pick(d demand, n int) int {
	for i := range p.containers {
		c := &p.containers[i]
		if !c.takes(d) {
			continue
		}
		if n -= c.points; n < 0 {
			return i
		}
	}
	return -1 // n is below fit's Points
}

func (s *filling) note(building int, name string) {
	s.expected[name]++
	if s.here[building] == nil {
		s.here[building] = map[string]bool{}
	}
	s.here[building][name] = true
}

func (s *filling) result(seed int64, runs int) Fill {
	p := s.figures.ground.prototypes[s.watched]
	looked := float64(max(p.placed*runs, 1))
	result := Fill{Building: p.name, Placed: p.placed, Seed: seed, Runs: runs, Partial: s.tries > maxPlacing, Items: []Chance{}}
	for i := range s.figures.Types {
		if t := &s.figures.Types[i]; t.Slots > 0 {
			result.Wanted += t.Wanted
		}
	}
	for name, n := range s.expected {
		result.Average += float64(n) / looked
		result.Items = append(result.Items, Chance{Name: name, Expected: float64(n) / looked, Chance: float64(s.had[name]) / looked})
	}
	result.Filled = float64(s.placed) / float64(max(runs, 1))
	slices.SortFunc(result.Items, func(a, b Chance) int { return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(a.Name, b.Name)) })
	return result
}
