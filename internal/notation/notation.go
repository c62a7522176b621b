// Package notation reads JSON that people write, such as packs, strictly: every mistake is told with its file and place, and keys that are
// not known are mistakes.
package notation

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Mistake is what is wrong in a file.
type Mistake struct {
	File string
	At   string // keys, and places in lists from 0, divided by dots; empty for the file as a whole
	Text string // what is wrong, behind the name of the place
}

// Error returns a line with the file, the place and what is wrong there.
func (m Mistake) Error() string {
	if m.At == "" {
		return m.File + ": " + m.Text
	}
	return m.File + ": " + m.At + ": " + m.Text
}

// Bounds of a file, so that one of a stranger costs no more than others.
const (
	mostMistakes = 200
	mostBytes    = 2000 // of a text
)

// Bound is something that a file may have only so many of.
type Bound struct {
	What string
	Most int
}

var mostNames = Bound{"columns and keys in lists", 1000}

// mistakes collects what is wrong in a file, and counts what it may have only so many of.
type mistakes struct {
	file   string
	list   []Mistake
	counts map[Bound]int
}

// Node is a value of a file with its place.
type Node struct {
	*mistakes

	at, key string // the place of what it is in, and its key there; the key is empty where at is its own place
	Value   any    // of jsontree; nil where there is none
}

// New returns the value of a whole file.
func New(file string, value any) Node {
	return Node{&mistakes{file: file, counts: map[Bound]int{}}, "", "", value}
}

// Parse reads the text of a file. What is not JSON is a mistake.
func Parse(file string, data []byte) Node {
	value, err := jsontree.Parse(data)
	n := New(file, value)
	if err != nil {
		n.Wrong("%v", err)
	}
	return n
}

// Mistakes returns what was found wrong in the file.
func (n Node) Mistakes() []Mistake { return n.list }

// Counts reports whether the file may have one more; that it may not is told once.
func (n Node) Counts(b Bound) bool {
	n.counts[b]++
	if n.counts[b] == b.Most+1 {
		n.Wrong("is one too many: a pack may have %d %s", b.Most, b.What)
	}
	return n.counts[b] <= b.Most
}

// Wrong tells a mistake; of very many, the first ones.
func (n Node) Wrong(format string, args ...any) {
	if len(n.list) < mostMistakes {
		n.list = append(n.list, Mistake{n.file, n.place(), fmt.Sprintf(format, args...)})
	}
}

// Object returns the value as an object, which is told where it is none. Keys that are not known are told, with what was meant if that is
// clear.
func (n Node) Object(known ...string) *jsontree.Object {
	object, isObject := n.Value.(*jsontree.Object)
	if !isObject {
		n.Wrong("must be an object")
	}
	for key := range object.All() {
		if !slices.Contains(known, key) {
			n.Of(object, key).Wrong("is not known here; known are %s", strings.Join(known, ", "))
		}
	}
	return object
}

// Of returns the member of an object.
func (n Node) Of(object *jsontree.Object, key string) Node {
	value, _ := object.Get(key)
	return n.inside(key, value)
}

// inside returns a value in this one. Only of one that holds others the place is made before it is needed.
func (n Node) inside(key string, value any) Node {
	in := Node{n.mistakes, n.place(), key, value}
	if jsontree.HoldsOthers(value) {
		in.at, in.key = in.place(), ""
	}
	return in
}

func (n Node) place() string {
	if n.key == "" {
		return n.at
	}
	return jsontree.Join(n.at, n.key)
}

// Members returns the members of a list, which is told where it is none; none for what is not there.
func (n Node) Members() (list []Node) {
	values, isList := n.Value.([]any)
	if !isList && n.Value != nil {
		n.Wrong("must be a list")
	}
	for i, value := range values {
		list = append(list, n.inside(strconv.Itoa(i), value))
	}
	return list
}

// Text returns a text, empty for what is not there.
func (n Node) Text() string {
	text, isText := n.Value.(string)
	switch {
	case !isText && n.Value != nil:
		n.Wrong("must be a text")
	case len(text) > mostBytes:
		n.Wrong("is longer than %d bytes", mostBytes)
		return ""
	}
	return text
}

// Words returns a text for people, which may be there in several languages: in English or, without that, in the first one.
func (n Node) Words() string {
	languages, several := n.Value.(*jsontree.Object)
	if !several {
		return n.Text()
	}
	first := ""
	for language := range languages.All() {
		in := n.Of(languages, language)
		if !isLanguage.MatchString(language) {
			in.Wrong("must be a language, such as en or pt-BR")
		}
		first = cmp.Or(first, in.Text())
	}
	return cmp.Or(languages.Text("en"), first)
}

var isLanguage = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2})?$`)

// Needed returns a text that must be there.
func (n Node) Needed() string { return n.filled(n.Text()) }

// NeededWords returns a text for people that must be there.
func (n Node) NeededWords() string { return n.filled(n.Words()) }

func (n Node) filled(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		n.Wrong("is missing")
	}
	return text
}

// OneOf returns a text that must be one of several, or not be there.
func (n Node) OneOf(known ...string) string {
	text := n.Text()
	if text != "" && !slices.Contains(known, text) {
		n.Wrong("must be one of %s", strings.Join(known, ", "))
	}
	return text
}

// Texts returns a list of texts, none for what is not there.
func (n Node) Texts() (list []string) {
	for _, member := range n.Members() {
		if !member.Counts(mostNames) {
			break
		}
		list = append(list, member.Needed())
	}
	return list
}

// Truth returns a truth value, false for what is not there.
func (n Node) Truth() bool {
	set, isTruth := n.Value.(bool)
	if !isTruth && n.Value != nil {
		n.Wrong("must be true or false")
	}
	return set
}

// Number returns a number, nil for what is not there.
func (n Node) Number() *float64 {
	if n.Value == nil {
		return nil
	}
	number, isNumber := n.Value.(jsontree.Number)
	value, err := strconv.ParseFloat(string(number), 64)
	if !isNumber || err != nil {
		n.Wrong("must be a number")
		return nil
	}
	return &value
}
