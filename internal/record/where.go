package record

import (
	"errors"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/filter"
)

// Condition is a term of a filter, compiled for a resource: a record meets it when one of the matches holds, or with Not when none
// does. What is not set matches nothing but its absence.
type Condition struct {
	Not bool
	Any []Match
}

// Match compares one value of a record.
type Match struct {
	Test  Test
	Field *Field   // nil for Worded, ChangedBy, HasProblem and Used
	Below []*Field // the fields that lead from a List to the value in its records
	Text  Pattern
	Else  string // the text that null stands for; empty for none
	Range Range
	Among []string // of Listed
	Not   bool
}

// Test says what a Match compares.
type Test uint8

// The tests. Those of HasProblem and Used are not made by the database: package bulk replaces them by Listed.
const (
	Unset      Test = iota // there is no value: null, or an empty text or list
	Given                  // there is one
	Texted                 // the text of the field, or one of its texts, is like Text
	Ranged                 // the number of the field, or one of its ids, is in Range
	CalledLike             // the name of a record that the field refers to is like Text
	Holds                  // the JSON text of the field contains Text
	Worded                 // one of the texts that search looks into contains Text
	ChangedBy              // who last changed the record is called Text
	HasProblem             // the lint has a finding of Text: a severity, a rule, or any
	Used                   // the number of uses is in Range
	Listed                 // the sid is one of Among
)

// Pattern is a text in parts; between two of them any text may stand. Letter case makes no difference.
type Pattern []string

// Range holds what is at least From and at most To; nil leaves an end open. Both are int64, or float64 for a field of that type.
type Range struct {
	From, To        any
	Above, LessThan bool // From and To themselves are not in it
}

// shortNames are what a filter may call fields beside their names: the first of each that a resource has.
var shortNames = map[string][]string{
	"cat":     {"category_id"},
	"usage":   {"usage_ids"},
	"value":   {"value_ids"},
	"tag":     {"tag_ids", "tags"},
	"file":    {"source_file"},
	"changed": {"updated_at"},
	"created": {"created_at"},
}

// askedTests are the short names that stand for no field.
var askedTests = map[string]Test{"by": ChangedBy, "problem": HasProblem, "used": Used}

// Where compiles a filter for the records of the resource. Times such as 7d count back from now. Every error is a *filter.Error.
func (r *Resource) Where(text string, now time.Time) ([]Condition, error) {
	terms, err := filter.Parse(text)
	if err != nil {
		return nil, err
	}
	conditions := make([]Condition, 0, len(terms))
	for _, term := range terms {
		c := compiler{r: r, now: now, term: term}
		condition, err := c.condition()
		if err != nil {
			return nil, filter.Problem(text, term.Span, err.Error())
		}
		if !isEverything(term) {
			conditions = append(conditions, condition)
		}
	}
	return conditions, nil
}

// isEverything reports whether a term is a bare star, which also holds for records without a name.
func isEverything(t filter.Term) bool {
	return t.Field == "" && !t.Not && !t.Values[0].Quoted && strings.Trim(t.Values[0].Text, "*") == ""
}

// HoldsText reports whether the stored value is a text, also one of JSON.
func (f *Field) HoldsText() bool { return f.Type == Text || f.isJSON() }

// mainFiles are the files of records whose source file is null.
var mainFiles = map[string]string{"types": "db/types.xml", "events": "db/events.xml", "spawnable_types": "cfgspawnabletypes.xml"}

// compiler compiles one term.
type compiler struct {
	r    *Resource
	now  time.Time
	term filter.Term
}

func (c compiler) condition() (Condition, error) {
	condition := Condition{Not: c.term.Not}
	for _, v := range c.term.Values {
		matches, err := c.matches(v)
		if err != nil {
			return condition, err
		}
		condition.Any = append(condition.Any, matches...)
	}
	return condition, nil
}

// matches compiles one value of the term.
func (c compiler) matches(v filter.Value) ([]Match, error) {
	if c.term.Field == "" {
		return []Match{{Test: Worded, Text: v.Parts()}}, nil
	}
	path, err := c.r.FieldFor(c.term.Field)
	if err != nil {
		test, known := askedTests[strings.ToLower(c.term.Field)]
		if !known || c.r.Scope != InInstance {
			return nil, err
		}
		return c.asked(test, v)
	}
	f, below := path[0], path[1:]
	if test, asked := c.presence(v); asked {
		return []Match{{Test: test, Field: f, Below: below}}, nil
	}
	if f.Type == List {
		return c.inList(f, below, v)
	}
	match, err := c.match(f, v)
	match.Field = f
	return []Match{match}, err
}

