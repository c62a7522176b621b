package ce

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// Position is a placed building, tree or piece of a road. Source: mapgrouppos.xml, mapgroupcluster.xml.
type Position struct {
	Name string
	X, Z float64 // metres from the south-west corner, to the east and to the north
	Y    float64 // height in metres
	Yaw  float64 // degrees
}

// Positions yields what mapgrouppos.xml or a mapgroupcluster.xml places, in its order, up to the first tag that is not well-formed. What
// has no position is left out.
func Positions(data string) iter.Seq[Position] {
	return func(yield func(Position) bool) {
		for e := range Elements(data) {
			at := floats(e.Attr("pos"))
			if e.Name != "group" || len(at) != 3 {
				continue
			}
			p := Position{Name: e.Attr("name"), X: at[0], Y: at[1], Z: at[2]}
			if turn := floats(e.Attr("rpy")); len(turn) == 3 {
				p.Yaw = turn[2]
			} else if a := floats(e.Attr("a")); len(a) == 1 {
				p.Yaw = 90 - a[0] // which the files of the game say of everything that has both
			}
			if !yield(p) {
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
