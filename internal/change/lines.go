package change

import (
	"slices"
	"strings"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"
)

// Unified returns the lines that two texts do not have in common, with three lines around them, as hunks of a unified diff.
func Unified(was, is string) string { return textdiff.Unified(was, is) }

// MergeLines merges a text by its lines: what only one side has changed comes in. Where both have changed the same lines in different ways,
// it takes theirs, and counts a conflict; so it does where one has lines more or fewer beside lines that the other has changed.
func MergeLines(base, mine, theirs string) (merged string, conflicts int) {
	switch Between(base, mine, theirs, Same) {
	case Unchanged, Alike, OnlyMine:
		return mine, 0
	case OnlyTheirs:
		return theirs, 0
	}
	m := lineMerge{base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs)}
	m.inMine, m.inTheirs = placesOf(m.base, m.mine), placesOf(m.base, m.theirs)
	for m.next() {
	}
	return strings.Join(m.merged, ""), m.conflicts
}

// linesOf returns the lines of a text with their ends.
func linesOf(text string) []string { return slices.Collect(strings.Lines(text)) }

// placesOf returns where another text has the lines of one; -1 where it does not. Both end at the same place.
func placesOf(lines, other []string) []int {
	places := make([]int, 0, len(lines)+1)
	for _, e := range diff.Edits(lines, other) {
		switch e.Op {
		case diff.Match:
			places = append(places, e.PosY)
		case diff.Delete:
			places = append(places, -1)
		}
	}
	return append(places, len(other))
}

// lineMerge is a merge that has come to a line of each version.
type lineMerge struct {
	base, mine, theirs []string
	inMine, inTheirs   []int // where the sides have the lines of the base
	atBase, atMine, at int   // at is that of theirs

	merged    []string
	conflicts int
}

// next takes the lines until the next one that all versions have, and that one, and reports whether there was one.
func (m *lineMerge) next() bool {
	to := m.atBase
	for m.inMine[to] < 0 || m.inTheirs[to] < 0 {
		to++
	}
	toMine, toTheirs := m.inMine[to], m.inTheirs[to]
	m.take(m.base[m.atBase:to], m.mine[m.atMine:toMine], m.theirs[m.at:toTheirs])
	if to == len(m.base) {
		return false
	}
	m.merged = append(m.merged, m.base[to])
	m.atBase, m.atMine, m.at = to+1, toMine+1, toTheirs+1
	return true
}

// take merges lines that not all have. Where each has as many, they are taken one by one, as settings on lines beside each other are.
func (m *lineMerge) take(base, mine, theirs []string) {
	outcome := Between(base, mine, theirs, slices.Equal)
	switch {
	case outcome == Clash && len(base) > 1 && len(mine) == len(base) && len(theirs) == len(base):
		for i := range base {
			m.take(base[i:i+1], mine[i:i+1], theirs[i:i+1])
		}
	case outcome == Clash:
		m.merged = append(m.merged, theirs...)
		m.conflicts++
	case outcome == OnlyTheirs:
		m.merged = append(m.merged, theirs...)
	default:
		m.merged = append(m.merged, mine...)
	}
}
