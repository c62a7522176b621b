package document

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// assignedFormat is a file of lines such as Core.Interval = 300; // [type: float; default: 60] Help, as mods write them that keep their
// settings in a cfg of their own. What stands before a dot is an object in the tree. Comments and lines without a setting stay.
type assignedFormat struct{}

// assignment is a line that sets something; the value stands between start and end in the text.
type assignment struct {
	line, start, end int
	name             []string
	value            any
	comment          string
}

var (
	assignedLine = regexp.MustCompile(`^[ \t]*([A-Za-z_][\w.]*)[ \t]*=[ \t]*("[^"\n]*"|[^;"\n]*?)[ \t]*;[ \t]*(?://(.*?))?\s*$`)
	passedLine   = regexp.MustCompile(`^\s*(//.*)?\s*$`)
)

// assignmentsIn returns the lines that set something. The error names a line that neither does nor is a comment.
func assignmentsIn(text string) (list []assignment, err error) {
	offset, number := 0, 0
	for line := range strings.Lines(text) {
		number++
		if at := assignedLine.FindStringSubmatchIndex(line); at != nil {
			a := assignment{line: number, start: offset + at[4], end: offset + at[5], name: strings.Split(line[at[2]:at[3]], ".")}
			if a.value = assignedValue(line[at[4]:at[5]]); at[6] >= 0 {
				a.comment = strings.TrimSpace(line[at[6]:at[7]])
			}
			list = append(list, a)
		} else if !passedLine.MatchString(line) {
			return nil, fmt.Errorf("line %d: a setting such as Name = 1; is expected here", number)
		}
		offset += len(line)
	}
	return list, nil
}

// assignedValue reads a value as it stands there.
func assignedValue(text string) any {
	if quoted, found := strings.CutPrefix(text, `"`); found {
		return strings.TrimSuffix(quoted, `"`)
	}
	switch value, err := jsontree.Parse([]byte(text)); {
	case text == "true", text == "false":
		return text == "true"
	case err == nil && typeOfOne(value) == numberType:
		return value
	}
	return text
}

func (assignedFormat) read(text string) (*jsontree.Object, error) {
	list, err := assignmentsIn(text)
	if err != nil {
		return nil, err
	}
	tree := new(jsontree.Object)
	for _, a := range list {
		if !place(tree, a.name, a.value) {
			return nil, fmt.Errorf("line %d: %s is set twice", a.line, strings.Join(a.name, "."))
		}
	}
	return tree, nil
}

// place sets a value in a tree by its name. It reports false where something else is there.
func place(tree *jsontree.Object, name []string, value any) bool {
	for _, step := range name[:len(name)-1] {
		if !tree.Has(step) {
			tree.Set(step, new(jsontree.Object))
		}
		inside, _ := tree.Get(step)
		object, isObject := inside.(*jsontree.Object)
		if !isObject {
			return false
		}
		tree = object
	}
	last := name[len(name)-1]
	if tree.Has(last) {
		return false
	}
	tree.Set(last, value)
	return true
}

// write changes the values of the lines that are there. It adds and takes away none.
func (assignedFormat) write(text string, next *jsontree.Object) (string, error) {
	list, err := assignmentsIn(text)
	if err != nil {
		return "", err
	}
	if n := countSingles(next); n != len(list) {
		return "", fmt.Errorf("the file has %d settings, not %d: lines are added and taken away in its text", len(list), n)
	}
	for _, a := range slices.Backward(list) {
		value, found := valueAt(next, a.name)
		written, isOne := assignedText(value, text[a.start:a.end])
		switch {
		case !found || !isOne:
			return "", fmt.Errorf("%s must stay, with one value that has neither a line break nor a quotation mark", strings.Join(a.name, "."))
		case !jsontree.Equal(a.value, value):
			text = text[:a.start] + written + text[a.end:]
		}
	}
	return text, nil
}

func countSingles(tree *jsontree.Object) (n int) {
	for _, value := range tree.All() {
		if inside, isObject := value.(*jsontree.Object); isObject {
			n += countSingles(inside)
		} else {
			n++
		}
	}
	return n
}

func valueAt(tree *jsontree.Object, name []string) (any, bool) {
	for _, step := range name[:len(name)-1] {
		tree = tree.Object(step)
	}
	return tree.Get(name[len(name)-1])
}

// assignedText writes a value in place of another one: a text with quotation marks, unless the other one has none. It reports false for
// one that a line cannot hold.
func assignedText(value any, old string) (string, bool) {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v), true
	case jsontree.Number:
		return string(v), true
	case string:
		if isBare(old) && isBare(v) {
			return v, true
		}
		return `"` + v + `"`, !strings.ContainsAny(v, "\"\r\n")
	}
	return "", false
}

// isBare reports whether a text is one without quotation marks.
func isBare(text string) bool {
	return text != "" && strings.Trim(text, " \t") == text && assignedValue(text) == any(text) && !strings.ContainsAny(text, ";/\"\r\n")
}

func (assignedFormat) empty() string { return "" }

func (assignedFormat) locate(text string) (list []located) {
	assigned, _ := assignmentsIn(text)
	for _, a := range assigned {
		list = append(list, located{strings.Join(a.name, "."), a.line, a.line})
	}
	return list
}

// declaredLine is a comment that says what a setting is: [type: float; default: 60] and, behind it, in words.
var declaredLine = regexp.MustCompile(`^\[type: *(\w+); *default: *([^\];]*)[^\]]*\] *(.*)$`)

// explain adds to the fields of a text what its comments say of them.
func explain(fields []*expansion.Field, text string) {
	list, _ := assignmentsIn(text)
	for _, a := range list {
		said := declaredLine.FindStringSubmatch(a.comment)
		if said == nil {
			continue
		}
		within := fields
		var f *expansion.Field
		for _, step := range a.name {
			f = fieldNamed(within, step)
			within = fieldsOf(f)
		}
		f.Help, f.Default, f.Inferred = said[3], assignedValue(strings.TrimSpace(said[2])), false
		if t, known := map[string]expansion.Type{"bool": expansion.Bool, "int": expansion.Int, "float": expansion.Float}[said[1]]; known {
			f.Type = t
		}
	}
}
