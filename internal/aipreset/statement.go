package aipreset

import (
	"regexp"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// form is a way to say which number a field gets: one that is said, the present one times the factor, or that many more or less.
type form struct {
	pattern *regexp.Regexp // with the groups field or after, number and unit
	factor  float64
	sign    float64
}

// forms are the statements with a number; the first that fits counts. All others turn something on or off.
var forms = []form{
	{pattern: formPattern(`(?:double|twice) FIELD`), factor: 2},
	{pattern: formPattern(`triple FIELD`), factor: 3},
	{pattern: formPattern(`(?:half|halve) FIELD`), factor: 0.5},
	{pattern: formPattern(`(?:increase|raise) FIELD by NUMBER`), sign: 1},
	{pattern: formPattern(`(?:decrease|reduce|lower) FIELD by NUMBER`), sign: -1},
	{pattern: formPattern(`(?:increase|raise|decrease|reduce|lower) FIELD to NUMBER`)},
	{pattern: formPattern(`NUMBER more FIELD`), sign: 1},
	{pattern: formPattern(`NUMBER (?:less|fewer) FIELD`), sign: -1},
	{pattern: formPattern(`(?P<field>.*?)(?:^|[\s:=]+)NUMBER(?P<after>\s+\D+)?`)},
}

func formPattern(text string) *regexp.Regexp {
	const number = `(?P<number>-?\d+(?:,\d{3})*(?:\.\d+)?)(?:\s*(?P<unit>` + aUnit + `))?`
	return regexp.MustCompile(`(?i)^` + strings.NewReplacer("FIELD", "(?P<field>.+?)", "NUMBER", number).Replace(text) + `$`)
}

// read returns the form of a statement, what it calls the field and the quantity; no form for a switch.
func read(text string) (f *form, field string, q quantity) {
	for i := range forms {
		found := forms[i].pattern.FindStringSubmatch(text)
		if found == nil {
			continue
		}
		groups := map[string]string{}
		for j, group := range forms[i].pattern.SubexpNames() {
			groups[group] = found[j]
		}
		return &forms[i], groups["field"] + groups["after"], quantity{groups["number"], strings.ToLower(groups["unit"])}
	}
	return nil, text, q
}

var verb = regexp.MustCompile(`(?i)^(?:enable|allow|show|let|activate|(?:turn|switch)\s+on)\s|\s(?:on|off)$`)

// standsAlone reports whether a text says what to do, and with which field.
func standsAlone(text string) bool {
	form, field, _ := read(text)
	wanted := nameOf(field)
	return len(wanted.words) > 0 && (form != nil || wanted.negated || verb.MatchString(text))
}

// statement changes the field that a text names. It returns why it does not, as the end of a sentence.
func (d *draft) statement(text string) (problem string) {
	form, field, q := read(text)
	m, problem := d.find(field, form != nil)
	var value any
	switch {
	case problem != "":
	case form == nil:
		value, problem = m.switched(standsAlone(text))
	case m.negated || verb.MatchString(field):
		problem = "it says more than one thing"
	default:
		value, problem = form.value(d.value(m.field), m.field, q)
	}
	if problem == "" {
		problem = unsound(m.field, value)
	}
	if problem == "" {
		d.set(m.field.Name, value, text)
	}
	return problem
}

// switched returns the value of a switch or choice. A choice must be named in full, and so must a switch without a verb.
func (m match) switched(hasVerb bool) (value any, problem string) {
	switch {
	case m.choice != nil && m.score == 1:
		return m.choice, ""
	case len(m.field.Choices) > 0:
		var labels []string
		for _, c := range m.field.Choices {
			labels = append(labels, c.Label)
		}
		return nil, "“" + m.field.Label + "” can be " + quotedList(labels)
	case m.field.Type != expansion.Bool || m.score < 1 && !hasVerb:
		return nil, "it does not say what to do with “" + m.field.Label + "”"
	}
	return truth(!m.negated), ""
}

// unsound says why the field cannot have a value.
func unsound(f *expansion.Field, value any) string {
	problems := f.Check(f.Name, value)
	if len(problems) == 0 {
		return ""
	}
	return "“" + f.Label + "” " + problems[0].Message.Predicate()
}

// value returns the number that a field gets instead of the present one.
func (form form) value(present any, f *expansion.Field, q quantity) (value any, problem string) {
	now, _ := numberOf(present)
	switch {
	case form.factor != 0:
		return multiplied(f, now, form.factor)
	case form.sign != 0 && q.isPercentage():
		return multiplied(f, now, max(0, 1+form.sign*q.amount()/100))
	}
	n, problem := q.in(f)
	if form.sign != 0 {
		return numberFor(f, now+form.sign*n), problem
	}
	return jsontree.Decimal(roundOff(n)), problem
}

// multiplied returns a number times the factor; fields take 0 and below for something else than an amount.
func multiplied(f *expansion.Field, now, factor float64) (value any, problem string) {
	if now <= 0 {
		return nil, "“" + f.Label + "” is " + string(jsontree.Decimal(now)) + ", which cannot be multiplied"
	}
	return numberFor(f, now*factor), ""
}

func truth(set bool) jsontree.Number {
	if set {
		return "1"
	}
	return "0"
}
