package aipreset

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// action names how a statement changes a field.
type action uint8

const (
	unsaid action = iota
	assign        // to a quantity
	scale         // by a factor
	shift         // by a quantity
	on
	off
	write     // a text
	unlimited // what the field takes for no limit
	reset     // to the mod's default
)

// operation is a statement without the field that it is about.
type operation struct {
	action   action
	quantity quantity // of assign and shift
	factor   float64  // of scale
	text     string   // of write
	vague    bool     // the factor is not in the statement
	all      bool     // about all fields that the words fit
	negated  bool     // the words left turn the meaning round
	words    []word   // those that tell which field is meant
	raw      []word   // all words
	problem  string   // why it is not understood
}

var (
	factors = map[string]float64{
		"double": 2, "doubled": 2, "twice": 2, "triple": 3, "tripled": 3, "thrice": 3, "quadruple": 4, "half": 0.5, "halve": 0.5, "halved": 0.5, "quarter": 0.25,
	}
	numerals = map[string]string{
		"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
		"eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "fifty": "50", "hundred": "100",
	}
	upWords   = set("increase increased raise raised more higher boost add plus extra longer bigger faster greater stronger farther further")
	downWords = set("decrease decreased reduce reduced lower less fewer smaller shorter slower cut weaker minus nearer")
	timesWord = set("times x fold")
	allWords  = set("all every everything any")
	endless   = set("unlimited infinite endless limitless")
	resets    = set("default defaults original vanilla standard")
	onVerbs   = set("enable enabled activate activated allow allowed permit permitted true yes")
	offVerbs  = set("disable disabled deactivate deactivated no without forbid forbidden false hide hidden remove don't never not stop prevent disallow cannot can't off")
	onHints   = set("can may show shown use want need needs with keep")
	numbered  = set("tier level")
)

// What a statement without a figure stands for: half as much more, or half of it.
const (
	vagueMore = 1.5
	vagueLess = 0.5
)

// operationOf reads a statement.
func operationOf(words []word) operation {
	op := operation{raw: words}
	rest := op.withoutMarks(words)
	quantities, rest, problem := quantitiesIn(rest)
	if problem != "" {
		op.problem = problem
		return op
	}
	rest = op.relate(quantities, rest)
	if op.action == unsaid {
		rest = op.switches(rest)
	}
	left, negations := content(rest)
	op.words, op.negated = left, negations%2 == 1
	return op
}

// withoutMarks takes quoted texts and what speaks of all fields out of the words.
func (op *operation) withoutMarks(words []word) (rest []word) {
	for i, w := range words {
		switch {
		case strings.HasPrefix(w.text, `"`) || strings.HasPrefix(w.text, "“"):
			op.action, op.text = write, strings.Trim(w.text, `"“”`)
		case allWords[w.text]:
			op.all = true
		case endless[w.text]:
			op.action = unlimited
		case w.text == "limit" && i > 0 && (words[i-1].text == "no" || words[i-1].text == "without"):
			op.action = unlimited
			rest = rest[:len(rest)-1]
		default:
			rest = append(rest, w)
		}
	}
	return rest
}

// relate finds out whether quantities, factors and comparisons set, scale or shift.
func (op *operation) relate(quantities []quantity, words []word) []word {
	up, down, times, to := has(words, upWords), has(words, downWords), has(words, timesWord), false
	factor, rest := 0.0, words[:0:0]
	for i, w := range words {
		if f, ok := factors[w.text]; ok {
			factor = f
			continue
		}
		to = to || w.text == "to"
		if upWords[w.text] || downWords[w.text] && (w.text != "lower" || i == 0) || timesWord[w.text] {
			continue
		}
		rest = append(rest, w)
	}
	switch {
	case op.action != unsaid || len(words) == 0 && len(quantities) == 0:
	case len(quantities) > 0:
		op.measure(quantities[0], up, down, times, to)
	case factor != 0:
		op.action, op.factor = scale, factor
	case has(words, resets) || words[0].text == "reset":
		op.action, rest = reset, without(without(rest, resets), set("reset"))
	case up:
		op.action, op.factor, op.vague = scale, vagueMore, true
	case down && (has(words[:1], downWords) || !has(words, set("lower"))):
		op.action, op.factor, op.vague = scale, vagueLess, true
	}
	return rest
}

func (op *operation) measure(q quantity, up, down, times, to bool) {
	switch {
	case times && down && q.n != 0:
		op.action, op.factor = scale, 1/q.n
	case times:
		op.action, op.factor = scale, q.n
	case to || !up && !down:
		op.action, op.quantity = assign, q
	case q.unit == percent && up:
		op.action, op.factor = scale, 1+q.n/100
	case q.unit == percent:
		op.action, op.factor = scale, max(0, 1-q.n/100)
	default:
		if down {
			q.n = -q.n
		}
		op.action, op.quantity = shift, q
	}
}

// switches finds out whether a statement without a quantity turns something on or off.
func (op *operation) switches(words []word) (rest []word) {
	last := len(words) - 1
	for i, w := range words {
		isOn := onVerbs[w.text] || w.text == "on" && (i == last || i > 0 && set("turn switch turned switched is are")[words[i-1].text])
		switch {
		case op.action == unsaid && offVerbs[w.text]:
			op.action = off
		case op.action == unsaid && isOn:
			op.action = on
		case w.text == "off":
		default:
			rest = append(rest, w)
		}
	}
	if op.action == unsaid && has(words, onHints) {
		op.action = on
	}
	return rest
}

func has(words []word, members map[string]bool) bool {
	return slices.ContainsFunc(words, func(w word) bool { return members[w.text] })
}

func without(words []word, members map[string]bool) []word {
	return slices.DeleteFunc(slices.Clone(words), func(w word) bool { return members[w.text] })
}

// quantitiesIn takes the quantity out of the words; times such as 1 hour 30 minutes are one.
func quantitiesIn(words []word) (list []quantity, rest []word, problem string) {
	inDigits := slices.ContainsFunc(words, func(w word) bool { return unicode.IsDigit(rune(w.text[0])) })
	for i := 0; i < len(words); i++ {
		n, ok := numberIn(words, i, inDigits)
		if !ok {
			rest = append(rest, words[i])
			continue
		}
		q := quantity{n: n}
		if i+1 < len(words) && q.take(words[i+1].text) {
			i++
		}
		list = append(list, q)
	}
	if len(list) < 2 {
		return list, rest, ""
	}
	sum, ok := sumOf(list)
	if !ok {
		return nil, nil, "it has more than one number"
	}
	return []quantity{sum}, rest, ""
}

// numberIn reads the number at an index, in digits where the statement has any. A number that names a field, as in
// tier 1, is none.
func numberIn(words []word, i int, inDigits bool) (float64, bool) {
	text := words[i].text
	if i > 0 && numbered[words[i-1].text] {
		return 0, false
	}
	if digits, ok := numerals[text]; ok && !inDigits && (text != "one" || i == len(words)-1) {
		text = digits
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	return n, err == nil && !strings.ContainsAny(text, "in") // not inf and nan
}
