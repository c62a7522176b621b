// Package economy computes what the loot economy of an instance comes to: how many loot points can hold each type, what is wanted
// against what is possible, and the chances of the spawner's rolls.
//
// The engine's code is not public. The rules are a model that explains all files of the game; docs/economy.md says what it does not know.
package economy

import (
	"cmp"
	"slices"
	"strings"
)

// world is what an instance says about its loot, by names.
type world struct {
	Types     []lootType // one for each class name
	Spawnable []spawnable
	Presets   []preset
	Events    []event
	Proxies   bool  // types are placed at proxies
	Players   int64 // that the server has room for; 0 where that is not known
}

// lootType is a class of the loot economy, merged of all entries that it has.
type lootType struct {
	SID, Name              string // SID of the entry that counts last
	Files                  []string
	Category               string // empty: none
	Tags, Usages, Values   []string
	Nominal, Min           int64
	QuantMin, QuantMax     int64 // percent; -1: not used
	Deloot, Crafted, Unset bool  // Unset: no entry has a nominal
}

// spawnable is what a class spawns with.
type spawnable struct {
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
	Ground     Ground       `json:"ground"`
	Totals     Totals       `json:"totals"`
	Types      []TypeFigure `json:"types"` // ordered by name
	Ammunition []Ammunition `json:"ammunition"`
	Food       Food         `json:"food"`

	world  *world
	ground *ground // nil where the map's files are not there
}

// Ground is what is known of the map.
type Ground struct {
	Known      bool     `json:"known"` // whether prototypes and positions are there
	Zones      bool     `json:"zones"` // whether the painted zones are
	Prototypes int      `json:"prototypes"`
	Placed     int      `json:"placed"`
	Unknown    []string `json:"without_prototype"` // names of placed buildings
	Points     int      `json:"points"`
	Slots      int      `json:"slots"`
}

// TypeFigure is what is computed of a type.
type TypeFigure struct {
	SID      string   `json:"sid"`
	Name     string   `json:"name"`
	Category string   `json:"category"`
	Usages   []string `json:"usages"`
	Values   []string `json:"values"`
	Files    []string `json:"files"`
	Wanted   int64    `json:"wanted"`
	Min      int64    `json:"min"`
	Loot
	Possible int      `json:"possible"` // slots and proxies
	Proxies  int      `json:"proxies"`
	Reason   Reason   `json:"reason"`  // why none spawns as loot though some are wanted; else empty
	Sources  []string `json:"sources"` // where else it comes from
	Events   []string `json:"events"`  // names of those that bring it
	tags     []string
}

// Scarce reports whether more are wanted than there is room for.
func (f *TypeFigure) Scarce() bool { return f.Reason == "" && f.Wanted > int64(f.Possible) }

// Total sums up types that have something in common.
type Total struct {
	Name     string  `json:"name"` // empty: those that have none
	Types    int     `json:"types"`
	Wanted   int64   `json:"wanted"`
	Share    float64 `json:"share"`    // wanted, divided evenly among all that a type has; the shares add up to what is wanted of all types
	Possible int     `json:"possible"` // slots that can hold one of those that are wanted, each counted once; by category and file, their proxies too

	demands map[demand]bool // of the types that are wanted and can lie somewhere
}

// Totals sums up the types.
type Totals struct {
	Types    int     `json:"types"`
	Wanted   int64   `json:"wanted"`
	Category []Total `json:"category"`
	Usage    []Total `json:"usage"`
	Value    []Total `json:"value"`
	File     []Total `json:"file"`
	Building []Room  `json:"building"`
	Town     []Room  `json:"town"`
	Tier     []Room  `json:"tier"`
}

// Compute computes the figures of a world. Without land it leaves out what depends on it.
func compute(w *world, g *ground) *Figures {
	f := &Figures{world: w, ground: g, Types: []TypeFigure{}, Totals: Totals{Category: []Total{}, Usage: []Total{}, Value: []Total{}, File: []Total{}}}
	slices.SortFunc(w.Types, func(a, b lootType) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	f.Ground = g.about()
	rooms := newRooms(g)
	known := map[demand]answer{}
	sources := sourcesOf(w)
	for i := range w.Types {
		f.Types = append(f.Types, g.figure(&w.Types[i], w, sources, known))
	}
	for i := range w.Types {
		d := g.demandOf(&w.Types[i])
		f.Totals.add(g, &f.Types[i], d)
		rooms.add(d, &f.Types[i])
	}
	f.Totals.sort()
	f.Totals.addRoom(g)
	f.Totals.Building, f.Totals.Town, f.Totals.Tier = rooms.list()
	f.Ammunition = ammunitionOf(w)
	f.Food = foodOf(w)
	return f
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
