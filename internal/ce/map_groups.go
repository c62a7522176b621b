package ce

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// Building is an object of the map with places for loot.
type Building struct {
	Class   string
	X, Y, Z float64 // metres
	Yaw     float64 // degrees
}

// Buildings yields the objects of mapgrouppos.xml. Those without a position are left out.
func Buildings(data string) iter.Seq[Building] {
	return func(yield func(Building) bool) {
		for e := range Elements(data) {
			at := floats(e.Attr("pos"))
			if e.Name != "group" || len(at) != 3 {
				continue
			}
			b := Building{Class: e.Attr("name"), X: at[0], Y: at[1], Z: at[2]}
			if turn := floats(e.Attr("rpy")); len(turn) == 3 {
				b.Yaw = turn[2]
			}
			if !yield(b) {
				return
			}
		}
	}
}

// floats reads numbers between blanks; nil if a word is none.
func floats(text string) (list []float64) {
	for word := range strings.FieldsSeq(text) {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil
		}
		list = append(list, n)
	}
	return list
}

// LootPlaces says how much loot a class of buildings holds, and how far its places for loot are from its middle.
type LootPlaces struct {
	Slots int     // the items that it holds at once
	East  float64 // metres, to either side
	North float64
}

// The numbers of items that hold where mapgroupproto.xml names none.
const (
	groupSlots     = 6
	containerSlots = 4
)

// LootPlacesOf returns what mapgroupproto.xml says of each class, by its name in lower case: the game takes no account of letter case.
func LootPlacesOf(data string) map[string]LootPlaces {
	r := lootReader{all: map[string]LootPlaces{}}
	for e := range Elements(data) {
		switch e.Name {
		case "group":
			r.end()
			r.class, r.most = strings.ToLower(e.Attr("name")), intOr(e.Attr("lootmax"), groupSlots)
		case "container":
			r.endContainer()
			r.mostInContainer = intOr(e.Attr("lootmax"), containerSlots)
		case "point":
			r.point(floats(e.Attr("pos")))
		}
	}
	r.end()
	return r.all
}

// lootReader counts the places for loot of one class at a time.
type lootReader struct {
	all             map[string]LootPlaces
	class           string
	now             LootPlaces
	most            int // items in the building
	points          int // in the container
	mostInContainer int
}

func (r *lootReader) point(at []float64) {
	r.points++
	if len(at) == 3 {
		r.now.East, r.now.North = max(r.now.East, math.Abs(at[0])), max(r.now.North, math.Abs(at[2]))
	}
}

func (r *lootReader) endContainer() {
	r.now.Slots += min(r.points, r.mostInContainer)
	r.points = 0
}

func (r *lootReader) end() {
	r.endContainer()
	if r.class != "" {
		r.now.Slots = min(r.now.Slots, r.most)
		r.all[r.class] = r.now
	}
	r.class, r.now = "", LootPlaces{}
}

func intOr(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}
