package gameversion

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Entry holds the facts of one entry of a file, or of a document as a whole.
type Entry struct {
	Kind   string
	Is     Fact   // that it is there
	Says   []Fact // what its fields say
	Shape  []Fact // those of them that say how many elements a list has, and which keys an object
	Beside []Fact // that fields say nothing, which many entries have in common, and how the key is spelled

	at     place
	fields *jsontree.Object // of one entry
	value  any              // of a document
	beside bool             // it is a setting beside the entries
}

// Imprint collects the facts of files. The zero value is empty and ready for use.
type Imprint struct {
	Entries   []Entry
	FactsOnly bool // entries keep no values: they are counted, and not compared

	texts []Fact
	keys  map[string]int // how many entries there are of a kind and key
	usual map[string]map[string]bool
}

// AddEntry adds an entry of a kind, known by its key in any letter case.
func (m *Imprint) AddEntry(kind, key string, values *jsontree.Object) {
	if m.keys == nil {
		m.keys = map[string]int{}
	}
	name := kind + "\n" + strings.ToLower(key)
	at := entryPlace(kind, key, m.keys[name])
	m.keys[name]++
	e := Entry{Kind: kind, Is: at.says(hasEntry, ""), Beside: []Fact{at.says(hasSpelling, key)}, at: at}
	if !m.FactsOnly {
		e.fields = values
	}
	m.Entries = append(m.Entries, e)
	for name, value := range values.All() {
		m.add(at.inside(name), value)
	}
}

// AddSetting adds what a file says beside its entries: an entry that is no entry for people.
func (m *Imprint) AddSetting(kind, path string, value *jsontree.Object) {
	m.AddEntry(kind, path, value)
	m.Entries[len(m.Entries)-1].beside = true
}

// AddDocument adds a file that is one value, known by its name.
func (m *Imprint) AddDocument(name string, value any) {
	at := newPlace(name)
	m.Entries = append(m.Entries, Entry{Kind: name, Is: at.says(hasEntry, ""), at: at, value: value})
	m.add(at, value)
}

// AddText adds a file as it is written, known by its name.
func (m *Imprint) AddText(name, text string) {
	m.texts = append(m.texts, newPlace(name).says(hasEntry, ""), textFact(name, text))
}

// textFact is the fact that a file has a text. Line ends, a byte order mark and blanks at the end are no part of it.
func textFact(name, text string) Fact {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return newPlace(name).says(hasText, strings.TrimRight(text, " \t\n"))
}

func entryPlace(kind, key string, nth int) place {
	return newPlace(kind, strings.ToLower(key), strconv.Itoa(nth))
}

func elementStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

// add adds what is said at a place to the last entry.
func (m *Imprint) add(at place, value any) {
	if isPlace(value) {
		m.say(at.says(hasValue, placeText(value)))
		return
	}
	switch value := value.(type) {
	case *jsontree.Object:
		m.sayShape(at.says(hasKeys, keysText(value.Keys())))
		for key, member := range value.All() {
			m.add(at.inside(key), member)
		}
	case []any:
		m.sayShape(at.says(hasLength, strconv.Itoa(lengthOf(value))))
		m.addElements(at, value)
	case nil:
		last := &m.Entries[len(m.Entries)-1]
		last.Beside = append(last.Beside, at.says(hasValue, scalarText(nil)))
	default:
		m.say(at.says(hasValue, scalarText(value)))
		m.note(at.field, scalarText(value))
	}
}

func (m *Imprint) addElements(at place, list []any) {
	if !areWords(list) {
		for i, element := range list {
			m.add(at.element(i), element)
		}
		return
	}
	seen := map[string]bool{}
	for _, word := range list {
		if text := fold(word); !seen[text] {
			seen[text] = true
			m.say(at.says(hasMember, text))
			m.note(at.field+"[]", scalarText(word))
		}
	}
}

// wordsOf returns the words of a set as they are compared, each once.
func wordsOf(list []any) map[string]bool {
	words := map[string]bool{}
	for _, word := range list {
		words[fold(word)] = true
	}
	return words
}

// lengthOf returns the number of elements of a list; of a set, of different ones.
func lengthOf(list []any) int {
	if areWords(list) {
		return len(wordsOf(list))
	}
	return len(list)
}

func (m *Imprint) say(f Fact) {
	last := &m.Entries[len(m.Entries)-1]
	last.Says = append(last.Says, f)
}

func (m *Imprint) sayShape(f Fact) {
	m.say(f)
	last := &m.Entries[len(m.Entries)-1]
	last.Shape = append(last.Shape, f)
}

// note notes a value that a field has somewhere.
func (m *Imprint) note(field, text string) {
	if isLong(text) {
		return
	}
	if m.usual == nil {
		m.usual = map[string]map[string]bool{}
	}
	if m.usual[field] == nil {
		m.usual[field] = map[string]bool{}
	}
	if len(m.usual[field]) <= mostUsual {
		m.usual[field][text] = true
	}
}

// A field whose values are noted has no more of them in all versions; others are positions and names. Nor are texts noted that are longer.
const mostUsual, longestUsual = 150, 24

// isLong reports whether a value is none that a field has again and again, but a text of its own.
func isLong(text string) bool { return len(text) > longestUsual || strings.Contains(text, " ") }

// fold returns a word of a set as it is compared: letter case counts for nothing in the game's names.
func fold(word any) string {
	text, _ := word.(string)
	return strings.ToLower(text)
}

// areWords reports whether a list is a set of words, whose order says nothing.
func areWords(list []any) bool {
	return !slices.ContainsFunc(list, func(element any) bool {
		_, isText := element.(string)
		return !isText
	})
}

// isPlace reports whether a value is a place on the map, with what is there. It counts as one value.
func isPlace(value any) bool {
	o, _ := value.(*jsontree.Object)
	return o.Has("x") && o.Has("z") && !slices.ContainsFunc(jsontree.Members(o), holdsOthers)
}

func holdsOthers(value any) bool { return jsontree.Members(value) != nil }

func placeText(value any) string {
	o := value.(*jsontree.Object)
	var b strings.Builder
	for _, key := range slices.Sorted(slices.Values(o.Keys())) {
		member, _ := o.Get(key)
		if member != nil {
			b.WriteString(key + string(rune(separator)) + scalarText(member) + string(rune(separator)))
		}
	}
	return b.String()
}

func keysText(keys []string) string {
	return strings.Join(slices.Sorted(slices.Values(keys)), string(rune(separator)))
}

// scalarText returns the JSON of a value that holds no others. Numbers have one spelling.
func scalarText(value any) string {
	number, isNumber := value.(jsontree.Number)
	if !isNumber {
		return string(jsontree.AppendValue(nil, value))
	}
	if n, err := strconv.ParseInt(string(number), 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	if n, err := strconv.ParseFloat(string(number), 64); err == nil {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return string(number)
}
