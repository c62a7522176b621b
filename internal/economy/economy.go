package economy

import (
	"cmp"
	"slices"
	"strings"
)

// world is what an instance says about its loot, by names.
type world struct {
	Types     []lootType // one for each class name
	Unread    []unread   // entries that do not count
	Spawnable []spawnable
	Presets   []preset
	Events    []event
	Proxies   bool  // types are placed at proxies
	Players   int64 // that the server has room for; 0 where that is not known

	names  names // by which changes name what they refer to
	groups groups
}

// lootType is a class of the loot economy, merged of all entries that it has.
type lootType struct {
	SID, Name              string // SID of the entry that counts last
	Files                  []string
	Category               string // empty: none
	Tags, Usages, Values   []string
	Nominal, Min           int64
	Lifetime, Restock      int64 // seconds
	QuantMin, QuantMax     int64 // percent; -1: not used
	Deloot, Crafted, Unset bool  // Unset: no entry has a nominal

	InCargo, InHoarders, OnPlayers bool // what lies there counts towards nominal
}

// unread is an entry of a class that the game does not read.
type unread struct {
	Entry
	name string
}

// spawnable is what a class spawns with.
type spawnable struct {
	SID    string
	Name   string
	Blocks []block
}

// block is one roll: of a preset or of its own items.
type block struct {
	Cargo  bool    // else attachments
	Preset string  // empty: none
	Chance float64 // that one of the items is chosen at all
	Items  []item
}

// item is one of several to choose from.
type item struct {
	Name   string
	Weight float64
}

// preset is a list of items to draw from.
type preset struct {
	Name   string
	Cargo  bool // else attachments
	Chance float64
	Items  []item
}

// Figures is what is computed of one state of an instance.
type Figures struct {
	Ground     Ground       `field:"ground"`
	Totals     Totals       `field:"totals"`
	Types      []TypeFigure `field:"types"` // ordered by name
	Ammunition []Ammunition `field:"ammunition"`
	Food       Food         `field:"food"`

	world  *world
	ground *ground // nil where the map's files are not there
}

// Ground is what is known of the map.
type Ground struct {
	_          struct{} `name:"EconomyGround"`
	Known      bool     `field:"known" help:"Whether mapgroupproto.xml and mapgrouppos.xml are there." example:"true"`
	Zones      bool     `field:"zones" help:"Whether areaflags.map is."`
	Prototypes int      `field:"prototypes" example:"436"`
	Placed     int      `field:"placed" example:"11679"`
	Unknown    []string `field:"without_prototype"` // names of placed buildings
	Points     int      `field:"points" example:"169533"`
	Slots      int      `field:"slots" example:"45164"`
}

// TypeFigure is what is computed of a type.
type TypeFigure struct {
	_        struct{} `name:"EconomyType"`
	SID      string   `field:"sid" help:"Of the type, or of the last one of the class that the game reads." example:"aB3dE5fG7h"`
	Name     string   `field:"name" example:"AKM"`
	Category string   `field:"category" help:"Empty if it has none." example:"weapons"`
	Usages   []string `field:"usages" help:"Groups stand as their members." example:"[\"Military\"]"`
	Values   []string `field:"values" example:"[\"Tier4\"]"`
	Files    []string `field:"files" help:"Files with the class, in the game's reading order." example:"[\"db/types.xml\"]"`
	Wanted   int64    `field:"wanted" help:"Its nominal." example:"3"`
	Min      int64    `field:"min" example:"2"`
	Loot
	Possible int      `field:"possible" help:"Slots, and proxies that place this very class." example:"1586"`
	Proxies  int      `field:"proxies"`
	Reason   Reason   `field:"reason" help:"Why none spawns as loot though some are wanted; else empty."`
	Sources  []string `field:"sources" in:"event,attachment,cargo,crafted" help:"How it comes into the world otherwise." example:"[\"cargo\"]"`
	Events   []string `field:"events" help:"The active events that spawn it or, if only events do, that place something which can hold it."`
	tags     []string
}

// Scarce reports whether more are wanted than there is room for.
func (f *TypeFigure) Scarce() bool { return f.Reason == "" && f.Wanted > int64(f.Possible) }

// Total sums up types that have something in common.
type Total struct {
	_        struct{} `name:"EconomyTotal"`
	Name     string   `field:"name" help:"Empty: types that have none." example:"weapons"`
	Types    int      `field:"types" example:"1"`
	Wanted   int64    `field:"wanted" help:"The nominal of all types that have it." example:"3"`
	Share    float64  `field:"share" help:"Each nominal divided among all totals of its type, so that shares add up." example:"3"`
	Possible int      `field:"possible" help:"Slots for a wanted type, each once; of a category or file, also proxies." example:"1586"`

	demands map[demand]bool // of the types that are wanted and can lie somewhere
}

// Totals sums up the types.
type Totals struct {
	_        struct{} `name:"EconomyTotals"`
	Types    int      `field:"types" example:"1"`
	Wanted   int64    `field:"wanted" example:"3"`
	Category []Total  `field:"category"`
	Usage    []Total  `field:"usage"`
	Value    []Total  `field:"value"`
	File     []Total  `field:"file"`
	Building []Room   `field:"building"`
	Town     []Room   `field:"town"`
	Tier     []Room   `field:"tier"`
}

// Compute computes the figures of a world. Without land it leaves out what depends on it.
func compute(w *world, g *ground) *Figures {
	f := &Figures{
		world: w, ground: g, Types: []TypeFigure{}, Totals: Totals{Category: []Total{}, Usage: []Total{}, Value: []Total{}, File: []Total{}},
	}
	slices.SortFunc(w.Types, func(a, b lootType) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	f.Ground = g.about()
	rooms := newRooms(g)
	known := map[demand]answer{}
	sources := sourcesOf(w)
	for i := range w.Types {
		f.Types = append(f.Types, g.figure(&w.Types[i], w, sources, known))
	}
	f.sumUp(rooms.add)
	f.Totals.addRoom(g)
	f.Totals.Building, f.Totals.Town, f.Totals.Tier = rooms.list()
	f.Ammunition = ammunitionOf(w)
	f.Food = foodOf(w)
	return f
}

// sumUp adds the types to the totals, without the room for them, and calls also with each.
func (f *Figures) sumUp(also func(demand, *TypeFigure)) {
	for i := range f.world.Types {
		d := f.ground.demandOf(&f.world.Types[i])
		f.Totals.add(f.ground, &f.Types[i], d)
		also(d, &f.Types[i])
	}
	f.Totals.sort()
}

// answer is what is known of a demand.
type answer struct {
	loot   Loot
	reason Reason
}

// about says what is known of the map.
func (g *ground) about() Ground {
	if g == nil {
		return Ground{Unknown: []string{}}
	}
	about := Ground{Known: true, Zones: g.hasZones, Prototypes: len(g.prototypes), Placed: g.placed, Unknown: g.unknownNames}
	for i := range g.prototypes {
		all := g.prototypes[i].holds().times(g.prototypes[i].placed)
		about.Points += all.Points
		about.Slots += all.Slots
	}
	return about
}
