package economy

import (
	"math/bits"
	"strings"
)

// set holds names of a vocabulary, a bit each.
type set uint64

func (s set) meets(other set) bool { return s&other != 0 }

// unknown is a name that a vocabulary does not have.
const unknown set = 1 << 63

// lastBit is shared by all names beyond the 62nd: the game knows 32.
const lastBit = 62

// vocabulary gives names their bits, whatever their letter case.
type vocabulary struct {
	index map[string]int
	names []string
}

func newVocabulary(names ...string) *vocabulary {
	v := &vocabulary{index: map[string]int{}}
	v.add(names...)
	return v
}

// add returns the set of the names, and adds those that are new.
func (v *vocabulary) add(names ...string) (s set) {
	for _, name := range names {
		key := strings.ToLower(name)
		n, known := v.index[key]
		if !known {
			n = min(len(v.names), lastBit)
			v.index[key] = n
			v.names = append(v.names, strings.Clone(name))
		}
		s |= 1 << n
	}
	return s
}

// set returns the set of the names, in which those that are not known are one.
func (v *vocabulary) set(names ...string) (s set) {
	for _, name := range names {
		n, known := v.index[strings.ToLower(name)]
		if !known {
			s |= unknown
			continue
		}
		s |= 1 << n
	}
	return s
}

// namesOf returns the names in a set, in the order of the vocabulary.
func (v *vocabulary) namesOf(s set) []string {
	names := make([]string, 0, bits.OnesCount64(uint64(s)))
	for n, name := range v.names {
		if n <= lastBit && s.meets(1<<n) {
			names = append(names, name)
		}
	}
	return names
}
