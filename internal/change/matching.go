package change

import "slices"

// Matching says which element of an older list each element of a newer one was.
type Matching struct {
	Was   []int  // for each of the newer list its index in the older one, -1 for none
	taken []bool // of the older list
}

// NewMatching returns a matching of lists of such lengths in which nothing is matched yet.
func NewMatching(old, next int) *Matching {
	return &Matching{slices.Repeat([]int{-1}, next), make([]bool, old)}
}

// IsFree reports whether an element of the older list is not matched.
func (m *Matching) IsFree(i int) bool { return !m.taken[i] }

// Match matches the jth element of the newer list with the ith of the older one.
func (m *Matching) Match(i, j int) { m.Was[j], m.taken[i] = i, true }

// Ends matches elements at the beginning and at the end of both lists, as long as they are the same.
func (m *Matching) Ends(same func(i, j int) bool) {
	start, both := 0, min(len(m.taken), len(m.Was))
	for ; start < both && same(start, start); start++ {
		m.Match(start, start)
	}
	for n := 1; n <= both-start && same(len(m.taken)-n, len(m.Was)-n); n++ {
		m.Match(len(m.taken)-n, len(m.Was)-n)
	}
}

// ByKey matches elements of one key that are not matched yet, the nth with the nth. Those with an empty key match none.
func (m *Matching) ByKey(old, next func(int) string) {
	free := map[string][]int{}
	for i, taken := range m.taken {
		if !taken {
			key := old(i)
			free[key] = append(free[key], i)
		}
	}
	delete(free, "")
	for j, was := range m.Was {
		if was >= 0 || len(free) == 0 {
			continue
		}
		key := next(j)
		if queue := free[key]; len(queue) > 0 {
			m.Match(queue[0], j)
			free[key] = queue[1:]
		}
	}
}
