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
	NotANumber                       // a number that is none, or does not fit
	BlankAround                      // white space around a name
	SeveralOf                        // an element that counts once stands several times
)

// words are the elements and attributes that the game knows in a file type, by the element around them.
type words struct {
	inside, attributes map[string][]string
	numbers            []string // elements and attributes that hold integers
	decimals           []string // attributes that hold numbers
	names              []string // attributes that hold names
}

// Oddities returns what is odd in an entry, or in the text between the entries, of a file type. It returns nothing for types that it
// does not know.
func Oddities(t FileType, text string) (found []Oddity) {
	w := wordsOf(t)
	if w == nil {
		return nil
	}
	categories := 0
	for e := range Elements(text) {
		found = w.checkElement(found, e)
		if t == TypesFile && e.Name == "category" && e.Attr("name") != "" {
			categories++
		}
	}
	if categories > 1 {
		found = append(found, Oddity{Type: SeveralOf, Element: "category"})
	}
	return found
}

func (w *words) checkElement(found []Oddity, e *Element) []Oddity {
	known, isParent := w.inside[e.Parent]
	if isParent && !slices.Contains(known, e.Name) {
		return append(found, Oddity{Type: UnknownElement, Element: e.Name, Near: Nearest(e.Name, known)})
	}
	if slices.Contains(w.numbers, e.Name) {
		if lacksNumber(e.text()) {
			found = append(found, Oddity{Type: NotANumber, Element: e.Name, Text: e.text()})
		}
	}
	for _, a := range e.Attributes() {
		found = w.checkAttribute(found, e, a)
	}
	return found
}

func (w *words) checkAttribute(found []Oddity, e *Element, name string) []Oddity {
	known, hasAny := w.attributes[e.Name]
	written := e.Written(name)
	odd := Oddity{Element: e.Name, Name: name, Text: written}
	switch {
	case hasAny && !slices.Contains(known, name):
		odd.Type, odd.Near = UnknownElement, Nearest(name, known)
	case slices.Contains(w.numbers, name) && lacksNumber(strings.TrimSpace(written)),
		slices.Contains(w.decimals, name) && lacksDecimal(strings.TrimSpace(written)):
		odd.Type = NotANumber
	case slices.Contains(w.names, name) && written != strings.TrimSpace(written):
		odd.Type = BlankAround
	default:
		return found
	}
	return append(found, odd)
}

// lacksNumber reports whether a text is not empty and yet no integer.
func lacksNumber(text string) bool {
	if text == "" {
		return false
	}
	_, ok, _ := parseInteger(text)
	return !ok
}

// lacksDecimal reports whether a text is not empty and yet no number.
func lacksDecimal(text string) bool {
	if text == "" {
		return false
	}
	_, problem := parseDecimal(text)
	return problem != ""
}

func wordsOf(t FileType) *words {
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
	}
	return nil
}

var typesWords = &words{
	inside: map[string][]string{"types": {"type"}, "type": typesFormat().order},
	attributes: map[string][]string{
		"type": {"name"}, "category": {"name"}, "tag": {"name", "user"}, "usage": {"name", "user"}, "value": {"name", "user"},
		"flags": {"count_in_cargo", "count_in_hoarder", "count_in_map", "count_in_player", "crafted", "deloot"},
	},
	numbers: []string{
		"nominal", "lifetime", "restock", "min", "quantmin", "quantmax", "cost",
		"count_in_cargo", "count_in_hoarder", "count_in_map", "count_in_player", "crafted", "deloot",
	},
	names: []string{"name", "user"},
}

// eventsWords include what only older files have: waves and sec_spawner.
var eventsWords = &words{
	inside: map[string][]string{"events": {"event"}, "event": append(eventsFormat().order, "waves"), "children": {"child"}},
	attributes: map[string][]string{
		"event": {"name"}, "flags": {"deletable", "init_random", "remove_damaged", "sec_spawner"},
		"child": {"lootmax", "lootmin", "max", "min", "type"},
	},
	numbers: []string{
		"nominal", "min", "max", "lifetime", "restock", "saferadius", "distanceradius", "cleanupradius", "active",
		"deletable", "init_random", "remove_damaged", "lootmax", "lootmin",
	},
	names: []string{"name", "type"},
}

// spawnableWords include what only older files have: the damage of all types.
var spawnableWords = &words{
	inside: map[string][]string{
		"spawnabletypes": {"type", "damage"}, "type": spawnableTypesFormat().order, "attachments": {"item"}, "cargo": {"item"},
	},
	attributes: map[string][]string{
		"type": {"name"}, "damage": {"min", "max"}, "tag": {"name"}, "item": {"name", "chance"},
		"attachments": {"preset", "chance"}, "cargo": {"preset", "chance"},
	},
	decimals: []string{"chance", "min", "max"},
	names:    []string{"name", "preset"},
}

var presetWords = &words{
	inside: map[string][]string{"randompresets": {"cargo", "attachments"}, "cargo": {"item"}, "attachments": {"item"}},
	attributes: map[string][]string{
		"cargo": {"name", "chance"}, "attachments": {"name", "chance"}, "item": {"name", "chance"},
	},
	decimals: []string{"chance"},
	names:    []string{"name"},
}

var eventSpawnWords = &words{
	inside: map[string][]string{"eventposdef": {"event"}, "event": {"zone", "pos"}},
	attributes: map[string][]string{
		"event": {"name"}, "zone": {"smin", "smax", "dmin", "dmax", "r"}, "pos": {"x", "z", "y", "a", "group"},
	},
	decimals: []string{"smin", "smax", "dmin", "dmax", "r", "x", "z", "y", "a"},
	names:    []string{"name", "group"},
}

// Nearest returns the name of a list that differs from a misspelt one least, in up to two characters; empty if none does.
func Nearest(name string, list []string) (near string) {
	least := min(3, len(name))
	for _, candidate := range list {
		if d := distance(strings.ToLower(name), strings.ToLower(candidate)); d < least {
			near, least = candidate, d
		}
	}
	return near
}

// distance is the number of characters to add, remove or change to make one text of the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
