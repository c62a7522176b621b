package gameversion

import "slices"

// Tally says how much of a file a version has too.
type Tally struct {
	Version *Version
	Entries int // of the file that the version has
	Values  int // what these say
	Equal   int // what of it the version says too
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
	bitmaps := make([]string, len(e.Says))
	for i, f := range e.Says {
		bitmaps[i] = t.bitmap(f)
	}
	for i := range tallies {
		one := &tallies[i]
		if one.Version.of != t || !has(is, one.Version.number) {
			continue
		}
		one.Entries, one.Values = one.Entries+1, one.Values+len(e.Says)
		for _, bitmap := range bitmaps {
			if has(bitmap, one.Version.number) {
				one.Equal++
			}
		}
	}
}

// Named returns the version of a map with that name, or nil.
func Named(versions []*Version, name string) *Version {
	i := slices.IndexFunc(versions, func(v *Version) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	return versions[i]
}
