package change

// Entry is an element of a list as it is known again in another version of the list: by its key, or by all that it says. Where one of them
// is empty, it is not known by that.
type Entry struct{ Key, Whole string }

// Trio says which elements of three versions of a list are one, by their indexes; -1 in a version that does not have it.
type Trio struct{ Base, Mine, Theirs int }

// Join brings the elements of three versions of a list together: those of theirs in their order, and then those that only mine has. was
// says for each of mine which one of the base it was, -1 for none. An element is known again by what it says, by what it was and is called
// still, by what it is called, and by what it was.
func Join(base, mine, theirs []Entry, was []int) []Trio {
	is, m := Match(base, theirs).Was, NewMatching(len(mine), len(theirs))
	m.byEntry(mine, theirs, Entry.whole)
	m.byBase(was, is, func(i, j int) bool { return mine[i].Key == theirs[j].Key })
	m.byEntry(mine, theirs, Entry.key)
	m.byBase(was, is, func(_, _ int) bool { return true })
	return m.trios(was, is)
}

func (e Entry) key() string   { return e.Key }
func (e Entry) whole() string { return e.Whole }

// Match matches entries that say the same, and then the nth of a key with the nth.
func Match(old, next []Entry) *Matching {
	m := NewMatching(len(old), len(next))
	m.bySelf(old, next)
	return m
}

func (m *Matching) bySelf(old, next []Entry) {
	m.byEntry(old, next, Entry.whole)
	m.byEntry(old, next, Entry.key)
}

func (m *Matching) byEntry(old, next []Entry, by func(Entry) string) {
	m.ByKey(func(i int) string { return by(old[i]) }, func(j int) string { return by(next[j]) })
}

// byBase matches elements that were the same one in the base.
func (m *Matching) byBase(was, is []int, fits func(mine, theirs int) bool) {
	now := map[int]int{}
	for i, b := range was {
		if b >= 0 && m.IsFree(i) {
			now[b] = i
		}
	}
	for j, b := range is {
		if i, found := now[b]; found && m.Was[j] < 0 && m.IsFree(i) && fits(i, j) {
			m.Match(i, j)
		}
	}
}

// trios lists what was matched. What only mine has was in the base only if theirs has lost it.
func (m *Matching) trios(was, is []int) (list []Trio) {
	there := map[int]bool{}
	for j, i := range m.Was {
		t := Trio{is[j], i, j}
		if t.Base < 0 && i >= 0 {
			t.Base = was[i]
		}
		there[t.Base] = true
		list = append(list, t)
	}
	for i, b := range was {
		if there[b] {
			b = -1
		}
		if m.IsFree(i) {
			list = append(list, Trio{b, i, -1})
		}
	}
	return list
}

// Was returns for each element of mine that of the base which it was: the one of its place in the version that it was taken from, else one
// with its key. places are the indexes in that version, origin; -1 for an element that was not taken from it.
func Was(base, origin, mine []Entry, places []int) []int {
	m, inBase := NewMatching(len(base), len(mine)), Match(base, origin).Was
	for i, at := range places {
		if at >= 0 && at < len(origin) && inBase[at] >= 0 && m.IsFree(inBase[at]) {
			m.Match(inBase[at], i)
		}
	}
	m.bySelf(base, mine)
	return m.Was
}
