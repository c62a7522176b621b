package change

import (
	"slices"
	"strings"

	"znkr.io/diff"
	"znkr.io/diff/textdiff"
)

// Unified returns the lines that two texts do not have in common, with some lines around them, as hunks of a unified diff.
func Unified(was, is string, around int) string {
	return textdiff.Unified(was, is, diff.Context(around))
}

// MergeLines merges a text by its lines: what only one side has changed comes in. Where both have changed the same lines in different ways,
// it takes theirs, which is a conflict; so it does where one has lines more or fewer beside lines that the other has changed.
func MergeLines(base, mine, theirs string) (merged string, conflicts []LineConflict) {
	merged = DecideLines(base, mine, theirs, func(c LineConflict) bool {
		conflicts = append(conflicts, c)
		return false
	})
	return merged, conflicts
}

// DecideLines merges as MergeLines does, and asks of each conflict, in the order of the lines, whether those of mine count.
func DecideLines(base, mine, theirs string, isMine func(LineConflict) bool) string {
	switch Between(base, mine, theirs, Same) {
	case Unchanged, Alike, OnlyMine:
		return mine
	case OnlyTheirs:
		return theirs
	}
	m := lineMerge{base: linesOf(base), mine: linesOf(mine), theirs: linesOf(theirs), isMine: isMine}
	m.inMine, m.inTheirs = placesOf(m.base, m.mine), placesOf(m.base, m.theirs)
	for m.next() {
	}
	return strings.Join(m.merged, "")
}

// LineConflict is lines of a text, with their ends, that both sides have changed. Line is the number of the first one in the base, from 1.
type LineConflict struct {
	Line               int
	Base, Mine, Theirs []string
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

	merged []string
	isMine func(LineConflict) bool
}

// next takes the lines until the next one that all versions have, and that one, and reports whether there was one.
func (m *lineMerge) next() bool {
	to := m.atBase
	for m.inMine[to] < 0 || m.inTheirs[to] < 0 {
		to++
	}
	toMine, toTheirs := m.inMine[to], m.inTheirs[to]
	m.take(LineConflict{m.atBase + 1, m.base[m.atBase:to], m.mine[m.atMine:toMine], m.theirs[m.at:toTheirs]})
	if to == len(m.base) {
		return false
	}
	m.merged = append(m.merged, m.base[to])
	m.atBase, m.atMine, m.at = to+1, toMine+1, toTheirs+1
	return true
}

// take merges lines that not all have. Where each has as many, they are taken one by one, as settings on lines beside each other are.
func (m *lineMerge) take(c LineConflict) {
	switch Between(c.Base, c.Mine, c.Theirs, slices.Equal) {
	case Clash:
		if n := len(c.Base); n > 1 && len(c.Mine) == n && len(c.Theirs) == n {
			for i := range n {
				m.take(LineConflict{c.Line + i, c.Base[i : i+1], c.Mine[i : i+1], c.Theirs[i : i+1]})
			}
			return
		}
		if m.isMine(c) {
			m.merged = append(m.merged, c.Mine...)
		} else {
			m.merged = append(m.merged, c.Theirs...)
		}
	case OnlyTheirs:
		m.merged = append(m.merged, c.Theirs...)
	default:
		m.merged = append(m.merged, c.Mine...)
	}
}
