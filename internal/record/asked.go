package record

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/classkind"
	"quartermaster/internal/filter"
)

// Asked is a word of filters that stands for no field: what it asks of a record is worked out when a list is asked for. Package bulk
// has a function for each Test that does so.
type Asked struct {
	Name, Label string // in filters, and for people
	Test        Test
	Number      bool     // it is a number, compared by more and less
	Words       []Choice // what it may be asked for, as facets offer it; nil where that is no fixed word
	Others      string   // what its other words are, which are More
	More        []string
	of          []string // the names of the resources whose records it is asked of; nil for all in instances
}

// Choice is a fixed word, and what people read for it.
type Choice struct{ Word, Label string }

// everyAsked are all of them. A new one is an entry here, a Test behind ChangedBy, and a line in the table computing of package bulk.
var everyAsked = []Asked{
	{Name: "by", Label: "Who changed it last", Test: ChangedBy},
	{
		Name: "problem", Label: "Problems", Test: HasProblem, Others: "the name of a lint rule",
		Words: []Choice{{"any", "Any problem"}, {"error", "Errors"}, {"warning", "Warnings"}, {"info", "Notes"}, {"none", "None"}},
	},
	{
		Name: "used", Label: "How many records use it", Test: Used, Number: true,
		of: []string{"instance_classnames", "types", "spawnable_types", "events", "random_presets", "expansion_market_items"},
	},
	{Name: "kind", Label: "Kind", Test: OfKind, Words: kinds(), of: []string{"types", "instance_classnames", "classnames"}},
	{
		Name: "vanilla", Label: "Compared with the game", Test: ByGame,
		Words: []Choice{{"same", "As in the game"}, {"changed", "Changed here"}, {"own", "Not in the game"}},
		of:    []string{"types", "spawnable_types", "events", "random_presets", "event_spawns", "player_spawns", "effect_areas"},
	},
	{
		Name: "since", Label: "Changed since", Test: Since,
		Words: []Choice{{SinceSent, "You last sent or downloaded everything"}, {SinceImport, "The last import"}},
	},
}

// What records may have been changed since.
const (
	SinceSent   = "sent"   // all files were last sent or downloaded
	SinceImport = "import" // files were last imported
)

// kinds are what a class can be.
func kinds() (list []Choice) {
	for _, kind := range classkind.All() {
		label := strings.ReplaceAll(kind, "-", " ")
		list = append(list, Choice{kind, strings.ToUpper(label[:1]) + label[1:]})
	}
	return list
}

// AskedAlso adds fixed words to what is asked, which only another package knows: it is called when the program starts.
func AskedAlso(t Test, words ...string) {
	i := slices.IndexFunc(everyAsked, func(a Asked) bool { return a.Test == t })
	everyAsked[i].More = append(everyAsked[i].More, words...)
}

// Asked returns what can be asked of the records of the resource besides their fields.
func (r *Resource) Asked() []Asked {
	return slices.DeleteFunc(slices.Clone(everyAsked), func(a Asked) bool { return !a.isOf(r) })
}

func (a Asked) isOf(r *Resource) bool {
	if a.of == nil {
		return r.Scope == InInstance
	}
	return slices.Contains(a.of, r.Name)
}

// AllWords returns all words that can be asked for.
func (a Asked) AllWords() (words []string) {
	for _, w := range a.Words {
		words = append(words, w.Word)
	}
	return append(words, a.More...)
}

// asked compiles a term that stands for no field; known is false where there is no such word.
func (c compiler) asked(ctx context.Context, v filter.Value) (matches []Match, known bool, err error) {
	i := slices.IndexFunc(everyAsked, func(a Asked) bool { return strings.EqualFold(a.Name, c.term.Field) })
	if i < 0 || c.r.Scope != InInstance && !everyAsked[i].isOf(c.r) {
		return nil, false, nil
	}
	match, err := c.ask(ctx, everyAsked[i], v)
	return []Match{match}, true, err
}

func (c compiler) ask(ctx context.Context, a Asked, v filter.Value) (match Match, err error) {
	switch {
	case !a.isOf(c.r):
		err = mistake(a.Name + " cannot be asked of " + c.r.Plural())
	case a.Number && v.Is("any"):
		match.Range = Range{From: int64(1)}
	case a.Number:
		if match, err = c.number(&Field{Name: a.Name, Type: Int}, v); err == nil && match.Range.isNegative() {
			err = mistake(a.Name + " is never below 0")
		}
	case c.term.Op != filter.Is:
		err = notCompared(c.term.Field)
	case a.Test == ChangedBy:
		match.IDs, err = c.known.people(ctx, v)
	default:
		err = a.takes(v)
	}
	match.Test, match.Text = a.Test, pattern(v)
	return match, err
}

// takes returns what is wrong with a word that cannot be asked for.
func (a Asked) takes(v filter.Value) error {
	words := a.AllWords()
	if slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, v.Text) }) {
		return nil
	}
	listed := words[:len(words)-len(a.More)]
	if len(a.More) > 0 {
		listed = append(slices.Clip(listed), a.Others)
	}
	return mistake(a.Name + " is " + oneOf(listed) + filter.DidYouMean(v.Text, words))
}

// Answers tells whether what a match asks holds for a row.
type Answers func(row Row, m Match) bool

// Answer gives the matches that ask for something their answers. It calls work once for each test that there is. It returns the error of
// work.
func Answer(conditions []Condition, work func(Test) (Answers, error)) error {
	known := map[Test]Answers{}
	for _, c := range conditions {
		for i, m := range c.Any {
			if !m.Test.IsAsked() {
				continue
			}
			if known[m.Test] == nil {
				tell, err := work(m.Test)
				if err != nil {
					return err
				}
				known[m.Test] = tell
			}
			tell := known[m.Test]
			c.Any[i].Answer = func(row Row) bool { return tell(row, m) }
		}
	}
	return nil
}
