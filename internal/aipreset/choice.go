package aipreset

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
)

var (
	onLabels  = set("on yes enabled shown always")
	offLabels = set("off no none not never hidden disabled nobody")
)

// choose returns the choice that a statement names: the one with the most of its words in its label, or by its meaning.
func choose(m match, op operation) (value any, problem string) {
	list := named(m, op)
	if len(list) == 0 && op.action == off {
		list = beginning(m.field, offLabels)
	} else if len(list) == 0 && op.action == on {
		list = beginning(m.field, onLabels)
	}
	if len(list) == 1 {
		return list[0].Value, ""
	}
	var labels []string
	for _, c := range m.field.Choices {
		labels = append(labels, "“"+c.Label+"”")
	}
	return nil, "“" + m.field.Label + "” can be " + strings.Join(labels, ", ")
}

// named returns the choices whose labels have most in common with the words; of several the shortest.
func named(m match, op operation) (list []expansion.Choice) {
	best, size := 0, 0
	for _, c := range m.field.Choices {
		label, _ := content(wordsOf(c.Label))
		common := commonWords(label, op.raw, m)
		switch {
		case common > best || common == best && best > 0 && len(label) < size:
			best, size, list = common, len(label), []expansion.Choice{c}
		case common == best && best > 0 && len(label) == size:
			list = append(list, c)
		}
	}
	return list
}

// commonWords counts the words of a label that a statement has and that are not the name of the field.
func commonWords(label, raw []word, m match) (n int) {
	for _, w := range label {
		inName := slices.ContainsFunc(m.names, func(n name) bool { return hasStem(n.words, w.stem) })
		if hasStem(raw, w.stem) && !inName {
			n++
		}
	}
	return n
}

// beginning returns the choices whose labels begin with one of the words.
func beginning(f *expansion.Field, first map[string]bool) (list []expansion.Choice) {
	for _, c := range f.Choices {
		if words := wordsOf(c.Label); len(words) > 0 && first[words[0].text] {
			list = append(list, c)
		}
	}
	return list
}
