package aipreset

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
)

// target is a field that a statement can name, with the words that it is known by.
type target struct {
	path  string // HUDColors.StaminaBarColor
	field *expansion.Field
	names []name
	about []word // of its section, help and choices
}

// name is one of the names of a field: its label or its key.
type name struct {
	words   []word
	negated bool // the name says what does not happen
}

// targetsOf returns what statements can name in the settings: single values, those of plain objects among them.
func targetsOf(setting *expansion.Schema) []target {
	var list []target
	addTargets(&list, "", setting.Fields(), titles(setting))
	return list
}

func titles(setting *expansion.Schema) map[string]string {
	table := map[string]string{}
	for _, s := range setting.Sections {
		table[s.Name] = s.Title
	}
	return table
}

func addTargets(list *[]target, path string, fields []*expansion.Field, titles map[string]string) {
	for _, f := range fields {
		at := jsonedit.Join(path, f.Name)
		switch {
		case f.Shape != expansion.Single || f.Format == expansion.VersionFormat || f.Type == expansion.Vector:
		case f.Type == expansion.Object:
			addTargets(list, at, f.Fields, titles)
		default:
			*list = append(*list, targetOf(at, f, titles[f.Section]))
		}
	}
}

func targetOf(path string, f *expansion.Field, section string) target {
	t := target{path: path, field: f}
	for _, words := range [][]word{wordsOf(f.Label), wordsOfKey(f.Name)} {
		list, negations := content(words)
		t.names = append(t.names, name{list, negations%2 == 1})
	}
	texts := []string{section, f.Help}
	for _, c := range f.Choices {
		texts = append(texts, c.Label)
		if text, ok := c.Value.(string); ok {
			texts = append(texts, text)
		}
	}
	t.about, _ = content(wordsOf(strings.Join(texts, " ")))
	return t
}

// match is how well a field fits the words of a statement.
type match struct {
	target
	score   float64 // 1 where the words are the name of the field
	negated bool    // the name that fits says what does not happen
}

// What a word counts that is in the name of a field, in its other name, or only in what is said about it.
const (
	inName  = 1.0
	inOther = 0.7
	inAbout = 0.35
)

// A field is the one that is meant when it fits as well as tolerable and better than the next by the margin.
const (
	tolerable = 0.5
	margin    = 0.03
)

// matches returns the fields that have all of the words in them, the best first. The words of the settings' own title may be
// left out and need not be found.
func matches(targets []target, wanted []word, title []word) []match {
	var list []match
	for _, t := range targets {
		if m, ok := t.match(wanted, title); ok {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b match) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return list
}

func (t target) match(wanted, title []word) (best match, ok bool) {
	for i, n := range t.names {
		score, fits := fit(n.words, t.names[1-i].words, t.about, wanted, title)
		if fits && score > best.score {
			best, ok = match{t, score, n.negated}, true
		}
	}
	return best, ok
}

// fit says how well the words name a field: how many of them are in its name, and how much of its name they are.
func fit(name, other, about, wanted, title []word) (score float64, fits bool) {
	found, sum, total := 0.0, 0.0, 0.0
	for _, w := range wanted {
		switch {
		case hasStem(name, w.stem):
			found, sum = found+1, sum+inName
		case hasStem(title, w.stem):
			continue
		case hasStem(other, w.stem):
			sum += inOther
		case hasStem(about, w.stem):
			sum += inAbout
		default:
			return 0, false
		}
		total++
	}
	size := float64(sizeWithout(name, title, wanted))
	if total == 0 || size == 0 {
		return 0, false
	}
	return 0.6*sum/total + 0.4*found/size, true
}

// sizeWithout counts the words of a name that a statement ought to have: those of the title only where it has them.
func sizeWithout(name, title, wanted []word) (size int) {
	for _, w := range name {
		if hasStem(wanted, w.stem) || !hasStem(title, w.stem) {
			size++
		}
	}
	return size
}

// only returns the match that is meant, or those between which the words leave the choice.
func only(list []match) (meant *match, rivals []match) {
	if len(list) == 0 || list[0].score < tolerable {
		return nil, nil
	}
	for i := range list {
		if list[0].score-list[i].score < margin {
			rivals = list[:i+1]
		}
	}
	if len(rivals) > 1 {
		return nil, rivals
	}
	return &list[0], nil
}
