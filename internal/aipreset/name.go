package aipreset

import (
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
)

// name is what a field is called by: the stems of its words, and whether the others turn its meaning round.
type name struct {
	words   []string
	negated bool // it says what does not happen
}

var (
	wordPattern  = regexp.MustCompile(`[\pL\d]+(?:'\pL+)?`)
	capitalStart = regexp.MustCompile(`(\p{Ll})([\p{Lu}\d])`)
	capitalsEnd  = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`)
	ending       = regexp.MustCompile(`(?:'s|ing|ed|es|s|e)$`)
	lastOn       = regexp.MustCompile(`(?i)\s+on$`)
)

// nameOf reads a label, a key such as EnableHUDCompass, or what a statement calls a field.
func nameOf(text string) (n name) {
	text = capitalsEnd.ReplaceAllString(capitalStart.ReplaceAllString(text, "$1 $2"), "$1 $2")
	for _, word := range wordPattern.FindAllString(strings.ToLower(lastOn.ReplaceAllString(text, "")), -1) {
		switch stem := stemOf(word); {
		case negatives[word]:
			n.negated = !n.negated
		case !fillers[word] && !slices.Contains(n.words, stem):
			n.words = append(n.words, stem)
		}
	}
	return n
}

// stemOf takes the usual endings off a word: raiding and raids are raid. Synonyms have the stem of one of them.
func stemOf(word string) string {
	stem := word
	if short := ending.ReplaceAllString(word, ""); len(short) > 2 {
		stem = short
	}
	if stem, isY := strings.CutSuffix(stem, "y"); isY {
		return stem + "i"
	}
	if same, ok := synonyms[stem]; ok {
		return same
	}
	return stem
}

var synonyms = map[string]string{
	"maximum": "max",
	"most":    "max",
	"minimum": "min",
	"least":   "min",
	"group":   "parti",
	"squad":   "parti",
	"loot":    "item",
	"zombi":   "infect",
}

// fillers say nothing about which field is meant; the verbs of switches are among them.
var fillers = set(`a an the of to in at by for from is are be it its our must should will can may do does with as player players players'
	set put change make let please turn turned switch switched enable enabled allow allowed activate show shown use used who
	value amount count number setting settings multiplier percent seconds system feature features option mode`)

// negatives turn a statement or a name round: what is forbidden by a field is off when the field is on.
var negatives = set(`no not none never nobody off without disable disabled disallow deny prevent hide hidden refuse forbid forbidden
	cannot can't don't remove removed`)

func set(text string) map[string]bool {
	members := map[string]bool{}
	for _, member := range strings.Fields(text) {
		members[member] = true
	}
	return members
}

// target is what a statement can name: a number, a switch, or one of the choices of a field.
type target struct {
	field  *expansion.Field
	choice any      // the value of the choice; nil for the field itself
	names  []name   // by label and by key
	more   []string // words that may be added to a name
}

// targetsOf returns what statements can name, each field after its choices.
func targetsOf(fields []*expansion.Field) (list []target) {
	for _, f := range fields {
		if f.Shape != expansion.Single || f.Format == expansion.VersionFormat || !isNumber(f) && !isSwitch(f) {
			continue
		}
		for _, c := range f.Choices {
			list = append(list, target{field: f, choice: c.Value, names: []name{nameOf(f.Label + " " + c.Label)}})
		}
		names := []name{nameOf(f.Label), nameOf(f.Name)}
		list = append(list, target{field: f, names: names, more: nameOf(f.Label + " " + f.Name + " " + f.Unit).words})
	}
	return list
}

func isSwitch(f *expansion.Field) bool { return f.Type == expansion.Bool || len(f.Choices) > 0 }

func isNumber(f *expansion.Field) bool {
	return (f.Type == expansion.Int || f.Type == expansion.Float) && len(f.Choices) == 0 && f.Format != expansion.ARGBFormat
}

// match is a target with how well it fits the words of a statement: 1 where they are its name.
type match struct {
	target
	score   float64
	negated bool // the statement says the contrary of the name
}

// match compares the words of a statement with the names. Those of the settings' title may be missing on either side.
func (t target) match(wanted name, title []string) (best match) {
	for _, n := range t.names {
		if t.choice != nil && n.negated != wanted.negated {
			continue
		}
		if score := t.fit(n.words, wanted.words, title); score > best.score {
			best = match{t, score, n.negated != wanted.negated}
		}
	}
	return best
}

// fit returns the share of the words that both have; 0 if the statement has one that is not the target's.
func (t target) fit(words, wanted, title []string) float64 {
	both, all := 0, 0
	for _, w := range wanted {
		switch {
		case slices.Contains(words, w):
			both, all = both+1, all+1
		case slices.Contains(title, w):
		case slices.Contains(t.more, w):
			all++
		default:
			return 0
		}
	}
	for _, w := range words {
		if !slices.Contains(wanted, w) && !slices.Contains(title, w) {
			all++
		}
	}
	return float64(both) / float64(max(all, 1))
}

const (
	tolerable = 0.5 // how well a field must fit the words of a statement
	maxRivals = 6   // how many fields a sentence names
)

// find returns what a statement names, which may have to be a number, or why it is not clear.
func (d *draft) find(text string, number bool) (best match, problem string) {
	var rivals []string
	wanted := nameOf(text)
	for _, t := range d.targets {
		m := t.match(wanted, d.title)
		label := "“" + t.field.Label + "” (" + t.field.Name + ")"
		switch {
		case number && !isNumber(t.field) || m.score < tolerable || m.score < best.score:
		case m.score > best.score:
			best, rivals = m, []string{label}
		case t.field != best.field && len(rivals) < maxRivals:
			rivals = append(rivals, label)
		}
	}
	switch {
	case len(rivals) == 0:
		return best, "no setting has this name"
	case len(rivals) > 1:
		return best, "it could mean " + strings.Join(rivals, " or ")
	}
	return best, ""
}
