package pages

import (
	"fmt"
	"strings"

	"quartermaster/internal/web/ui"
)

// ProblemTally counts the problems of an instance by severity.
type ProblemTally struct {
	Instance string // its public identifier
	URL      string
	Counts   []Tally // of the severities that there are problems of
	Note     string  // what the counts do not say, such as that they are not there yet
}

// ProblemTallies are those of several instances, which a script puts into their places.
type ProblemTallies []ProblemTally

// Template implements ui.View.
func (ProblemTallies) Template() string { return "problem-tallies" }

// Tally is a number of things, in words.
type Tally struct {
	Tone ui.Tone
	Text string
}

// Curve is a small line chart of numbers from left to right.
type Curve struct {
	Values []int64
	Text   string // says the same in words
}

// The size of a curve, in the units of its drawing.
const (
	curveWidth  = 120
	curveHeight = 24
)

// Points returns the corners of the line.
func (c Curve) Points() string {
	most := int64(1)
	for _, n := range c.Values {
		most = max(most, n)
	}
	points := make([]string, len(c.Values))
	for i, n := range c.Values {
		x := float64(i) * curveWidth / float64(max(len(c.Values)-1, 1))
		y := curveHeight - 2 - float64(n)*(curveHeight-4)/float64(most)
		points[i] = fmt.Sprintf("%.1f,%.1f", x, y)
	}
	return strings.Join(points, " ")
}

// ViewBox returns the bounds of the drawing.
func (Curve) ViewBox() string { return fmt.Sprintf("0 0 %d %d", curveWidth, curveHeight) }
