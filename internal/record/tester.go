package record

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Tester tests rows in memory as the database does in its tables: for lists that are in no table, and for filters that take a database
// long. It is not safe for concurrent use.
type Tester struct {
	resource   *Resource
	conditions []tested
	row        Row
	lower      []string // of text fields of the row, where read says so
	trees      []any    // of fields of JSON
	read       []bool
}

type tested struct {
	not bool
	any []func(*Tester) bool
}

// Tester returns what tests rows against all of the conditions.
func (r *Resource) Tester(conditions []Condition) *Tester {
	t := &Tester{
		resource: r, conditions: make([]tested, len(conditions)),
		lower: make([]string, len(r.Fields)), trees: make([]any, len(r.Fields)), read: make([]bool, len(r.Fields)),
	}
	for i, c := range conditions {
		t.conditions[i].not = c.Not
		for _, m := range c.Any {
			t.conditions[i].any = append(t.conditions[i].any, r.test(m))
		}
	}
	return t
}

// Reads returns the fields that conditions look at, besides the id and the sid of a record. An Answer may look at its name and its key.
func (r *Resource) Reads(conditions []Condition) (fields []*Field) {
	add := func(more ...*Field) {
		for _, f := range more {
			if !slices.Contains(fields, f) {
				fields = append(fields, f)
			}
		}
	}
	for _, c := range conditions {
		for _, m := range c.Any {
			switch {
			case m.Test == OfKind:
				add(r.Title, r.Field("category_id"))
			case m.Answer != nil && r.Title != nil:
				add(append(slices.Clip(r.Key), r.Title)...)
			case m.Answer != nil:
				add(r.Key...)
			case m.Test == Worded:
				add(r.searched()...)
			case m.Field != nil:
				add(m.Field)
			}
		}
	}
	return fields
}

// searched returns the fields that search looks into.
func (r *Resource) searched() (fields []*Field) {
	for _, f := range r.Fields {
		if slices.Contains(r.Search, f.SQL) || r.Search == nil && f == r.Title {
			fields = append(fields, f)
		}
	}
	return fields
}

// Meets reports whether a row meets all conditions.
func (t *Tester) Meets(row Row) bool {
	t.row = row
	clear(t.read)
	for _, c := range t.conditions {
		if slices.ContainsFunc(c.any, func(test func(*Tester) bool) bool { return test(t) }) == c.not {
			return false
		}
	}
	return true
}

// test makes one match ready.
func (r *Resource) test(m Match) func(*Tester) bool {
	switch m.Test {
	case Worded:
		return r.wordTest(m)
	case Listed:
		sids, at := setOf(m.Among), r.Index("sid")
		return func(t *Tester) bool { sid, _ := t.row[at].(string); return sids[sid] }
	case Identified:
		ids, at := setOf(m.IDs), r.Index("id")
		return func(t *Tester) bool { id, _ := t.row[at].(int64); return ids[id] }
	}
	if m.Answer != nil {
		return func(t *Tester) bool { return m.Answer(t.row) }
	}
	at := r.Index(m.Field.Name)
	if len(m.Below) > 0 {
		return func(t *Tester) bool { return anyBelow(t.tree(at), m.Below, valueTest(m)) }
	}
	return m.Field.test(at, m)
}

func (r *Resource) wordTest(m Match) func(*Tester) bool {
	var places []int
	for _, f := range r.searched() {
		places = append(places, r.Index(f.Name))
	}
	return func(t *Tester) bool {
		return slices.ContainsFunc(places, func(at int) bool { return t.row[at] != nil && m.Text.isIn(t.text(at)) })
	}
}

// test makes a match ready for the value of a field itself.
func (f *Field) test(at int, m Match) func(*Tester) bool {
	switch m.Test {
	case Unset:
		return func(t *Tester) bool { return isUnset(t.row[at]) }
	case Given:
		return func(t *Tester) bool { return !isUnset(t.row[at]) }
	case Holds:
		return func(t *Tester) bool { return t.row[at] != nil && m.Text.isIn(t.text(at)) }
	case Linked:
		return linkTest(at, setOf(m.IDs))
	}
	meets := valueTest(m)
	if f.Type == Texts {
		return func(t *Tester) bool { return slices.ContainsFunc(jsontree.Members(t.tree(at)), meets) }
	}
	if f.Type != Text {
		return func(t *Tester) bool { return meets(t.row[at]) }
	}
	like := textTest(m)
	return func(t *Tester) bool {
		if t.row[at] == nil {
			return m.Else != "" && like(strings.ToLower(m.Else))
		}
		return like(t.text(at))
	}
}

