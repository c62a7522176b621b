package economy

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// maxNesting is how deep things in things are rolled: an infected, its jacket, what is in the jacket, and what is on that.
const maxNesting = 4

// Chance is how likely an item is.
type Chance struct {
	_         struct{} `name:"ItemChance"`
	Name      string   `field:"name" example:"Handcuffs"`
	Chance    float64  `field:"chance" help:"Of at least one, from 0 to 1." example:"0.06"` // computed
	Expected  float64  `field:"expected" help:"How many on average." example:"0.06"`        // computed
	Simulated float64  `field:"simulated,omit" help:"Share of the rolls that had at least one; left out if none had." example:"0.0588"`
}

// maxSteps bounds the work of one simulation. The game's own files need a hundredth of it.
const maxSteps = 1_000_000

// spawner knows what each class spawns with.
type spawner struct {
	blocks map[string][]block
	known  map[nested]map[string]odds
	steps  int // done so far
}

// nested is a class at a depth.
type nested struct {
	class string
	depth int
}

func newSpawner(w *world) *spawner {
	s, presets := &spawner{blocks: map[string][]block{}, known: map[nested]map[string]odds{}}, presetsOf(w)
	for _, spawnable := range w.Spawnable {
		key := strings.ToLower(spawnable.Name)
		if _, twice := s.blocks[key]; twice {
			continue // which of several entries the game takes is not known; the first one, here
		}
		s.blocks[key] = []block{}
		for _, b := range spawnable.Blocks {
			s.blocks[key] = append(s.blocks[key], presets.resolve(b))
		}
	}
	return s
}

// tired reports whether the work has become too much.
func (s *spawner) tired() bool {
	s.steps++
	return s.steps > maxSteps
}

// weight returns the sum of the items' weights.
func (b block) weight() (sum float64) {
	for _, item := range b.Items {
		sum += max(item.Weight, 0)
	}
	return sum
}

func (b block) chance() float64 { return min(max(b.Chance, 0), 1) }

// odds are the chance that there is none of an item, and how many there are on average.
type odds struct{ none, expected float64 }

// oddsOf computes exactly what a class spawns with, by names in lower case. Each block is a roll of its own: with its chance it gives one
// of its items, by their weights, which spawns with what is its own. Callers must not change the odds.
func (s *spawner) oddsOf(class string, depth int) map[string]odds {
	key := nested{strings.ToLower(class), depth}
	all, known := s.known[key]
	if known || depth == 0 {
		return all
	}
	all = map[string]odds{}
	for _, b := range s.blocks[key.class] {
		if s.tired() {
			break
		}
		for name, o := range s.oddsOfBlock(b, depth) {
			before := orNone(all, name)
			all[name] = odds{before.none * o.none, before.expected + o.expected}
		}
	}
	s.known[key] = all
	return all
}

// oddsOfBlock returns the odds of the items that one block may give. Only one of its items is chosen, so their chances add up.
func (s *spawner) oddsOfBlock(b block, depth int) map[string]odds {
	found, sum := map[string]odds{}, b.weight()
	for _, item := range b.Items {
		if s.tired() {
			break
		}
		p := b.chance() * max(item.Weight, 0) / max(sum, math.SmallestNonzeroFloat64)
		name, inside := strings.ToLower(item.Name), s.oddsOf(item.Name, depth-1)
		addOdds(found, name, p, odds{0, inside[name].expected + 1})
		for other, o := range inside {
			s.steps++
			if other != name {
				addOdds(found, other, p, o)
			}
		}
	}
	return found
}

// addOdds adds what comes with the chance p, instead of what has been added before.
func addOdds(to map[string]odds, name string, p float64, o odds) {
	before := orNone(to, name)
	to[name] = odds{before.none - p*(1-o.none), before.expected + p*o.expected}
}

// orNone returns the odds of a name; without any there is certainly none.
func orNone(all map[string]odds, name string) odds {
	if o, known := all[name]; known {
		return o
	}
	return odds{none: 1}
}

