package gameversion

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// table holds the facts of some versions.
type table struct {
	versions []*Version
	usual    map[string][]string // the values of fields, as JSON
	facts    []uint64            // with their groups in the lowest bits, sorted
	bitmaps  []string            // of each group, a bit for each version
}

// groupBits is the size of the number of a group.
const groupBits = 16

// Version is one version of the game's files of a map.
type Version struct {
	Map, Name string
	Source    string         // tells it from another one of that name, for whoever has added it; empty for one of the program's
	Counts    map[string]int // of entries, by kind

	of     *table
	number int
}

// errFormat is the error of a table that cannot be read.
var errFormat = errors.New("this is no table of versions that this program can read")

// Load returns the versions of a table that a [Builder] has made. They refer to what is read, and are safe for concurrent use. It returns
// an error for other data.
func Load(data []byte) (versions []*Version, err error) {
	text, found := strings.CutPrefix(string(data), format)
	if !found {
		return nil, errFormat
	}
	r := &tableReader{left: []byte(text)}
	defer func() {
		if recover() != nil { // an index beyond the end: it is cut off
			versions, err = nil, errFormat
		}
	}()
	t := &table{usual: map[string][]string{}}
	r.versions(t)
	r.usual(t)
	r.facts(t)
	return t.versions, nil
}

// tableReader reads a table; it panics where that is cut off.
type tableReader struct{ left []byte }

func (r *tableReader) number() int {
	n, size := binary.Uvarint(r.left)
	r.left = r.left[max(size, 1):]
	return int(n)
}

func (r *tableReader) text() string { return r.bytes(r.number()) }

func (r *tableReader) bytes(size int) string {
	text := string(r.left[:size])
	r.left = r.left[size:]
	return text
}

func (r *tableReader) versions(t *table) {
	for n := range r.number() {
		v := &Version{Map: r.text(), Name: r.text(), Counts: map[string]int{}, of: t, number: n}
		for range r.number() {
			kind := r.text()
			v.Counts[kind] = r.number()
		}
		t.versions = append(t.versions, v)
	}
}

func (r *tableReader) usual(t *table) {
	for range r.number() {
		field := r.text()
		for range r.number() {
			t.usual[field] = append(t.usual[field], r.text())
		}
	}
}

func (r *tableReader) facts(t *table) {
	t.facts = make([]uint64, 0, min(r.number(), len(r.left)))
	for group := range r.number() {
		t.bitmaps = append(t.bitmaps, r.bytes((len(t.versions)+7)/8))
		last := uint64(0)
		for range r.number() {
			last += uint64(r.number())
			t.facts = append(t.facts, last<<groupBits|uint64(group))
		}
	}
	slices.Sort(t.facts)
}

// bitmap returns the versions for which a fact holds; "" for none.
func (t *table) bitmap(f Fact) string {
	first := uint64(f) << groupBits
	i, _ := slices.BinarySearch(t.facts, first)
	if i == len(t.facts) || Fact(t.facts[i]>>groupBits) != f {
		return ""
	}
	return t.bitmaps[t.facts[i]&(1<<groupBits-1)]
}

// Holds reports whether a fact holds for the version.
func (v *Version) Holds(f Fact) bool { return has(v.of.bitmap(f), v.number) }

func has(bitmap string, n int) bool { return n/8 < len(bitmap) && bitmap[n/8]>>(n%8)&1 == 1 }
