package ce

import (
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/textfile"
)

// align matches the items of a new list with those of an old one: kept[j] is an index into the old
// list, or none for a new item. The indices rise, so that keeping these items, removing the other old
// ones and inserting the new ones gives the new list.
//
// Items match by the first key that they share; old and next hold the keys of each item, the most
// specific first.
func align(old, next [][]string) (kept []int) {
	return rising(pairs(old, next))
}

// pairs matches items as align does, but includes those that change their order.
func pairs(old, next [][]string) []int {
	m := change.NewMatching(len(old), len(next))
	if len(old) == 0 || len(next) == 0 {
		return m.Was
	}
	m.Ends(func(i, j int) bool { return old[i][0] == next[j][0] })
	for level := range old[0] {
		for j := 0; len(old) == len(next) && j < len(next); j++ { // those that kept their places
			if m.Was[j] == none && m.IsFree(j) && next[j][level] == old[j][level] {
				m.Match(j, j)
			}
		}
		m.ByKey(func(i int) string { return old[i][level] }, func(j int) string { return next[j][level] })
	}
	return m.Was
}

// rising keeps a longest rising run of the indices and sets the others to none.
func rising(pairs []int) (kept []int) {
	kept = slices.Clone(pairs)
	for j, stays := range textfile.LongestRun(pairs) {
		if !stays {
			kept[j] = none
		}
	}
	return kept
}
