package gameversion

import (
	"encoding/binary"
	"maps"
	"slices"
)

// format is the first line of a table.
const format = "quartermaster versions 1\n"

// Builder makes a table of versions.
type Builder struct {
	versions []builtVersion
	facts    map[Fact][]byte // bitmaps of versions
	usual    map[string]map[string]bool
}

type builtVersion struct {
	mapName, name string
	counts        map[string]int
}

// Add adds a version of the files of a map.
func (b *Builder) Add(mapName, name string, files *Imprint) {
	if b.facts == nil {
		b.facts, b.usual = map[Fact][]byte{}, map[string]map[string]bool{}
	}
	v := builtVersion{mapName, name, map[string]int{}}
	for _, e := range files.Entries {
		v.counts[e.Kind]++
		b.set(e.Is)
		for _, f := range slices.Concat(e.Says, e.Beside) {
			b.set(f)
		}
	}
	for _, f := range files.texts {
		b.set(f)
	}
	b.versions = append(b.versions, v)
	for field, values := range files.usual {
		if b.usual[field] == nil {
			b.usual[field] = map[string]bool{}
		}
		maps.Copy(b.usual[field], values)
	}
}

// set notes that a fact holds for the version that is being added.
func (b *Builder) set(f Fact) {
	n := len(b.versions)
	for len(b.facts[f]) <= n/8 {
		b.facts[f] = append(b.facts[f], 0)
	}
	b.facts[f][n/8] |= 1 << (n % 8)
}

// Bytes returns the table.
func (b *Builder) Bytes() []byte {
	out := []byte(format)
	out = binary.AppendUvarint(out, uint64(len(b.versions)))
	for _, v := range b.versions {
		out = appendText(appendText(out, v.mapName), v.name)
		out = binary.AppendUvarint(out, uint64(len(v.counts)))
		for _, kind := range slices.Sorted(maps.Keys(v.counts)) {
			out = binary.AppendUvarint(appendText(out, kind), uint64(v.counts[kind]))
		}
	}
	return b.appendGroups(b.appendUsual(out))
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func (b *Builder) appendUsual(out []byte) []byte {
	maps.DeleteFunc(b.usual, func(_ string, values map[string]bool) bool { return len(values) > mostUsual })
	out = binary.AppendUvarint(out, uint64(len(b.usual)))
	for _, field := range slices.Sorted(maps.Keys(b.usual)) {
		out = appendText(out, field)
		out = binary.AppendUvarint(out, uint64(len(b.usual[field])))
		for _, value := range slices.Sorted(maps.Keys(b.usual[field])) {
			out = appendText(out, value)
		}
	}
	return out
}

// appendGroups appends the facts by the versions for which they hold.
func (b *Builder) appendGroups(out []byte) []byte {
	groups := map[string][]Fact{}
	for f, versions := range b.facts {
		bitmap := make([]byte, (len(b.versions)+7)/8)
		copy(bitmap, versions)
		groups[string(bitmap)] = append(groups[string(bitmap)], f)
	}
	out = binary.AppendUvarint(out, uint64(len(b.facts)))
	out = binary.AppendUvarint(out, uint64(len(groups)))
	for _, bitmap := range slices.Sorted(maps.Keys(groups)) {
		out = append(out, bitmap...)
		out = binary.AppendUvarint(out, uint64(len(groups[bitmap])))
		last := Fact(0)
		for _, f := range slices.Sorted(slices.Values(groups[bitmap])) {
			out = binary.AppendUvarint(out, uint64(f-last))
			last = f
		}
	}
	return out
}
