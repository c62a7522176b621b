package ce

import (
	"slices"
	"sort"
)

// align says which item of an old list each item of a new list keeps: kept[j] is an index into the
// old list, or none for an item that is new. The kept indices rise, so that keeping them, removing
// the other old items and inserting the new ones gives the new list.
//
// Items are paired by the first of their keys that agrees; old and next hold the keys of each item,
// the closest first.
func align(old, next [][]string) (kept []int) {
	return rising(pairs(old, next))
}

// pairs says which item of the old list each item of the new list is, as align does, but also of
// those that change places.
func pairs(old, next [][]string) []int {
	kept := make([]int, len(next))
	for j := range kept {
		kept[j] = none
	}
	taken := make([]bool, len(old))
	if len(old) > 0 && len(next) > 0 {
		for level := range old[0] {
			pair(kept, taken, level, old, next)
		}
	}
	return kept
}

// pair gives every new item without a partner the first free old item with the same key.
func pair(kept []int, taken []bool, level int, old, next [][]string) {
	free := map[string][]int{}
	for i, keys := range old {
		if !taken[i] {
			free[keys[level]] = append(free[keys[level]], i)
		}
	}
	for j, keys := range next {
		candidates := free[keys[level]]
		if kept[j] != none || len(candidates) == 0 {
			continue
		}
		kept[j], taken[candidates[0]] = candidates[0], true
		free[keys[level]] = candidates[1:]
	}
}

// rising keeps a longest rising run of the indices and sets the others to none.
func rising(pairs []int) (kept []int) {
	kept = slices.Clone(pairs)
	var ends []int // ends[n] is where the rising run of n+1 indices ends that ends lowest
	before := make([]int, len(kept))
	for j, index := range kept {
		if index == none {
			continue
		}
		n := sort.Search(len(ends), func(k int) bool { return kept[ends[k]] >= index })
		before[j] = none
		if n > 0 {
			before[j] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, none)
		}
		ends[n] = j
	}
	keepRun(kept, before, ends)
	return kept
}

// keepRun follows the longest run back from its end.
func keepRun(kept, before, ends []int) {
	inRun := make([]bool, len(kept))
	if len(ends) > 0 {
		for j := ends[len(ends)-1]; j != none; j = before[j] {
			inRun[j] = true
		}
	}
	for j := range kept {
		if !inRun[j] {
			kept[j] = none
		}
	}
}