// presence compiles the words for what is not set, and is.
func (c compiler) presence(v filter.Value) (test Test, asked bool) {
	if v.Quoted || c.term.Op != filter.Is {
		return 0, false
	}
	switch v.Text {
	case "none":
		return Unset, true
	case "any":
		return Given, true
	}
	return 0, false
}

// FieldFor returns the field that a filter or a bulk operation calls by a name: that of the field, of a field of ids without its
// ending, or a short name; for a value in a list of records, with dots between the names, also the fields that lead there.
func (r *Resource) FieldFor(name string) ([]*Field, error) {
	parts := strings.Split(strings.ToLower(name), ".")
	f := r.filterable(parts[0])
	if f == nil {
		return nil, errors.New(r.Plural() + " have no field “" + parts[0] + "”")
	}
	path := []*Field{f}
	for _, part := range parts[1:] {
		i := slices.IndexFunc(f.Items, func(item *Field) bool { return item.Name == part })
		if i < 0 {
			return nil, errors.New("the field " + f.Name + " has no part “" + part + "”")
		}
		f = f.Items[i]
		path = append(path, f)
	}
	return path, nil
}

func (r *Resource) filterable(name string) *Field {
	names := append([]string{name}, shortNames[name]...)
	for _, candidate := range append(names, name+"_id") {
		if i, there := r.byName[candidate]; there && (r.Fields[i].Shown() || candidate == "source_file") {
			return r.Fields[i]
		}
	}
	return nil
}

// asked compiles a test that is about no field.
func (c compiler) asked(test Test, v filter.Value) ([]Match, error) {
	if test == Used {
		match, err := c.number(&Field{Name: "used", Type: Int}, v)
		if v.Text == "any" {
			match, err = Match{Range: Range{From: int64(1)}}, nil
		}
		match.Test = Used
		return []Match{match}, err
	}
	if c.term.Op != filter.Is {
		return nil, notCompared(c.term.Field)
	}
	return []Match{{Test: test, Text: v.Parts()}}, nil
}

func notCompared(name string) error {
	return errors.New("only numbers and times can be compared, and " + name + " is neither")
}

// match compiles a value for a field that is not a List.
func (c compiler) match(f *Field, v filter.Value) (Match, error) {
	switch {
	case f.Type == Links, f.Ref != "":
		return c.reference(f, v)
	case f.Type == Int, f.Type == Float, f.Type == Decimal:
		return c.number(f, v)
	case f.Type == Time:
		return c.moment(v)
	case c.term.Op != filter.Is:
		return Match{}, notCompared(f.Name)
	case f.Type == Flag:
		return flagged(f, v)
	case f.Type == Object, f.Type == Vector, f.Type == BulkSteps:
		return Match{Test: Holds, Text: v.Parts()}, nil
	}
	match := Match{Test: Texted, Text: v.Parts()}
	if f.Name == "source_file" {
		match.Else = mainFiles[c.r.Name]
	}
	return match, nil
}

// reference compiles the id or the name of a record that the field refers to.
func (c compiler) reference(f *Field, v filter.Value) (Match, error) {
	_, _, isRange := v.Range()
	if !v.Quoted && (isRange || c.term.Op != filter.Is || strings.Trim(v.Text, "0123456789") == "") {
		return c.number(f, v)
	}
	return Match{Test: CalledLike, Text: v.Parts()}, nil
}

var flagWords = map[string]int64{"yes": 1, "true": 1, "1": 1, "on": 1, "no": 0, "false": 0, "0": 0, "off": 0}

func flagged(f *Field, v filter.Value) (Match, error) {
	set, known := flagWords[strings.ToLower(v.Text)]
	if !known {
		return Match{}, errors.New(f.Name + " is yes or no")
	}
	return Match{Test: Ranged, Range: Range{From: set, To: set}}, nil
}

// inList compiles a value for what the records of a List hold: for the part that the term names, else for any of their texts.
func (c compiler) inList(f *Field, below []*Field, v filter.Value) ([]Match, error) {
	if len(below) == 0 || below[len(below)-1].Type == List {
		return c.anyText(f, below, v)
	}
	match, err := c.match(below[len(below)-1], v)
	match.Field, match.Below = f, below
	return []Match{match}, err
}

func (c compiler) anyText(f *Field, below []*Field, v filter.Value) ([]Match, error) {
	if c.term.Op != filter.Is {
		return nil, notCompared(c.term.Field)
	}
	last := f
	if len(below) > 0 {
		last = below[len(below)-1]
	}
	var matches []Match
	for _, item := range last.Items {
		path := append(slices.Clip(below), item)
		switch item.Type {
		case Text:
			matches = append(matches, Match{Test: Texted, Field: f, Below: path, Text: v.Parts()})
		case List:
			more, err := c.anyText(f, path, v)
			if err != nil {
				return nil, err
			}
			matches = append(matches, more...)
		}
	}
	return matches, nil
}
