package pack

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
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
			text := plainText(value.value)
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
			known[plainText(o.value)] = true
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
			if text := plainText(value.value); known != nil && text != "" && !known[text] && !slices.Contains(r.except, text) {
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

// holds reports whether all terms hold for an object.
func (r *Rule) holds(o object) bool {
	for _, t := range r.terms {
		if holdsOne(t, o) == t.Not {
			return false
		}
	}
	return true
}

func holdsOne(t filter.Term, o object) bool {
	value := valueOf(o, t.Field)
	for _, wanted := range t.Values {
		if compares(t.Op, value, wanted, o) {
			return true
		}
	}
	return false
}

// ownValue is the name of the value itself, where a rule looks at values that are no objects.
const ownValue = "value"

func valueOf(o object, field string) any {
	if _, isObject := o.value.(*jsontree.Object); !isObject && field == ownValue {
		return o.value
	}
	if found := reach(o, steps(field)); len(found) == 1 {
		return found[0].value
	}
	return nil
}

// compares compares a value with a text of a rule: $key is the value under another key, none stands for nothing there.
func compares(op filter.Op, value any, wanted filter.Value, o object) bool {
	text := wanted.Text
	if key, isOther := strings.CutPrefix(text, "$"); isOther && !wanted.Quoted {
		other := valueOf(o, key)
		if other == nil {
			return false
		}
		text = plainText(other)
	} else if wanted.Is("none") {
		return isNothing(value)
	}
	if op == filter.Is {
		return isLike(value, wanted, text)
	}
	n, isNumber := numberIn(value)
	m, err := strconv.ParseFloat(text, 64)
	if !isNumber || err != nil {
		return false
	}
	return map[filter.Op]bool{filter.Above: n > m, filter.AtLeast: n >= m, filter.Below: n < m, filter.AtMost: n <= m}[op]
}

func isNothing(value any) bool {
	return value == nil || value == "" || jsontree.HoldsOthers(value) && len(jsontree.Members(value)) == 0
}

func numberIn(value any) (float64, bool) {
	if text, isText := value.(string); isText {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		return n, err == nil
	}
	return expansion.NumberOf(value)
}

// isLike reports whether a value is a text, which may be a pattern or a range, or the same number.
func isLike(value any, wanted filter.Value, text string) bool {
	n, isNumber := numberIn(value)
	if from, to, isRange := wanted.Range(); isRange && isNumber {
		least, err := strconv.ParseFloat(from, 64)
		most, err2 := strconv.ParseFloat(to, 64)
		return (from == "" || err == nil && n >= least) && (to == "" || err2 == nil && n <= most)
	}
	if m, err := strconv.ParseFloat(text, 64); err == nil && isNumber {
		return n == m
	}
	if wanted.HasStar() {
		pieces := strings.Split(text, "*")
		for i := range pieces {
			pieces[i] = regexp.QuoteMeta(pieces[i])
		}
		matched, _ := regexp.MatchString("(?is)^"+strings.Join(pieces, ".*")+"$", plainText(value))
		return matched
	}
	return value != nil && strings.EqualFold(plainText(value), text)
}

var placeholder = regexp.MustCompile(`\{[\w.]+\}`)

// sentence returns what the rule says of an object.
func (r *Rule) sentence(o object) string {
	return placeholder.ReplaceAllStringFunc(r.Says, func(name string) string {
		return plainText(valueOf(o, strings.Trim(name, "{}")))
	})
}

func objectOf(n node) object { return object{value: n.value} }

// rule reads a rule of a file.
func (n node) rule() Rule {
	object := n.object("id", "severity", "each", "when", "at", "says", "example")
	r := Rule{
		ID: n.of(object, "id").needed(), Severity: Severity(n.of(object, "severity").oneOf(string(Error), string(Warning))),
		Says: n.of(object, "says").needed(), At: n.of(object, "at").text(), each: n.of(object, "each").text(),
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
