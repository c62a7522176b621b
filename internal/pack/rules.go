package pack

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

// Severity says how bad what a rule finds is.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Rule says what is wrong in a file although its values have the right types.
type Rule struct {
	ID       string
	Severity Severity
	Says     string // the sentence, in which {key} is the value under a key
	At       string // the key of the value that is at fault; empty for the object

	each  string        // where the objects are that it looks at: keys divided by dots, * for each member of a list or map
	terms []filter.Term // all of which hold where it is wrong

	unique  bool           // no two objects may have the same value there
	refers  string         // where the values are that may stand there: a path, behind the name of another file and #
	except  []string       // texts that refer to nothing
	pattern *regexp.Regexp // that texts have to match

	instructions int           // of the pattern
	place        notation.Node // in the pack
}

// Found is something wrong in a file.
type Found struct {
	*Rule
	Path string // of the value: keys, and places in lists from 0
	Text string // a sentence
}

// object is a value in a tree with its path.
type object struct {
	path  string
	value any
	work  *Work // nil for no bound
}

// Find returns what the rules find in the values of a file, as far as there is work left for it; nil for all. other returns the values of
// the files of the pack under a name; nil where there are none.
func (f *File) Find(tree *jsontree.Object, other func(name string) []*jsontree.Object, work *Work) (list []Found) {
	for i := range f.rules {
		if work.IsOver() {
			break
		}
		list = append(list, f.rules[i].findIn(f, object{value: tree, work: work}, other)...)
	}
	return list
}

// findIn returns what a rule finds in the values of a file.
func (r *Rule) findIn(f *File, whole object, other func(name string) []*jsontree.Object) []Found {
	objects := reach(whole, steps(r.each))
	switch {
	case r.unique:
		return r.twice(objects)
	case r.refers != "":
		return r.dangling(objects, f.targets(r.refers, whole, other))
	}
	return r.found(objects)
}

// mostShown is how many bytes of a value or a sentence are shown.
const mostShown = 200

func cut(text string) string {
	if len(text) <= mostShown {
		return text
	}
	return strings.ToValidUTF8(text[:mostShown], "") + "…"
}

