package record

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/filter"
)

// compiler compiles one term.
type compiler struct {
	r     *Resource
	now   time.Time
	term  filter.Term
	known *lookedUp
}

func (c compiler) condition(ctx context.Context) (Condition, error) {
	condition := Condition{Not: c.term.Not}
	for _, v := range c.term.Values {
		matches, err := c.matches(ctx, v)
		if err != nil {
			return condition, err
		}
		condition.Any = append(condition.Any, matches...)
	}
	condition.Any = gathered(condition.Any)
	return condition, nil
}

// gathered makes one match of those that ask for single texts or ids of the same field.
func gathered(matches []Match) (list []Match) {
	for _, m := range matches {
		i := slices.IndexFunc(list, func(other Match) bool {
			return other.Test == m.Test && other.Field == m.Field && slices.Equal(other.Below, m.Below)
		})
		if i < 0 || m.Test != OneOf && m.Test != Linked {
			list = append(list, m)
			continue
		}
		list[i].Among, list[i].IDs = append(list[i].Among, m.Among...), append(list[i].IDs, m.IDs...)
	}
	return list
}

// matches compiles one value of the term.
func (c compiler) matches(ctx context.Context, v filter.Value) ([]Match, error) {
	if c.term.Field == "" {
		return c.word(ctx, v)
	}
	path, err := c.r.FieldFor(c.term.Field)
	if err != nil {
		if matches, known, wrong := c.asked(ctx, v); known {
			return matches, wrong
		}
		return nil, err
	}
	f, below := path[0], path[1:]
	if test, asked := c.presence(v); asked {
		return []Match{{Test: test, Field: f, Below: below}}, nil
	}
	if f.Type == List {
		return c.inList(ctx, f, below, v)
	}
	match, err := c.match(ctx, f, v)
	match.Field = f
	return []Match{match}, err
}

// word compiles a bare word. One that begins with the name of a field looks like a comparison without its sign: it is a word as far as
// there is a record that has it.
func (c compiler) word(ctx context.Context, v filter.Value) ([]Match, error) {
	matches := []Match{{Test: Worded, Text: pattern(v)}}
	name := ""
	for _, candidate := range c.r.termNames() {
		if !v.Quoted && len(candidate) > len(name) && c.lacksSign(strings.ToLower(v.Text), candidate) {
			name = candidate
		}
	}
	if name == "" {
		return matches, nil
	}
	there, err := c.known.Any(ctx, matches)
	if err == nil && !there {
		err = mistake("nothing has this text; a comparison with " + name + " needs a sign, as in " + name + ":" + c.example(name))
	}
	return matches, err
}

// lacksSign reports whether a word looks like a comparison with a field whose sign is missing, or its value too. Names of a letter begin
// many words: behind them comes a number, or a sign that is none, or a minus sign stands before them, which would leave nothing out.
func (c compiler) lacksSign(word, field string) bool {
	value, begins := strings.CutPrefix(word, field)
	return begins && (len(field) > 1 || c.term.Not || value != "" && strings.ContainsAny(value[:1], "0123456789-.+!"))
}

// example is a value that a field may be compared with.
func (c compiler) example(name string) string {
	path, err := c.r.FieldFor(name)
	switch {
	case err != nil:
		return "any"
	case path[0].Type == Flag:
		return "yes"
	case path[0].Type == Time:
		return "7d"
	case len(path[0].In) > 0:
		return path[0].In[0]
	case path[0].Type == Int && path[0].Ref == "", path[0].Type == Float, path[0].Type == Decimal:
		return "5..20"
	}
	return "any"
}

// presence compiles the words for what is not set, and is.
func (c compiler) presence(v filter.Value) (test Test, asked bool) {
	switch {
	case c.term.Op != filter.Is:
		return 0, false
	case v.Is("none"):
		return Unset, true
	}
	return Given, v.Is("any")
}

func notCompared(name string) error {
	return mistake("only numbers and times can be compared, and " + name + " is neither")
}

// match compiles a value for a field that is not a List.
func (c compiler) match(ctx context.Context, f *Field, v filter.Value) (Match, error) {
	switch {
	case f.Type == Links, f.Ref != "":
		return c.reference(ctx, f, v)
	case f.Type == Int, f.Type == Float, f.Type == Decimal:
		return c.number(f, v)
	case f.Type == Time:
		return c.moment(f, v)
	case c.term.Op != filter.Is:
		return Match{}, notCompared(f.Name)
	case f.Type == Flag:
		return flagged(f, v)
	case f.Said:
		return Match{}, mistake(f.Name + " takes any or none: its words are chosen when it is shown")
	case f.Type == Object, f.Type == Vector, f.Type == BulkSteps:
		return Match{Test: Holds, Text: pattern(v)}, nil
	case len(f.In) > 0:
		return c.choice(f, v)
	}
	match := texted(v)
	if f.Name == "source_file" {
		match.Else = c.r.MainFile()
	}
	return match, c.known.hasText(ctx, f, v)
}

// texted compiles a text, or a pattern that texts are like.
func texted(v filter.Value) Match {
	if v.HasStar() {
		return Match{Test: Texted, Text: pattern(v)}
	}
	return Match{Test: OneOf, Among: []string{strings.ToLower(v.Text)}}
}

func pattern(v filter.Value) Pattern {
	parts := slices.Clone(v.Parts())
	for i, part := range parts {
		parts[i] = strings.ToLower(part)
	}
	return parts
}

// choice compiles one of the texts that a field may have, or all that are like a pattern.
func (c compiler) choice(f *Field, v filter.Value) (Match, error) {
	match := Match{Test: OneOf}
	for _, text := range f.In {
		if pattern(v).isLike(strings.ToLower(text)) {
			match.Among = append(match.Among, strings.ToLower(text))
		}
	}
	if match.Among == nil {
		return match, mistake(f.Name + " is " + oneOf(f.In) + filter.DidYouMean(v.Text, f.In))
	}
	return match, nil
}

// oneOf lists words: "same, changed or own".
func oneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// reference compiles the id or the name of a record that the field refers to.
func (c compiler) reference(ctx context.Context, f *Field, v filter.Value) (Match, error) {
	_, _, isRange := v.Range()
	if !v.Quoted && (isRange || c.term.Op != filter.Is || strings.Trim(v.Text, "0123456789") == "") {
		match, err := c.number(&Field{Name: f.Name, Type: Int}, v)
		if err != nil {
			return match, err
		}
		return c.known.withIDs(ctx, f, match.Range, v.Text)
	}
	return c.known.called(ctx, f, v)
}

var flagWords = map[string]int64{"yes": 1, "true": 1, "1": 1, "on": 1, "no": 0, "false": 0, "0": 0, "off": 0}

func flagged(f *Field, v filter.Value) (Match, error) {
	set, known := flagWords[strings.ToLower(v.Text)]
	if !known {
		return Match{}, mistake(f.Name + " is yes or no")
	}
	return Match{Test: Ranged, Range: Range{From: set, To: set}}, nil
}

// inList compiles a value for what the records of a List hold: for the part that the term names, else for any of their texts.
func (c compiler) inList(ctx context.Context, f *Field, below []*Field, v filter.Value) ([]Match, error) {
	if len(below) == 0 || below[len(below)-1].Type == List {
		return c.anyText(f, below, v)
	}
	match, err := c.match(ctx, below[len(below)-1], v)
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
			match := texted(v)
			match.Field, match.Below = f, path
			matches = append(matches, match)
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
