package mission

import "slices"

// joinable is an entry as it is known again in another version of its file: by its key, or by its key with all that it says.
type joinable struct{ key, whole string }

// trio says which entries of three versions of a file are one, by their indexes; -1 in a version that does not have it.
type trio struct{ base, mine, theirs int }

// joinAll brings the entries of three versions of a file together: those of theirs in their order, and then those that only mine has. was
// says for each of mine which one of the base it was, -1 for none. An entry is known again by what it says, by what it was and is called
// still, by what it is called, and by what it was.
func joinAll(base, mine, theirs []joinable, was []int) []trio {
	j := joiner{mine: mine, theirs: theirs, was: was, is: matchAll(base, theirs), of: slices.Repeat([]int{-1}, len(theirs)), joined: make([]bool, len(mine))}
	j.pair(func(e joinable) string { return e.whole })
	j.pairByBase(func(mine, theirs joinable) bool { return mine.key == theirs.key })
	j.pair(func(e joinable) string { return e.key })
	j.pairByBase(func(_, _ joinable) bool { return true })
	return j.trios()
}

type joiner struct {
	mine, theirs []joinable
	was, is      []int // entries of the base that those of mine and theirs were
	of           []int // for each entry of theirs, that of mine; -1 for none
	joined       []bool
}

func (j *joiner) join(theirs, mine int) { j.of[theirs], j.joined[mine] = mine, true }

// pair joins the nth entry of a key with the nth.
func (j *joiner) pair(key func(joinable) string) {
	free := map[string][]int{}
	for i, e := range j.mine {
		if !j.joined[i] {
			free[key(e)] = append(free[key(e)], i)
		}
	}
	for n, e := range j.theirs {
		if queue := free[key(e)]; j.of[n] < 0 && len(queue) > 0 {
			j.join(n, queue[0])
			free[key(e)] = queue[1:]
		}
	}
}

// pairByBase joins entries that were the same one in the base.
func (j *joiner) pairByBase(fits func(mine, theirs joinable) bool) {
	now := map[int]int{}
	for i, b := range j.was {
		if b >= 0 && !j.joined[i] {
			now[b] = i
		}
	}
	for n, b := range j.is {
		if i, found := now[b]; found && j.of[n] < 0 && fits(j.mine[i], j.theirs[n]) {
			j.join(n, i)
		}
	}
}

// trios lists what was joined. What only mine has was in the base only if theirs has lost it.
func (j *joiner) trios() (list []trio) {
	there := map[int]bool{}
	for n, i := range j.of {
		t := trio{j.is[n], i, n}
		if t.base < 0 && i >= 0 {
			t.base = j.was[i]
		}
		there[t.base] = true
		list = append(list, t)
	}
	for i, b := range j.was {
		if there[b] {
			b = -1
		}
		if !j.joined[i] {
			list = append(list, trio{b, i, -1})
		}
	}
	return list
}

// matchAll returns for each entry that of an older version, -1 for none: one that says the same, else the nth of a key for the nth.
func matchAll(old, next []joinable) []int {
	j := joiner{mine: old, theirs: next, of: slices.Repeat([]int{-1}, len(next)), joined: make([]bool, len(old))}
	j.pair(func(e joinable) string { return e.whole })
	j.pair(func(e joinable) string { return e.key })
	return j.of
}

// wasIn returns for each record of mine the entry of the base that it was: the one of its place in the text that it was taken from, else
// one with its key. places are the indexes in that text, -1 for a record that was not taken from it.
func wasIn(base, origin, mine []joinable, places []int) []int {
	was, taken := slices.Repeat([]int{-1}, len(mine)), make([]bool, len(base))
	inBase := matchAll(base, origin)
	for i, at := range places {
		if at >= 0 && at < len(origin) && inBase[at] >= 0 && !taken[inBase[at]] {
			was[i] = inBase[at]
			taken[was[i]] = true
		}
	}
	var left, open []int
	for b := range base {
		if !taken[b] {
			left = append(left, b)
		}
	}
	for i := range mine {
		if was[i] < 0 {
			open = append(open, i)
		}
	}
	for n, b := range matchAll(picked(base, left), picked(mine, open)) {
		if b >= 0 {
			was[open[n]] = left[b]
		}
	}
	return was
}

func picked(list []joinable, indexes []int) []joinable {
	some := make([]joinable, len(indexes))
	for n, i := range indexes {
		some[n] = list[i]
	}
	return some
}