func steps(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// reach returns what stands at a path below a value.
func reach(from object, path []string) (list []object) {
	if !from.work.spend(1) {
		return nil
	}
	if len(path) == 0 {
		return []object{from}
	}
	inside, isObject := from.value.(*jsontree.Object)
	switch {
	case path[0] == "*" && isObject:
		for key, value := range inside.All() {
			list = append(list, reach(from.inside(key, value), path[1:])...)
		}
	case path[0] == "*":
		members, _ := from.value.([]any)
		for i, value := range members {
			list = append(list, reach(from.inside(strconv.Itoa(i), value), path[1:])...)
		}
	case inside.Has(path[0]):
		value, _ := inside.Get(path[0])
		return reach(from.inside(path[0], value), path[1:])
	}
	return list
}

func (o object) inside(key string, value any) object {
	return object{jsontree.Join(o.path, key), value, o.work}
}

// at returns what a rule is about in an object: the value under its key, or each member for *.
func (r *Rule) at(o object) []object {
	return reach(o, steps(r.At))
}

func (r *Rule) twice(objects []object) (list []Found) {
	seen := map[string]bool{}
	for _, o := range objects {
		for _, value := range r.at(o) {
			text := jsontree.ScalarText(value.value)
			if text != "" && seen[text] && o.work.spend(costOfFound) {
				list = append(list, Found{r, value.path, fmt.Sprintf("Two entries have “%s” here, which must differ.", cut(text))})
			}
			seen[text] = true
		}
	}
	return list
}

// targets returns the texts at a path in this file or another one; nil where that is not there, so that nothing can be said.
func (f *File) targets(to string, whole object, other func(name string) []*jsontree.Object) map[string]bool {
	trees := []*jsontree.Object{whole.value.(*jsontree.Object)}
	name, path, isOther := cutFile(to)
	if isOther {
		trees = other(name)
	}
	if len(trees) == 0 {
		return nil
	}
	known := map[string]bool{}
	for _, tree := range trees {
		at := steps(path)
		if at[0] == "*" && tree.Has(listKey) {
			at = append([]string{listKey}, at...)
		}
		for _, o := range reach(object{value: tree, work: whole.work}, at) {
			known[jsontree.ScalarText(o.value)] = true
		}
	}
	return known
}

// cutFile divides what a reference names into a file and a path; without a file it is the same one.
func cutFile(to string) (name, path string, isOther bool) {
	if name, path, isOther = strings.Cut(to, "#"); isOther {
		return name, path, true
	}
	return "", to, false
}

func (r *Rule) dangling(objects []object, known map[string]bool) (list []Found) {
	for _, o := range objects {
		for _, value := range r.at(o) {
			text := jsontree.ScalarText(value.value)
			if known == nil || text == "" || known[text] || slices.Contains(r.except, text) || !o.work.spend(costOfFound+len(r.except)) {
				continue
			}
			list = append(list, Found{r, value.path, fmt.Sprintf("“%s” is not there: no entry at %s has it.", cut(text), r.refers)})
		}
	}
	return list
}

func (r *Rule) found(objects []object) (list []Found) {
	for _, o := range objects {
		if r.pattern != nil {
			list = append(list, r.unlike(o)...)
		} else if o.work.spend(len(r.terms)) && r.holds(o) && o.work.spend(costOfFound) {
			list = append(list, Found{r, jsontree.Join(o.path, r.At), r.sentence(o)})
		}
	}
	return list
}

func (r *Rule) unlike(o object) (list []Found) {
	for _, value := range r.at(o) {
		text, isText := value.value.(string)
		if !isText || text == "" || !o.work.spend(r.costOf(text)) || r.pattern.MatchString(text) || !o.work.spend(costOfFound) {
			continue
		}
		says := strings.TrimSpace(fmt.Sprintf("“%s” is not written as it has to be. %s", cut(text), r.Says))
		list = append(list, Found{r, value.path, says})
	}
	return list
}

// costOf is what it costs to match a text with the pattern: the time grows with both.
func (r *Rule) costOf(text string) int { return 1 + len(text)*r.instructions/8 }

var placeholder = regexp.MustCompile(`\{[\w.]+\}`)

// sentence returns what the rule says of an object.
func (r *Rule) sentence(o object) string {
	return placeholder.ReplaceAllStringFunc(r.Says, func(name string) string {
		return cut(jsontree.ScalarText(valueOf(o, strings.Trim(name, "{}"))))
	})
}

// mostKeys is how many keys a sentence may name.
const mostKeys = 20

func objectOf(n notation.Node) object { return object{value: n.Value} }

// rule reads a rule of a file.
func ruleOf(n notation.Node) Rule {
	object := n.Object("id", "severity", "each", "when", "at", "says", "example")
	r := Rule{
		ID: n.Of(object, "id").Needed(), Severity: Severity(n.Of(object, "severity").OneOf(string(Error), string(Warning))),
		Says: n.Of(object, "says").NeededWords(), At: n.Of(object, "at").Text(), each: n.Of(object, "each").Text(),
	}
	if r.Severity == "" {
		r.Severity = Warning
	}
	if strings.Count(r.Says, "{") > mostKeys {
		n.Of(object, "says").Wrong("names more than %d keys", mostKeys)
	}
	when := n.Of(object, "when")
	text := when.Needed()
	terms, err := filter.Parse(text)
	if err != nil {
		when.Wrong("%v", err)
	}
	for _, t := range terms {
		if t.Field == "" {
			when.Wrong("“%s”: a key and a comparison are needed, such as Min>5", text[t.Start:t.End])
		}
	}
	r.terms, r.place = terms, n
	if example := n.Of(object, "example"); example.Value != nil && err == nil && !r.holds(objectOf(example)) {
		example.Wrong("the rule does not find this")
	}
	return r
}
