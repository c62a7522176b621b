package ce

import (
	"slices"
	"strings"
)

// Oddity is something in an entry that the game does not read as it was most likely meant.
type Oddity struct {
	Type    OddityType
	Element string // the element that it is in, or that is unknown
	Name    string // of the attribute, if it is one
	Text    string // the value as written
	Near    string // what may have been meant; empty if nothing is like it
}

// OddityType is the type of an Oddity.
type OddityType uint8

// The types of oddities.
const (
	UnknownElement OddityType = iota // an element or attribute that the game does not know there
	NotANumber                       // a number that is none, or is empty
	TooLarge                         // a number beyond what the game holds
	NotWhole                         // a number with decimals where the game reads whole ones
	NotAFlag                         // a switch with a number that is neither 0 nor 1
	BlankAround                      // white space around a name
	Nameless                         // an attribute that is needed and missing, or a name that is empty
	TextInside                       // text in an element of which the game reads attributes alone
	Repeated                         // an element that counts once stands several times
)

// valueType is what a text or an attribute holds.
type valueType uint8

const (
	noValue valueType = iota // the game does not look at it
	anyText
	integer
	decimal
	flag
	aName  // not empty
	orName // a name, or nothing
)

// attribute is one that the game knows.
type attribute struct {
	name   string
	holds  valueType
	needed bool // without it the element says nothing
}

// word is an element that the game knows in a type of files.
type word struct {
	inside     []string  // the elements that may be in it; nil for one that holds a value, and for one that is not looked into
	text       valueType // what its text holds
	once       bool      // it counts once in an entry
	attributes []attribute
}

// words are the elements that the game knows in a type of files.
type words map[string]word

func (w word) attribute(name string) (attribute, bool) {
	i := slices.IndexFunc(w.attributes, func(a attribute) bool { return a.name == name })
	if i < 0 {
		return attribute{}, false
	}
	return w.attributes[i], true
}

// insides returns the elements that may be in others, by those around them.
func (w words) insides() map[string][]string {
	known := map[string][]string{}
	for around, of := range w {
		if of.inside != nil {
			known[around] = of.inside
		}
	}
	return known
}

func (w word) attributeNames() []string {
	names := make([]string, len(w.attributes))
	for i, a := range w.attributes {
		names[i] = a.name
	}
	return names
}

// Oddities returns what is odd in an entry, or in the text between the entries, of a file type. It returns nothing for types that it
// does not know.
func Oddities(t FileType, text string) (found []Oddity) {
	known := wordsOf(t)
	if known == nil {
		return nil
	}
	c := oddityCheck{words: known, fold: t == MessagesFile}
	for e := range Elements(text) {
		c.element(e)
	}
	return c.found
}

// oddityCheck goes through an entry.
type oddityCheck struct {
	words
	fold  bool // the game reads names of elements in any letter case
	found []Oddity
	seen  []string // elements that count once
}

func (c *oddityCheck) element(e *Element) {
	element, around := e.Name, e.Parent
	if c.fold {
		element, around = strings.ToLower(element), strings.ToLower(around)
	}
	if known := c.words[around].inside; known != nil && !slices.Contains(known, element) {
		c.found = append(c.found, Oddity{Type: UnknownElement, Element: e.Name, Near: Nearest(e.Name, known)})
		return
	}
	known, isKnown := c.words[element]
	if !isKnown {
		return
	}
	if known.once && known.isFilled(e) {
		c.once(element)
	}
	c.text(known, e)
	c.attributes(known, e)
}

// isFilled reports whether an element says anything: a bare one means nothing.
func (w word) isFilled(e *Element) bool {
	return w.inside != nil || e.Text() != "" || slices.ContainsFunc(e.attrs, func(a attr) bool { return e.Attr(a.name) != "" })
}

// once notes an element that counts once, and adds it when it stands for the second time.
func (c *oddityCheck) once(element string) {
	odd := Oddity{Type: Repeated, Element: element}
	if slices.Contains(c.seen, element) && !slices.Contains(c.found, odd) {
		c.found = append(c.found, odd)
	}
	c.seen = append(c.seen, element)
}

func (c *oddityCheck) text(w word, e *Element) {
	if w.inside != nil || e.empty && (len(e.attrs) > 0 || w.text == noValue) {
		return
	}
	text := e.Text()
	switch {
	case w.text == noValue && text != "":
		c.found = append(c.found, Oddity{Type: TextInside, Element: e.Name, Text: text})
	case w.text != noValue:
		c.value(w.text, Oddity{Element: e.Name, Text: text})
	}
}

func (c *oddityCheck) attributes(w word, e *Element) {
	for _, a := range e.attrs {
		odd := Oddity{Element: e.Name, Name: a.name, Text: e.Written(a.name)}
		known, isKnown := w.attribute(a.name)
		if !isKnown {
			odd.Type, odd.Near = UnknownElement, Nearest(a.name, w.attributeNames())
			c.found = append(c.found, odd)
			continue
		}
		c.value(known.holds, odd)
	}
	for _, a := range w.attributes {
		if a.needed && !e.Has(a.name) {
			c.found = append(c.found, Oddity{Type: Nameless, Element: e.Name, Name: a.name})
		}
	}
}

// value adds what is odd about a value.
func (c *oddityCheck) value(holds valueType, odd Oddity) {
	text := strings.TrimSpace(odd.Text)
	problem, isOdd := UnknownElement, false
	switch holds {
	case integer, flag:
		problem, isOdd = oddInteger(text, holds == flag)
	case decimal:
		problem, isOdd = oddDecimal(text)
	case aName, orName:
		problem, isOdd = BlankAround, text != odd.Text
		if text == "" {
			problem, isOdd = Nameless, holds == aName
		}
	}
	if isOdd {
		odd.Type = problem
		c.found = append(c.found, odd)
	}
}

// oddInteger returns what is odd about the text of an integer, or of a flag.
func oddInteger(text string, isFlag bool) (OddityType, bool) {
	n, problem := integerOf(text)
	switch {
	case problem == outOfRange:
		return TooLarge, true
	case problem == noNumber:
		return NotANumber, true
	case problem == isCut && strings.Trim(fractionOf(text), "0") != "":
		return NotWhole, true
	}
	return NotAFlag, isFlag && n != 0 && n != 1
}

// oddDecimal returns what is odd about the text of a number that may have decimals.
func oddDecimal(text string) (OddityType, bool) {
	_, problem := decimalOf(text)
	if problem == outOfRange {
		return TooLarge, true
	}
	return NotANumber, problem == noNumber
}

func wordsOf(t FileType) words {
	switch t {
	case TypesFile:
		return typesWords
	case EventsFile:
		return eventsWords
	case SpawnableTypesFile:
		return spawnableWords
	case RandomPresetsFile:
		return presetWords
	case EventSpawnsFile:
		return eventSpawnWords
	case PlayerSpawnsFile:
		return playerSpawnWords
	case MessagesFile:
		return messageWords
	}
	return nil
}
