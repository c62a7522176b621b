package aipreset

import (
	"fmt"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// resolve carries out an operation on the draft. It returns why it cannot, as the end of a sentence.
func (d *draft) resolve(op operation, reason string) (problem string) {
	if op.problem != "" {
		return op.problem
	}
	if len(op.words) == 0 && !op.all {
		return "it names no setting"
	}
	if op.all {
		return d.resolveAll(op, reason)
	}
	var near []match
	for _, kind := range kindsFor(op.action) {
		list := matches(d.those(kind), op.words, d.title)
		meant, rivals := only(list)
		switch {
		case meant != nil && (op.action != unsaid || len(meant.field.Choices) > 0 || meant.field.Type == expansion.Bool && meant.score > certain):
			return d.apply(*meant, op, reason)
		case len(rivals) > 0:
			return "it could mean " + labelsOf(rivals)
		case len(list) > 0:
			near = list[:1]
		}
	}
	switch {
	case near == nil:
		return "no setting has this name"
	case op.action == unsaid:
		return "it does not say what to do with " + labelsOf(near)
	}
	return "it may mean, but does not clearly name, " + labelsOf(near)
}

// certain is how well a switch must fit the words of a statement that does not say what to do with it.
const certain = 0.9

// kindOf is a sort of targets that an action may be about.
type kindOf func(*expansion.Field) bool

func isSwitch(f *expansion.Field) bool { return f.Type == expansion.Bool || len(f.Choices) > 0 }

func isNumber(f *expansion.Field) bool {
	return (f.Type == expansion.Int || f.Type == expansion.Float) && len(f.Choices) == 0 && f.Format != expansion.ARGBFormat
}

func isEndless(f *expansion.Field) bool {
	_, ok := endlessIn(f)
	return ok && isNumber(f)
}

func isText(f *expansion.Field) bool { return f.Type == expansion.String }

func isAny(*expansion.Field) bool { return true }

// kindsFor returns what an action may be about, what is more likely first.
func kindsFor(a action) []kindOf {
	switch a {
	case assign, scale, shift:
		return []kindOf{isNumber}
	case unlimited:
		return []kindOf{isEndless, isNumber}
	case off:
		return []kindOf{isSwitch, isNumber}
	case on:
		return []kindOf{isSwitch}
	case unsaid:
		return []kindOf{isSwitch, isAny}
	case write:
		return []kindOf{isText}
	}
	return []kindOf{isAny}
}

func (d *draft) those(kind kindOf) (list []target) {
	for _, t := range d.targets {
		if kind(t.field) {
			list = append(list, t)
		}
	}
	return list
}

// maxRivals is how many fields a sentence names.
const maxRivals = 6

func labelsOf(list []match) string {
	var names []string
	for _, m := range list[:min(len(list), maxRivals)] {
		names = append(names, "“"+m.field.Label+"” ("+m.path+")")
	}
	if len(names) > 1 {
		last := len(names) - 1
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return names[0]
}

// resolveAll turns all switches on or off that the words fit.
func (d *draft) resolveAll(op operation, reason string) string {
	if op.action != on && op.action != off {
		return "only switches can be set all at once"
	}
	words := op.words[:0:0]
	for _, w := range op.words {
		if !hasStem(d.title, w.stem) {
			words = append(words, w)
		}
	}
	done := 0
	for _, t := range d.targets {
		t.about = nil
		if _, fits := t.match(words, nil); t.field.Type == expansion.Bool && (fits || len(words) == 0) {
			d.set(t.path, truth(op.action == on), reason)
			done++
		}
	}
	if done == 0 {
		return "no setting has this name"
	}
	return ""
}

// apply sets the field that is meant.
func (d *draft) apply(m match, op operation, reason string) (problem string) {
	f, value := m.field, any(nil)
	switch {
	case op.action == reset:
		value = f.New()
	case op.action == write:
		value = op.text
	case len(f.Choices) > 0:
		value, problem = choose(m, op)
	case f.Type == expansion.Bool:
		value = truth((op.action != off) != (m.negated != op.negated))
	default:
		value, problem = d.calculate(m, op)
	}
	if problem == "" {
		problem = unsound(f, value)
	}
	if problem != "" {
		return problem
	}
	if op.vague {
		d.warn("“%s” does not say how much; it was taken as %s.", reason, vagueText(op.factor))
	}
	d.set(m.path, value, reason)
	return ""
}

func vagueText(factor float64) string {
	if factor > 1 {
		return "50 % more"
	}
	return "50 % less"
}

// unsound says why the field cannot have a value.
func unsound(f *expansion.Field, value any) string {
	problems := f.Check(f.Name, value)
	if len(problems) == 0 {
		return ""
	}
	return "“" + f.Label + "” " + problems[0].Message.Predicate()
}

// calculate returns the number that an operation makes of the present one.
func (d *draft) calculate(m match, op operation) (value any, problem string) {
	f := m.field
	now, _ := numberOf(d.value(m))
	switch op.action {
	case unlimited:
		n, ok := endlessIn(f)
		if !ok {
			return nil, "“" + f.Label + "” has no value for no limit"
		}
		return n, ""
	case off:
		return zeroFor(m)
	case scale:
		if now*op.factor == now && op.factor != 1 || now < 0 {
			return nil, fmt.Sprintf("“%s” is %v, which cannot be multiplied", f.Label, now)
		}
		return numberFor(f, now*op.factor, true), ""
	}
	n, problem := op.quantity.in(f)
	if problem == "" && op.action == shift {
		n += now
	}
	return numberFor(f, n, op.action == shift), problem
}

// zeroFor returns the number of a field for "none of it". Of a greatest number, 0 could just as well mean no limit.
func zeroFor(m match) (value any, problem string) {
	if hasStem(wordsOfKey(m.field.Name), "max") || m.field.Min != nil && *m.field.Min > 0 {
		return nil, "“" + m.field.Label + "” is a number; say which"
	}
	return jsontree.Number("0"), ""
}

func truth(set bool) jsontree.Number {
	if set {
		return "1"
	}
	return "0"
}
