package pack

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
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
	place   node           // in the pack
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
}

// Find returns what the rules find in the values of a file. other returns the values of the files of the pack under a name; nil where there
// are none.
func (f *File) Find(tree *jsontree.Object, other func(name string) []*jsontree.Object) (list []Found) {
	for i := range f.rules {
		r := &f.rules[i]
		objects := reach(object{value: tree}, steps(r.each))
		switch {
		case r.unique:
			list = append(list, r.twice(objects)...)
		case r.refers != "":
			list = append(list, r.dangling(objects, f.targets(r.refers, tree, other))...)
		default:
			list = append(list, r.found(objects)...)
		}
	}
	return list
}

func steps(path string) []string {
	if path == "" {
		return nil
	}
	return strings.Split(path, ".")
}

// reach returns what stands at a path below a value.
func reach(from object, path []string) (list []object) {
	if len(path) == 0 {
		return []object{from}
	}
	inside, isObject := from.value.(*jsontree.Object)
	switch {
	case path[0] == "*" && isObject:
		for key, value := range inside.All() {
			list = append(list, reach(object{jsontree.Join(from.path, key), value}, path[1:])...)
		}
	case path[0] == "*":
		members, _ := from.value.([]any)
		for i, value := range members {
			list = append(list, reach(object{jsontree.Join(from.path, strconv.Itoa(i)), value}, path[1:])...)
		}
	case inside.Has(path[0]):
		value, _ := inside.Get(path[0])
		return reach(object{jsontree.Join(from.path, path[0]), value}, path[1:])
	}
	return list
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
			if text != "" && seen[text] {
				list = append(list, Found{r, value.path, fmt.Sprintf("Two entries have “%s” here, which must differ.", text)})
			}
			seen[text] = true
		}
	}
	return list
}

// targets returns the texts at a path in this file or another one; nil where that is not there, so that nothing can be said.
func (f *File) targets(to string, tree *jsontree.Object, other func(name string) []*jsontree.Object) map[string]bool {
	trees := []*jsontree.Object{tree}
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
		for _, o := range reach(object{value: tree}, at) {
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
			if text := jsontree.ScalarText(value.value); known != nil && text != "" && !known[text] && !slices.Contains(r.except, text) {
				list = append(list, Found{r, value.path, fmt.Sprintf("“%s” is not there: no entry at %s has it.", text, r.refers)})
			}
		}
	}
	return list
}

func (r *Rule) found(objects []object) (list []Found) {
	for _, o := range objects {
		if r.pattern != nil {
			list = append(list, r.unlike(o)...)
		} else if r.holds(o) {
			list = append(list, Found{r, jsontree.Join(o.path, r.At), r.sentence(o)})
		}
	}
	return list
}

func (r *Rule) unlike(o object) (list []Found) {
	for _, value := range r.at(o) {
		if text, isText := value.value.(string); isText && text != "" && !r.pattern.MatchString(text) {
			says := strings.TrimSpace(fmt.Sprintf("“%s” is not written as it has to be. %s", text, r.Says))
			list = append(list, Found{r, value.path, says})
		}
	}
	return list
}

var placeholder = regexp.MustCompile(`\{[\w.]+\}`)

// sentence returns what the rule says of an object.
func (r *Rule) sentence(o object) string {
	return placeholder.ReplaceAllStringFunc(r.Says, func(name string) string {
		return jsontree.ScalarText(valueOf(o, strings.Trim(name, "{}")))
	})
}

func objectOf(n node) object { return object{value: n.value} }

// rule reads a rule of a file.
func (n node) rule() Rule {
	object := n.object("id", "severity", "each", "when", "at", "says", "example")
	r := Rule{
		ID: n.of(object, "id").needed(), Severity: Severity(n.of(object, "severity").oneOf(string(Error), string(Warning))),
		Says: n.of(object, "says").neededWords(), At: n.of(object, "at").text(), each: n.of(object, "each").text(),
	}
	if r.Severity == "" {
		r.Severity = Warning
	}
	when := n.of(object, "when")
	text := when.needed()
	terms, err := filter.Parse(text)
	if err != nil {
		when.wrong("%v", err)
	}
	for _, t := range terms {
		if t.Field == "" {
			when.wrong("“%s”: a key and a comparison are needed, such as Min>5", text[t.Start:t.End])
		}
	}
	r.terms, r.place = terms, n
	if example := n.of(object, "example"); example.value != nil && err == nil && !r.holds(objectOf(example)) {
		example.wrong("the rule does not find this")
	}
	return r
}
