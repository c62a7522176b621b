package economy

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

// landFiles is what the files of a map say about where loot can lie.
type landFiles struct {
	Limits     ce.Limits
	Groups     ce.UserLimits
	Prototypes []ce.Prototype
	Positions  []ce.Position
	Cells      []cell // of each position; nil where the zones are not known
	Towns      []Town
}

// cell holds what is painted at a position: bit n is the nth usage, or value, of the limits definition.
type cell struct{ Usages, Values uint32 }

// Town is a part of the map that has a name.
type Town struct {
	Name   string
	X, Z   float64 // metres
	Radius float64 // metres
}

// ground holds the placed buildings of a map, those that are alike together. It does not change, so that many may read it.
type ground struct {
	usages, values   *vocabulary
	categories, tags *vocabulary
	prototypes       []prototype
	lots             []lot
	lotOf            []int32  // of each position; -1 for what has no prototype
	towns            []string // the names, by the index that lots have
	hasZones         bool
	placed           int // positions
	unknown          int // of these without a prototype
	proxies          map[string]int
	unknownNames     []string
}

// prototype is a building with its containers.
type prototype struct {
	name           string
	usages, values set
	lootMax        int
	containers     []container
	placed         int
}

type container struct {
	categories, tags set // empty: any
	slots, points    int
}

// lot is a number of equal buildings with the same zones, in the same town.
type lot struct {
	prototype, town int
	usages, values  set // of the building and its zones
	count           int
}

func newGround(l *landFiles) *ground {
	g := &ground{
		usages: newVocabulary(l.Limits.Usages...), values: newVocabulary(l.Limits.Values...),
		categories: newVocabulary(l.Limits.Categories...), tags: newVocabulary(l.Limits.Tags...),
		hasZones: l.Cells != nil, proxies: map[string]int{}, unknownNames: []string{},
	}
	groups := groupsOf(l.Groups)
	byName := make(map[string]int, len(l.Prototypes))
	for i, p := range l.Prototypes {
		byName[strings.ToLower(p.Name)] = i
		g.prototypes = append(g.prototypes, g.newPrototype(p, groups))
	}
	g.addBuildings(l, byName)
	return g
}

func (g *ground) newPrototype(p ce.Prototype, groups groups) prototype {
	made := prototype{
		name: strings.Clone(p.Name), lootMax: p.LootMax,
		usages: g.usages.add(groups.usages.names(p.Usages)...), values: g.values.add(groups.values.names(p.Values)...),
	}
	for _, c := range p.Containers {
		made.containers = append(made.containers, container{
			categories: g.categories.add(c.Categories...), tags: g.tags.add(c.Tags...), points: c.Points, slots: c.Slots(),
		})
	}
	return made
}

// addBuildings puts the placed buildings into lots.
func (g *ground) addBuildings(l *landFiles, byName map[string]int) {
	lots, names := map[lot]int{}, newTownNames(l.Towns)
	places := make([]lot, len(l.Positions)) // their lots without counts
	missing := map[string]bool{}
	for i, at := range l.Positions {
		g.placed++
		n, known := byName[strings.ToLower(at.Name)]
		if !known {
			g.unknown++
			missing[strings.Clone(at.Name)] = true
			places[i].prototype = -1
			continue
		}
		p := &g.prototypes[n]
		p.placed++
		for _, class := range l.Prototypes[n].Proxies {
			g.proxies[strings.Clone(strings.ToLower(class))]++
		}
		key := lot{prototype: n, town: names.at(at.X, at.Z), usages: p.usages, values: p.values}
		if l.Cells != nil {
			key.usages |= set(l.Cells[i].Usages) & first(len(l.Limits.Usages))
			key.values |= set(l.Cells[i].Values) & first(len(l.Limits.Values))
		}
		lots[key]++
		places[i] = key
	}
	g.towns = names.names
	for key, count := range lots {
		key.count = count
		g.lots = append(g.lots, key)
	}
	slices.SortFunc(g.lots, lot.compare) // so that sums of fractions are the same each time
	g.lotsOf(places)
	for name := range missing {
		g.unknownNames = append(g.unknownNames, name)
	}
	slices.Sort(g.unknownNames)
}

// lotsOf notes in which lot each placed building is.
func (g *ground) lotsOf(places []lot) {
	numbers := make(map[lot]int32, len(g.lots))
	for i, l := range g.lots {
		l.count = 0
		numbers[l] = int32(i)
	}
	g.lotOf = make([]int32, len(places))
	for i, key := range places {
		g.lotOf[i] = -1
		if key.prototype >= 0 {
			g.lotOf[i] = numbers[key]
		}
	}
}

// first returns the set of the first n names of a vocabulary.
func first(n int) set { return 1<<min(n, lastBit) - 1 }

func (l lot) compare(other lot) int {
	return cmp.Or(cmp.Compare(l.prototype, other.prototype), cmp.Compare(l.town, other.town),
		cmp.Compare(l.usages, other.usages), cmp.Compare(l.values, other.values))
}

// groups are the server's own names for several usages or values.
type groups struct{ usages, values members }

// members holds the members of groups by their name in lower case.
type members map[string][]string

func groupsOf(l ce.UserLimits) groups { return groups{membersOf(l.Usages), membersOf(l.Values)} }

func membersOf(list []ce.Group) members {
	m := members{}
	for _, g := range list {
		m[strings.ToLower(g.Name)] = g.Members
	}
	return m
}

// names returns the names that references stand for. A group that is not defined stands for itself, which nothing else has.
func (m members) names(refs []ce.Ref) (names []string) {
	for _, ref := range refs {
		if list, known := m[strings.ToLower(ref.Name)]; known && ref.User {
			names = append(names, list...)
			continue
		}
		names = append(names, ref.Name)
	}
	return names
}
