package gameversion

import "slices"

// Tally says how much of a file a version has too.
type Tally struct {
	Version *Version
	Entries int // of the file that the version has
	Values  int // what these say
	Equal   int // what of it the version says too
	Shape   int // how many of these say no value: an own element of a list is a shape that another version may have there
}

// TallyAll compares a file with versions. The tallies are in the order of these.
func TallyAll(versions []*Version, file *Imprint) []Tally {
	tallies := make([]Tally, len(versions))
	for i, v := range versions {
		tallies[i].Version = v
	}
	for of := range tablesOf(versions) {
		for _, e := range file.Entries {
			of.tally(e, tallies)
		}
	}
	return tallies
}

func tablesOf(versions []*Version) map[*table]bool {
	tables := map[*table]bool{}
	for _, v := range versions {
		tables[v.of] = true
	}
	return tables
}

// tally adds an entry to the tallies of the versions of the table.
func (t *table) tally(e Entry, tallies []Tally) {
	is := t.bitmap(e.Is)
	if is == "" {
		return
	}
	says, shape := t.allBitmaps(e.Says), t.allBitmaps(e.Shape)
	for i := range tallies {
		one := &tallies[i]
		if one.Version.of != t || !has(is, one.Version.number) {
			continue
		}
		one.Entries, one.Values = one.Entries+1, one.Values+len(e.Says)
		one.Equal += count(says, one.Version)
		one.Shape += count(shape, one.Version)
	}
}

func (t *table) allBitmaps(facts []Fact) []string {
	bitmaps := make([]string, len(facts))
	for i, f := range facts {
		bitmaps[i] = t.bitmap(f)
	}
	return bitmaps
}

// count counts the facts that a version has, given by their bitmaps.
func count(bitmaps []string, v *Version) (n int) {
	for _, bitmap := range bitmaps {
		if has(bitmap, v.number) {
			n++
		}
	}
	return n
}

// Named returns the version of a map with that name, or nil.
func Named(versions []*Version, name string) *Version {
	i := slices.IndexFunc(versions, func(v *Version) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	return versions[i]
}
