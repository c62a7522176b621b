package pack

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// Mistake is what is wrong in a pack.
type Mistake struct {
	File string // of the pack
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

// mistakes collects what is wrong in a file, and counts what a pack may have only so many of.
type mistakes struct {
	file   string
	list   []Mistake
	counts map[bound]int
}

// node is a value of a pack with its place.
type node struct {
	*mistakes
	at    string
	value any // of jsontree; nil where there is none
}

// wrong tells a mistake; of very many, the first ones.
func (n node) wrong(format string, args ...any) {
	if len(n.list) < mostMistakes {
		n.list = append(n.list, Mistake{n.file, n.at, fmt.Sprintf(format, args...)})
	}
}

// object returns the value as an object, which is told where it is none. Keys that are not known are told, with what was meant if that is
// clear.
func (n node) object(known ...string) *jsontree.Object {
	object, isObject := n.value.(*jsontree.Object)
	if !isObject {
		n.wrong("must be an object")
	}
	for key := range object.All() {
		if !slices.Contains(known, key) {
			n.of(object, key).wrong("is not known here; known are %s", strings.Join(known, ", "))
		}
	}
	return object
}

// of returns the member of an object.
func (n node) of(object *jsontree.Object, key string) node {
	value, _ := object.Get(key)
	return node{n.mistakes, jsontree.Join(n.at, key), value}
}

// members returns the members of a list, which is told where it is none; none for what is not there.
func (n node) members() (list []node) {
	values, isList := n.value.([]any)
	if !isList && n.value != nil {
		n.wrong("must be a list")
	}
	for i, value := range values {
		list = append(list, node{n.mistakes, jsontree.Join(n.at, strconv.Itoa(i)), value})
	}
	return list
}

// text returns a text, empty for what is not there.
func (n node) text() string {
	text, isText := n.value.(string)
	switch {
	case !isText && n.value != nil:
		n.wrong("must be a text")
	case len(text) > mostBytes:
		n.wrong("is longer than %d bytes", mostBytes)
		return ""
	}
	return text
}

// words returns a text for people, which may be there in several languages: in English or, without that, in the first one.
func (n node) words() string {
	languages, several := n.value.(*jsontree.Object)
	if !several {
		return n.text()
	}
	first := ""
	for language := range languages.All() {
		in := n.of(languages, language)
		if !isLanguage.MatchString(language) {
			in.wrong("must be a language, such as en or pt-BR")
		}
		first = cmp.Or(first, in.text())
	}
	english, _ := textIn(languages, "en")
	return cmp.Or(english, first)
}

var isLanguage = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z]{2})?$`)

// needed returns a text that must be there.
func (n node) needed() string { return n.filled(n.text()) }

// neededWords returns a text for people that must be there.
func (n node) neededWords() string { return n.filled(n.words()) }

func (n node) filled(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		n.wrong("is missing")
	}
	return text
}

// oneOf returns a text that must be one of several, or not be there.
func (n node) oneOf(known ...string) string {
	text := n.text()
	if text != "" && !slices.Contains(known, text) {
		n.wrong("must be one of %s", strings.Join(known, ", "))
	}
	return text
}

func (n node) texts() (list []string) {
	for _, member := range n.members() {
		if !member.counts(mostNames) {
			break
		}
		list = append(list, member.needed())
	}
	return list
}

func (n node) truth() bool {
	set, isTruth := n.value.(bool)
	if !isTruth && n.value != nil {
		n.wrong("must be true or false")
	}
	return set
}

// number returns a number, nil for what is not there.
func (n node) number() *float64 {
	if n.value == nil {
		return nil
	}
	number, isNumber := n.value.(jsontree.Number)
	value, fits := expansion.NumberOf(number)
	if !isNumber || !fits {
		n.wrong("must be a number")
		return nil
	}
	return &value
}