func isUnset(value any) bool {
	ids, isList := value.([]int64)
	return value == nil || value == "" || value == "[]" || value == "{}" || isList && len(ids) == 0
}

func linkTest(at int, ids map[int64]bool) func(*Tester) bool {
	return func(t *Tester) bool {
		switch v := t.row[at].(type) {
		case int64:
			return ids[v]
		case []int64:
			return slices.ContainsFunc(v, func(id int64) bool { return ids[id] })
		}
		return false
	}
}

// textTest tests a text in lower case.
func textTest(m Match) func(string) bool {
	if m.Test == OneOf {
		among := setOf(m.Among)
		return func(text string) bool { return among[text] }
	}
	return m.Text.isLike
}

// valueTest tests a stored number, or a value in a JSON tree.
func valueTest(m Match) func(any) bool {
	switch m.Test {
	case Unset:
		return func(value any) bool { return value == nil }
	case Given:
		return func(value any) bool { return value != nil }
	case Ranged:
		return func(value any) bool { n, isNumber := number(value); return isNumber && m.Range.Holds(n) }
	case Holds:
		return func(value any) bool {
			return value != nil && m.Text.isIn(strings.ToLower(string(jsontree.AppendValue(nil, value))))
		}
	}
	like := textTest(m)
	return func(value any) bool { text, isText := value.(string); return isText && like(strings.ToLower(text)) }
}

// anyBelow reports whether a value below a list meets a test, by the fields that lead there.
func anyBelow(list any, path []*Field, meets func(any) bool) bool {
	for _, member := range jsontree.Members(list) {
		object, _ := member.(*jsontree.Object)
		value, _ := object.Get(path[0].Name)
		if len(path) == 1 && meets(value) || len(path) > 1 && anyBelow(value, path[1:], meets) {
			return true
		}
	}
	return false
}

// text returns the text of a field of the row, in lower case.
func (t *Tester) text(at int) string {
	if !t.read[at] {
		text, _ := t.row[at].(string)
		t.lower[at], t.read[at] = strings.ToLower(text), true
	}
	return t.lower[at]
}

// tree returns the tree of a field of JSON of the row.
func (t *Tester) tree(at int) any {
	if !t.read[at] {
		text, _ := t.row[at].(string)
		t.trees[at], _ = jsontree.Parse([]byte(text)) // written by this package
		t.read[at] = true
	}
	return t.trees[at]
}

func setOf[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, one := range list {
		set[one] = true
	}
	return set
}

// isIn reports whether a text, in lower case, contains the pattern or, where it has stars, is like it.
func (p Pattern) isIn(text string) bool {
	if len(p) == 1 {
		return strings.Contains(text, p[0])
	}
	return p.isLike(text)
}

// isLike reports whether a text, in lower case, is as the pattern says. It takes time in proportion to the text.
func (p Pattern) isLike(text string) bool {
	if len(p) == 1 {
		return p[0] == text
	}
	last := len(p) - 1
	text, begins := strings.CutPrefix(text, p[0])
	text, ends := strings.CutSuffix(text, p[last])
	for _, part := range p[1:last] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return begins && ends
}

// Holds reports whether a number is in the range.
func (r Range) Holds(value any) bool {
	n := asFloat(value)
	switch {
	case r.From != nil && (n < asFloat(r.From) || r.Above && n == asFloat(r.From)):
		return false
	case r.To != nil && (n > asFloat(r.To) || r.LessThan && n == asFloat(r.To)):
		return false
	}
	return true
}

// isNegative reports whether the range ends below 0.
func (r Range) isNegative() bool {
	return r.To != nil && (asFloat(r.To) < 0 || asFloat(r.To) == 0 && r.LessThan)
}

func asFloat(value any) float64 {
	if n, isInt := value.(int64); isInt {
		return float64(n)
	}
	n, _ := value.(float64)
	return n
}

// number returns a stored number, or one of a JSON tree, as asFloat takes it.
func number(value any) (any, bool) {
	switch v := value.(type) {
	case int64, float64:
		return v, true
	case bool:
		return map[bool]int64{true: 1}[v], true
	case jsontree.Number:
		n, err := strconv.ParseFloat(string(v), 64)
		return n, err == nil
	}
	return nil, false
}
