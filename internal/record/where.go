package record

import (
	"context"
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
	Field *Field   // nil for Worded, Listed, Identified and what is Asked
	Below []*Field // the fields that lead from a List to the value in its records
	Text  Pattern
	Else  string // the text that null stands for; empty for none
	Range Range
	Among []string // the texts of OneOf, in lower case; the sids of Listed
	IDs   []int64  // of Linked and Identified

	// Answer tells of what is Asked whether it holds for a row. It is handed in by who has worked it out; see bulk.Service.Where.
	Answer func(Row) bool
}

// Test says what a Match compares.
type Test uint8

// The tests. The last ones are Asked: they have no field, and an Answer.
const (
	Unset      Test = iota // there is no value: null, or an empty text or list
	Given                  // there is one
	OneOf                  // the text of the field, or one of its texts, is one of Among
	Texted                 // the text of the field, or one of its texts, is like Text
	Ranged                 // the number of the field is in Range
	Linked                 // the id of the field, or one of its ids, is one of IDs
	Holds                  // the JSON text of the field contains Text
	Worded                 // one of the texts that search looks into contains Text
	Listed                 // the sid is one of Among
	Identified             // the id is one of IDs
	ChangedBy              // who last changed the record is called Text
	HasProblem             // the lint has a finding of Text: a severity, a rule, or any
	Used                   // the number of uses is in Range
	OfKind                 // what sort of thing the class is, by its name and category
	ByGame                 // how it stands to the game's own file is Text
	Since                  // it was changed after what Text names
)

// IsAsked reports whether a test stands for no field and needs an Answer.
func (t Test) IsAsked() bool { return t >= ChangedBy }

// Pattern is a text in parts; between two of them any text may stand. Letter case makes no difference.
type Pattern []string

// Range holds what is at least From and at most To; nil leaves an end open. Both are int64, or float64 for a field of that type.
type Range struct {
	From, To        any
	Above, LessThan bool // From and To themselves are not in it
}

// Where compiles a filter for the records of the resource. Times such as 7d count back from now. Names are looked up in the vocabulary;
// nil leaves those unresolved that refer to other records, which is enough to see whether the language is understood. An error is a
// *filter.Error, or one of the vocabulary.
func (r *Resource) Where(ctx context.Context, text string, now time.Time, words Vocabulary) ([]Condition, error) {
	terms, err := filter.Parse(text)
	if err != nil {
		return nil, err
	}
	looked := &lookedUp{Vocabulary: words, r: r}
	conditions := make([]Condition, 0, len(terms))
	seen := map[string]bool{}
	for _, term := range terms {
		if written := text[term.Start:term.End]; seen[written] || isEverything(term) {
			continue
		} else {
			seen[written] = true
		}
		c := compiler{r: r, now: now, term: term, known: looked}
		condition, err := c.condition(ctx)
		if err != nil {
			return nil, about(text, term, err)
		}
		conditions = append(conditions, condition)
	}
	return conditions, nil
}

// about says which term a mistake is in. Other errors stay as they are.
func about(text string, term filter.Term, err error) error {
	if reason, isMistake := err.(mistake); isMistake { //nolint:errorlint // never wrapped
		return filter.Problem(text, term.Span, string(reason))
	}
	return err
}

// mistake is what is wrong with a term, as a sentence without its full stop.
type mistake string

// Error returns the sentence.
func (m mistake) Error() string { return string(m) }

// isEverything reports whether a term is a bare star, which also holds for records without a name.
func isEverything(t filter.Term) bool {
	return t.Field == "" && !t.Not && !t.Values[0].Quoted && strings.Trim(t.Values[0].Text, "*") == ""
}

// HoldsText reports whether the stored value is a text, also one of JSON.
func (f *Field) HoldsText() bool { return f.Type == Text || f.isJSON() }

// mainFiles are the files of records whose source file is null.
var mainFiles = map[string]string{"types": "db/types.xml", "events": "db/events.xml", "spawnable_types": "cfgspawnabletypes.xml"}

// shortNames are what a filter may call fields beside their names: the first of each that a resource has.
var shortNames = map[string][]string{
	"cat":     {"category_id"},
	"usage":   {"usage_ids"},
	"value":   {"value_ids"},
	"tag":     {"tag_ids", "tags"},
	"file":    {"source_file", "path"},
	"by":      {"author", "who"},
	"changed": {"updated_at", "created_at"},
	"created": {"created_at"},
}

// FieldFor returns the field that a filter or a bulk operation calls by a name: that of the field, of a field of ids without its ending, or
// a short name; for a value in a list of records, with dots between the names, also the fields that lead there. It returns an
// error for any other name, as a sentence without its full stop.
func (r *Resource) FieldFor(name string) ([]*Field, error) {
	parts := strings.Split(strings.ToLower(name), ".")
	f := r.filterable(parts[0])
	if f == nil {
		return nil, mistake(r.Plural() + " have no field “" + parts[0] + "”" + filter.DidYouMean(parts[0], r.termNames()))
	}
	path := []*Field{f}
	for _, part := range parts[1:] {
		i := slices.IndexFunc(f.Items, func(item *Field) bool { return item.Name == part })
		if i < 0 {
			return nil, mistake("the field " + f.Name + " has no part “" + part + "”" + filter.DidYouMean(part, namesOf(f.Items)))
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

// termNames returns what terms about the records of the resource may begin with.
func (r *Resource) termNames() (names []string) {
	for short := range shortNames {
		if r.filterable(short) != nil {
			names = append(names, short)
		}
	}
	for _, f := range r.Fields {
		if r.filterable(f.Name) == f {
			names = append(names, f.Name, strings.TrimSuffix(f.Name, "_id"))
		}
	}
	for _, a := range r.Asked() {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func namesOf(fields []*Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}
