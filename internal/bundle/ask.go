package bundle

import (
	"math"
	"regexp"
	"slices"
	"strconv"

	"quartermaster/internal/jsontree"
)

// The kinds of questions.
const (
	Number   = "number"   // answered by a number
	Whole    = "whole"    // by a whole number
	Position = "position" // by [x, z]: metres from the west and from the south
	Text     = "text"     // by a line
	Choice   = "choice"   // by one of In
)

// Ask is a question that whoever installs a bundle answers.
type Ask struct {
	Name    string // by which values call it
	Label   string // what people are asked
	Help    string
	Kind    string
	Default any      // as JSON has it: what counts where nothing is answered
	Min     *float64 // of numbers; nil for no bound of its own
	Max     *float64
	In      []string
}

// furthest is how far numbers and positions go, so that no answer leaves what files of the game can say.
const furthest = 1e9

var askName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

func readAsk(o *jsontree.Object) Ask {
	a := Ask{Name: o.Text("name"), Label: o.Text("label"), Help: o.Text("help"), Kind: o.Text("kind"), In: o.Texts("in")}
	a.Default, _ = o.Get("default")
	for name, bound := range map[string]**float64{"min": &a.Min, "max": &a.Max} {
		if n, is := numberOf(valueOf(o, name)); is {
			*bound = &n
		}
	}
	return a
}

func (a *Ask) tree() *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("name", a.Name)
	o.Set("label", a.Label)
	if a.Help != "" {
		o.Set("help", a.Help)
	}
	o.Set("kind", a.Kind)
	o.Set("default", a.Default)
	if a.Min != nil {
		o.Set("min", jsontree.Decimal(*a.Min))
	}
	if a.Max != nil {
		o.Set("max", jsontree.Decimal(*a.Max))
	}
	if len(a.In) > 0 {
		o.Set("in", list(a.In))
	}
	return o
}

func (a *Ask) check() error {
	switch {
	case !askName.MatchString(a.Name):
		return refuse("A question is called by small letters, digits and underscores, not %s.", shown(a.Name))
	case !isLine(a.Label, mostName) || a.Label == "" || !isLine(a.Help, 500):
		return refuse("The question %s needs a label of at most %d characters.", a.Name, mostName)
	case !slices.Contains([]string{Number, Whole, Position, Text, Choice}, a.Kind):
		return refuse("The question %s is of no kind: a number, whole, position, text or choice.", a.Name)
	case len(a.In) > 100 || a.Kind == Choice && len(a.In) == 0:
		return refuse("The question %s has 1 to 100 answers to choose from.", a.Name)
	}
	for _, one := range a.In {
		if !isLine(one, mostName) {
			return refuse("The question %s has answers of at most %d characters.", a.Name, mostName)
		}
	}
	if _, err := a.accept(a.Default); err != nil {
		return refuse("The default of the question %s is no answer to it.", a.Name)
	}
	return nil
}

// accept returns an answer as values have it, or a Refusal. Numbers may be sent as text.
func (a *Ask) accept(answer any) (any, error) {
	switch a.Kind {
	case Number, Whole:
		return a.acceptNumber(answer)
	case Position:
		list, _ := answer.([]any)
		if len(list) != 2 {
			return nil, refuse("%s is a position: [x, z].", a.Label)
		}
		bounds := Ask{Label: a.Label, Kind: Number}
		x, errX := bounds.acceptNumber(list[0])
		z, errZ := bounds.acceptNumber(list[1])
		if errX != nil || errZ != nil {
			return nil, refuse("%s is a position: two numbers.", a.Label)
		}
		return []any{x, z}, nil
	}
	text, is := answer.(string)
	switch {
	case !is || !isLine(text, 200):
		return nil, refuse("%s is a line of at most 200 characters.", a.Label)
	case len(a.In) > 0 && !slices.Contains(a.In, text):
		return nil, refuse("%s is none of the answers to choose from.", a.Label)
	}
	return text, nil
}

func (a *Ask) acceptNumber(answer any) (any, error) {
	n, is := numberOf(answer)
	switch {
	case !is:
		return nil, refuse("%s is a number.", a.Label)
	case a.Kind == Whole && n != math.Trunc(n):
		return nil, refuse("%s is a whole number.", a.Label)
	case a.Min != nil && n < *a.Min:
		return nil, refuse("%s is at least %s.", a.Label, jsontree.Decimal(*a.Min))
	case a.Max != nil && n > *a.Max:
		return nil, refuse("%s is at most %s.", a.Label, jsontree.Decimal(*a.Max))
	}
	return jsontree.Decimal(n), nil
}

// numberOf reads a number within what files of the game can say.
func numberOf(value any) (float64, bool) {
	text, is := value.(jsontree.Number)
	if typed, isText := value.(string); isText {
		text, is = jsontree.Number(typed), true
	}
	if !is || len(text) > 40 {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(n) || math.Abs(n) > furthest {
		return 0, false
	}
	return n, true
}

// Answers checks answers to the questions of a bundle; the default counts where one is left out. An answer to no question is a Refusal.
func (m *Manifest) Answers(given *jsontree.Object) (map[string]any, error) {
	answers := map[string]any{}
	for _, a := range m.Asks {
		answer, there := given.Get(a.Name)
		if !there || answer == nil {
			answer = a.Default
		}
		var err error
		if answers[a.Name], err = a.accept(answer); err != nil {
			return nil, err
		}
	}
	for _, name := range given.Keys() {
		if _, asked := answers[name]; !asked {
			return nil, refuse("The bundle does not ask for %s.", shown(name))
		}
	}
	return answers, nil
}

// answered puts answers in the places of {"ask": name}. What is asked may be a part of a position, "x" or "z", and a number be multiplied
// by "times", increased by "plus" and rounded by "whole".
func answered(value any, answers map[string]any) (any, error) {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			var err error
			if list[i], err = answered(v[i], answers); err != nil {
				return nil, err
			}
		}
		return list, nil
	case *jsontree.Object:
		if isAsk(v) {
			return answerOf(v, answers)
		}
		o := new(jsontree.Object)
		for key, member := range v.All() {
			with, err := answered(member, answers)
			if err != nil {
				return nil, err
			}
			o.Set(key, with)
		}
		return o, nil
	}
	return value, nil
}

func isAsk(o *jsontree.Object) bool {
	for _, key := range o.Keys() {
		if !slices.Contains([]string{"ask", "part", "times", "plus", "whole"}, key) {
			return false
		}
	}
	return askName.MatchString(o.Text("ask"))
}

func answerOf(o *jsontree.Object, answers map[string]any) (any, error) {
	name := o.Text("ask")
	answer, there := answers[name]
	if !there {
		return nil, refuse("A value asks for %s, which bundle.json does not ask.", shown(name))
	}
	if place, is := answer.([]any); is && o.Has("part") {
		answer = place[map[string]int{"x": 0, "z": 1}[o.Text("part")]]
	}
	n, is := answer.(jsontree.Number)
	if !is {
		return answer, nil
	}
	result, _ := numberOf(n)
	if factor, given := numberOf(valueOf(o, "times")); given {
		result *= factor
	}
	if more, given := numberOf(valueOf(o, "plus")); given {
		result += more
	}
	if o.Has("whole") {
		result = math.Round(result)
	}
	return jsontree.Decimal(math.Round(result*1e6) / 1e6), nil
}

func valueOf(o *jsontree.Object, name string) any {
	value, _ := o.Get(name)
	return value
}
