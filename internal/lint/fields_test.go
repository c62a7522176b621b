package lint_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/storetest"
)

// slip is a sort of mistake that can be made with a value.
type slip string

// The slips. Each field of the table says of each that its sort of values can have which rule finds it, or why none does.
const (
	missing   slip = "missing"
	empty     slip = "empty"
	word      slip = "a word for a number"
	negative  slip = "below zero"
	zero      slip = "zero"
	tooLarge  slip = "too large for the game"
	over      slip = "minimum over maximum, or out of range"
	asAttr    slip = "an attribute where text belongs"
	asText    slip = "text where an attribute belongs"
	twice     slip = "twice"
	unknown   slip = "an unknown reference"
	otherCase slip = "other letter case"
	foreign   slip = "letters of another script"
	blank     slip = "a blank around it"
	two       slip = "2 for a switch"
)

// sort is what a field holds, and the slips that such a field can have.
type sort []slip

var (
	numberElement   = sort{missing, empty, word, negative, zero, tooLarge, over, asAttr, twice}
	switchElement   = sort{missing, empty, word, negative, two, asAttr, twice}
	wordElement     = sort{missing, empty, unknown, otherCase, asAttr, twice}
	numberAttribute = sort{missing, empty, word, negative, zero, tooLarge, over}
	switchAttribute = sort{missing, empty, word, negative, two}
	nameAttribute   = sort{missing, empty, unknown, otherCase, foreign, blank}
	reference       = sort{missing, empty, unknown, otherCase, foreign, blank, asText, twice}
)

// field is a value of a file: where it stands in an entry that is sound, and what each slip leads to: the id of a rule, or a reason why
// nothing is told, which begins with a dash.
type field struct {
	sort  sort
	good  string // as it stands in the entry: an element or an attribute
	over  string // a value that is over its maximum, or out of range; for numbers
	finds map[slip]string
}

// entry is an entry of a file with all its fields.
type entry struct {
	file, anchor string // before which the entries go
	name         string // begins the names of the entries, which a number follows
	text         string // NAME stands for the name
	base         string // of the file, where the mission has none
	also         func(name string) []change
	fields       []field
}

// slipped returns the value of a field with a slip; it is an element if good begins with <, else an attribute.
func (f field) slipped(s slip) string {
	if strings.HasPrefix(f.good, "<") {
		return f.slippedElement(s)
	}
	key, value, _ := strings.Cut(f.good, "=")
	attribute := func(v string) string { return key + `="` + v + `"` }
	value = strings.Trim(value, `"`)
	switch s {
	case missing:
		return ""
	case twice:
		return f.good + "/><usage " + f.good
	}
	return attribute(f.wrong(s, value))
}

// digitsOf returns the digits at the end of a name.
func digitsOf(name string) string { return strings.TrimLeft(name, "QmGroup") }

func (f field) slippedElement(s slip) string {
	tag := strings.FieldsFunc(f.good, func(r rune) bool { return strings.ContainsRune("<> /", r) })[0]
	around := func(v string) string { return "<" + tag + ">" + v + "</" + tag + ">" }
	_, value, isReference := strings.Cut(f.good, `="`)
	value = strings.TrimSuffix(strings.TrimSuffix(value, "/>"), `"`)
	switch {
	case s == missing:
		return ""
	case s == twice:
		return f.good + f.good
	case s == asText:
		return around(value)
	case isReference:
		return strings.Replace(f.good, `"`+value+`"`, `"`+f.wrong(s, value)+`"`, 1)
	}
	value = strings.TrimSuffix(strings.TrimPrefix(f.good, "<"+tag+">"), "</"+tag+">")
	if s == asAttr {
		return "<" + tag + ` value="` + value + `"/>`
	}
	return around(f.wrong(s, value))
}

// wrong returns a value with a slip.
func (f field) wrong(s slip, value string) string {
	switch s {
	case empty:
		return ""
	case word:
		return "many"
	case negative:
		return "-7"
	case zero:
		return "0"
	case two:
		return "2"
	case tooLarge:
		return "99999999999" + strings.Repeat("9", 300*strings.Count(f.over, "e"))
	case over:
		return strings.TrimSuffix(f.over, "e")
	case unknown:
		return "QmNowhere"
	case otherCase:
		return swapCase(value)
	case foreign:
		return strings.NewReplacer("A", "А", "o", "о", "a", "а", "e", "е", "T", "Т").Replace(value)
	case blank:
		return value + " "
	}
	panic("a slip without a value: " + string(s))
}

func swapCase(text string) string {
	if upper := strings.ToUpper(text[:1]); upper != text[:1] {
		return upper + text[1:]
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// TestFieldsAndSlips plants each slip in each field of the table, an entry each, and demands what the table says: the finding of a rule, or
// none. A field that says nothing of a slip is a gap.
func TestFieldsAndSlips(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	user := storetest.User(t, db)
	for _, e := range fieldTable {
		t.Run(e.file+" "+e.name, func(t *testing.T) {
			f, planted := e.plant(t)
			found := plantedIn(t, db, user, f)
			for _, p := range planted {
				p.check(t, found)
			}
		})
	}
}

// plantedSlip is a slip in an entry of its own.
type plantedSlip struct {
	name, field string
	slip        slip
	want        string
}

// plant returns a mission with an entry for each slip of each field.
func (e entry) plant(t *testing.T) (files, []plantedSlip) {
	t.Helper()
	f, planted := smallMission(), []plantedSlip{}
	if e.base != "" {
		f[e.file] = e.base
	}
	var texts strings.Builder
	for _, one := range e.fields {
		for _, s := range one.sort {
			want := one.finds[s]
			if want == "" {
				t.Errorf("%s: nothing says what %q leads to", one.good, s)
				continue
			}
			p := plantedSlip{fmt.Sprintf("%s%d", e.name, len(planted)), one.good, s, want}
			text := strings.Replace(e.text, one.good, one.slipped(s), 1)
			if text == e.text && s != zero {
				t.Errorf("%s does not stand in the entry", one.good)
			}
			texts.WriteString(strings.ReplaceAll(text, "NAME", p.name) + "\n")
			if e.also != nil {
				f, _ = f.with(mistake{plant: e.also(p.name)})
			}
			planted = append(planted, p)
		}
		for s := range maps.Keys(one.finds) {
			if !slices.Contains(one.sort, s) {
				t.Errorf("%s cannot be %q", one.good, s)
			}
		}
	}
	f, ok := f.with(mistake{plant: inside(e.file, e.anchor, texts.String())})
	if !ok {
		t.Fatal("the entries cannot be planted")
	}
	return f, planted
}

// check demands the finding, or that there is none.
func (p plantedSlip) check(t *testing.T, found []lint.Finding) {
	t.Helper()
	var rules []string
	for _, f := range found {
		if !f.Vanilla && (f.Name == p.name || mentions(f.Message(), p.name)) {
			rules = append(rules, f.Rule.ID)
		}
	}
	_, isReason := strings.CutPrefix(p.want, "-")
	switch {
	case isReason && len(rules) > 0:
		t.Errorf("%s, %s: %v, where nothing is expected: %s", p.field, p.slip, rules, p.want)
	case !isReason && !slices.Contains(rules, p.want):
		t.Errorf("%s, %s: %s is not told, but %v", p.field, p.slip, p.want, rules)
	}
}

// mentions reports whether a text has a name that no digit follows.
func mentions(text, name string) bool {
	_, rest, found := strings.Cut(text, name)
	return found && (rest == "" || rest[0] < '0' || rest[0] > '9')
}
