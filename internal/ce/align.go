package ce

import (
	"slices"

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
	m := matching{old, next, make([]int, len(next)), make([]bool, len(old))}
	for j := range m.kept {
		m.kept[j] = none
	}
	if len(old) == 0 || len(next) == 0 {
		return m.kept
	}
	m.ends()
	for level := range old[0] {
		if len(old) == len(next) {
			m.byIndex(level)
		}
		m.inOrder(level)
	}
	return m.kept
}

// matching pairs the items of two lists.
type matching struct {
	old, next [][]string
	kept      []int
	taken     []bool
}

func (m *matching) take(j, k int) { m.kept[j], m.taken[k] = k, true }

// ends pairs equal items at the start and at the end of both lists, so that among equal items those
// around a change stay.
func (m *matching) ends() {
	same := func(j, k int) bool { return m.old[k][0] == m.next[j][0] }
	first, last := 0, min(len(m.old), len(m.next))
	for ; first < last && same(first, first); first++ {
		m.take(first, first)
	}
	for n := 1; n <= last-first && same(len(m.next)-n, len(m.old)-n); n++ {
		m.take(len(m.next)-n, len(m.old)-n)
	}
}

// byIndex pairs the items that have the same key and the same index, in lists of one length.
func (m *matching) byIndex(level int) {
	for j, keys := range m.next {
		if m.kept[j] == none && !m.taken[j] && keys[level] == m.old[j][level] {
			m.take(j, j)
		}
	}
}

// inOrder gives every new item without a partner the first free old item with the same key.
func (m *matching) inOrder(level int) {
	free := map[string][]int{}
	for i, keys := range m.old {
		if !m.taken[i] {
			free[keys[level]] = append(free[keys[level]], i)
		}
	}
	for j, keys := range m.next {
		candidates := free[keys[level]]
		if m.kept[j] != none || len(candidates) == 0 {
			continue
		}
		m.take(j, candidates[0])
		free[keys[level]] = candidates[1:]
	}
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