// roll spawns a class once, and calls give with each thing that it gets.
func (s *spawner) roll(r *rand.Rand, class string, depth int, give func(name string)) {
	if depth == 0 {
		return
	}
	for _, b := range s.blocks[strings.ToLower(class)] {
		if s.tired() || r.Float64() >= b.chance() {
			continue
		}
		if item, ok := b.choose(r); ok {
			give(item)
			s.roll(r, item, depth-1, give)
		}
	}
}

// choose draws one of the items by their weights; false if none has one.
func (b block) choose(r *rand.Rand) (string, bool) {
	left := r.Float64() * b.weight()
	for _, item := range b.Items {
		if left -= max(item.Weight, 0); left < 0 {
			return item.Name, true
		}
	}
	return "", false
}

// Rolls is what a class spawns with.
type Rolls struct {
	Class   string   `field:"class" example:"ZmbM_PolicemanFat"`
	Known   bool     `field:"known" help:"Whether it is among the spawnable types." example:"true"`
	Seed    int64    `field:"seed" example:"7"`
	Rolls   int      `field:"rolls" help:"Fewer than asked for where there was too much to do." example:"10000"`
	Partial bool     `field:"partial" help:"Whether there was too much to compute, so that chances are incomplete."`
	Items   []Chance `field:"items" help:"The likeliest first."`
	Numbers []int    `field:"numbers" help:"In how many rolls there were no things, one thing, two ..." example:"[9412,588]"`
}

// rolls computes what a class, such as an infected, spawns with, and rolls it a number of times. The same seed gives the same rolls.
func (f *Figures) rolls(class string, seed int64, times int) Rolls {
	s := newSpawner(f.world)
	_, known := s.blocks[strings.ToLower(class)]
	result := Rolls{Class: class, Known: known, Seed: seed, Items: []Chance{}, Numbers: []int{}}
	all := s.oddsOf(class, maxNesting)
	names, had := result.repeat(s, times)
	for key, o := range all {
		result.Items = append(result.Items, Chance{
			Name: f.spelled(key, names[key]), Chance: 1 - o.none, Expected: o.expected, Simulated: float64(had[key]) / float64(max(result.Rolls, 1)),
		})
	}
	slices.SortFunc(result.Items, func(a, b Chance) int { return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(a.Name, b.Name)) })
	result.Partial = s.tired()
	return result
}

// repeat rolls a number of times, or as often as there is time for. It returns the names that were rolled by those in lower case, and
// in how many rolls each was.
func (r *Rolls) repeat(s *spawner, times int) (names map[string]string, had map[string]int) {
	names, had = map[string]string{}, map[string]int{}
	random := rand.New(rand.NewPCG(uint64(r.Seed), 0))
	for r.Rolls < times && !s.tired() {
		n, seen := 0, map[string]bool{}
		s.roll(random, r.Class, maxNesting, func(name string) {
			n++
			key := strings.ToLower(name)
			names[key], seen[key] = name, true
		})
		for key := range seen {
			had[key]++
		}
		r.count(n)
	}
	return names, had
}

// count notes how many things a roll has given.
func (r *Rolls) count(n int) {
	for len(r.Numbers) <= n {
		r.Numbers = append(r.Numbers, 0)
	}
	r.Numbers[n]++
	r.Rolls++
}

// spelled returns a name as the types write it, or as it was rolled.
func (f *Figures) spelled(key, rolled string) string {
	if t := f.Type(key); t != nil {
		return t.Name
	}
	return cmp.Or(rolled, key)
}

// TypeOf returns the figures of the type with a sid; nil if no entry that counts has it.
func (f *Figures) TypeOf(sid string) *TypeFigure {
	i := slices.IndexFunc(f.Types, func(t TypeFigure) bool { return t.SID == sid })
	if i < 0 {
		return nil
	}
	return &f.Types[i]
}

// Type returns the figures of a class, whatever its letter case; nil if it has no loot entry.
func (f *Figures) Type(class string) *TypeFigure {
	i, found := slices.BinarySearchFunc(f.Types, strings.ToLower(class), func(t TypeFigure, name string) int {
		return cmp.Compare(strings.ToLower(t.Name), name)
	})
	if !found {
		return nil
	}
	return &f.Types[i]
}
