package gameversion

import (
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Fact is the fingerprint of one thing that a file says, in 44 bits.
type Fact uint64

// factBits is the size of a fact.
const factBits = 44

// place is where in a file something is said, and the field that it is about, which is the same in all entries of a kind.
type place struct {
	path  []byte
	field string
}

// separator stands between the parts of a place: no name has it.
const separator = '\x00'

func newPlace(field string, steps ...string) place {
	return place{[]byte(strings.Join(append([]string{field}, steps...), string(rune(separator)))), field}
}

// inside returns the place of a member.
func (p place) inside(key string) place {
	return place{append(append(p.path[:len(p.path):len(p.path)], separator), key...), p.field + "." + key}
}

// element returns the place of an element of a list, which is about the same field as all others.
func (p place) element(i int) place {
	return place{append(append(p.path[:len(p.path):len(p.path)], separator), elementStep(i)...), p.field + "[]"}
}

// says returns the fact that a text is said here. The sort keeps values apart from other things that are said about a place.
func (p place) says(sort byte, text string) Fact {
	b := append(append(p.path[:len(p.path):len(p.path)], separator, sort), text...)
	return Fact(xxhash.Sum64(b) >> (64 - factBits))
}

// The sorts of facts.
const (
	hasEntry    = '!' // there is an entry
	hasValue    = '='
	hasKeys     = '{' // an object has these keys
	hasLength   = '[' // a list has so many elements
	hasMember   = '<' // a list of words has this one
	hasText     = '"' // the file is this text
	hasSpelling = '~' // the key of an entry is spelled so
)
