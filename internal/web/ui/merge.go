package ui

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

// Inputs of a form that guard what somebody else has stored.
const (
	BaseName   = "_base"   // a digest of each value that the form was drawn with
	TheirsName = "_theirs" // names of values to be left as somebody else has stored them
)

// Inputs of a form that asks before it stores unusual values.
const (
	AsksName   = "_asks"
	AnywayName = "_anyway" // they are meant
)

// Guarded is a value of a form that is compared with what is stored.
type Guarded struct {
	Name  string                  // as it is sent: nominal, HUDColors[StaminaBarColor]
	Label string                  // what people call it
	Words func(sent any) []string // the lines that show a sent value to people
}

// Conflict is a value that both the visitor and somebody else have changed since the form was drawn.
type Conflict struct {
	Name, Label   string
	Yours, Theirs []string // lines; empty for a value that is not set
	By            string   // who has stored theirs; empty if nobody knows
	When          time.Time
}

// Merged is what became of a form that was drawn before somebody else has stored something.
type Merged struct {
	Conflicts []Conflict
	Kept      []string // labels of values that only somebody else has changed
}

// Guard compares and merges three states of a form: the one that it was drawn with, what is stored now and what was sent.
type Guard struct {
	Values []Guarded
	Shown  *jsontree.Object // what the form would send untouched, drawn from what is stored now
}

// Base returns the digests of what is shown, for the form to send back.
func (g Guard) Base() string {
	digests := url.Values{}
	for _, v := range g.Values {
		digests.Set(v.Name, digest(at(g.Shown, pathOf(v.Name))))
	}
	return digests.Encode()
}

// Merge changes in sent what only somebody else has changed to what is stored now, so that saving it keeps that. What both have
// changed stays as it was sent and is a conflict, unless sent says to take theirs. Without a base, sent stays as it is.
func (g Guard) Merge(sent *jsontree.Object) (m Merged) {
	base, guarded := sent.Get(BaseName)
	digests, err := url.ParseQuery(TextOf(base))
	if !guarded || err != nil {
		return m
	}
	for _, v := range g.Values {
		g.merge(v, digests, sent, &m)
	}
	return m
}

// Moved reports whether a value is another one than the form was drawn with.
func (g Guard) Moved(sent *jsontree.Object, name string) bool {
	base, _ := sent.Get(BaseName)
	digests, _ := url.ParseQuery(TextOf(base))
	return digests.Get(name) != digest(at(g.Shown, pathOf(name)))
}

func (g Guard) merge(v Guarded, digests url.Values, sent *jsontree.Object, m *Merged) {
	path := pathOf(v.Name)
	if !digests.Has(v.Name) || !has(sent, path) {
		return
	}
	stored, entered := at(g.Shown, path), at(sent, path)
	outcome := change.Between(digests.Get(v.Name), digest(entered), digest(stored), change.Same)
	switch {
	case Takes(sent, v.Name):
		set(sent, path, stored)
	case outcome == change.OnlyTheirs:
		set(sent, path, stored)
		m.Kept = append(m.Kept, v.Label)
	case outcome == change.Clash:
		m.Conflicts = append(m.Conflicts, NewConflict(v.Name, v.Label, v.Words(entered), v.Words(stored)))
	}
}

// NewConflict returns a conflict between the lines of two values; of long ones it holds only the lines that differ.
func NewConflict(name, label string, yours, theirs []string) Conflict {
	yours, theirs = different(yours, theirs)
	return Conflict{Name: name, Label: label, Yours: yours, Theirs: theirs}
}

// Takes reports whether the visitor leaves a value as somebody else has stored it.
func Takes(sent *jsontree.Object, name string) bool {
	theirs, _ := sent.Get(TheirsName)
	return slices.Contains(MemberTexts(theirs), name)
}

// longValue is the number of lines from which only those lines of a value are shown that differ.
const longValue = 6

// different leaves out the lines that two long values have in common.
func different(a, b []string) (onlyA, onlyB []string) {
	if max(len(a), len(b)) < longValue {
		return a, b
	}
	return change.Without(a, b), change.Without(b, a)
}

// digest returns a short text that stands for a value, however it is sent.
func digest(value any) string {
	sum := sha256.Sum256(appendPlain(nil, value))
	return base64.RawURLEncoding.EncodeToString(sum[:7])
}

// wholeMinute is a moment without seconds, which some browsers send where others send seconds that are 0.
var wholeMinute = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:00$`)

// appendPlain writes a value so that what means the same in a form is the same: blank rows and line ends do not count.
func appendPlain(b []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		v = jsontree.Trim(PlainLines(v))
		if wholeMinute.MatchString(v) {
			v = strings.TrimSuffix(v, ":00")
		}
		return jsontree.AppendString(b, v)
	case []any:
		return appendMembers(b, v)
	case *jsontree.Object:
		return appendObject(b, v)
	case nil:
		return append(b, `""`...)
	}
	return jsontree.AppendString(b, TextOf(value))
}

func appendObject(b []byte, object *jsontree.Object) []byte {
	if rows, isList := rowsIn(object); isList {
		return appendMembers(b, rows)
	}
	for _, key := range slices.Sorted(slices.Values(object.Keys())) {
		if member, _ := object.Get(key); !isBlank(member) {
			b = append(jsontree.AppendString(b, key), ':')
			b = append(appendPlain(b, member), ',')
		}
	}
	return b
}

// rowsIn returns the members of a list with gaps in its indexes, as it arrives where rows were removed.
func rowsIn(object *jsontree.Object) (rows []any, isList bool) {
	for key, member := range object.All() {
		if strings.Trim(key, "0123456789") != "" {
			return nil, false
		}
		rows = append(rows, member)
	}
	return rows, len(rows) > 0
}

func appendMembers(b []byte, members []any) []byte {
	if isBlank(members) {
		return append(b, `""`...)
	}
	for _, member := range members {
		if row, isRow := member.(*jsontree.Object); !isRow || !isBlankRow(row) {
			b = append(appendPlain(b, member), ';')
		}
	}
	return b
}

// isBlankRow reports whether a row has nothing that names it: a blank one may hold the first of some choices.
func isBlankRow(row *jsontree.Object) bool {
	for _, key := range []string{"name", "key"} {
		if name, has := row.Get(key); has && isBlank(name) {
			return true
		}
	}
	return isBlank(row)
}

// isBlank reports whether a value holds no text.
func isBlank(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return jsontree.Trim(v) == ""
	case []any:
		return !slices.ContainsFunc(v, func(member any) bool { return !isBlank(member) })
	case *jsontree.Object:
		for _, member := range v.All() {
			if !isBlank(member) {
				return false
			}
		}
		return true
	}
	return false
}

// pathOf splits a name as it is sent: a[b][c].
func pathOf(name string) []string { return strings.Split(strings.ReplaceAll(name, "]", ""), "[") }

func at(tree *jsontree.Object, path []string) any {
	value, _ := tree.Get(path[0])
	for _, key := range path[1:] {
		object, _ := value.(*jsontree.Object)
		value, _ = object.Get(key)
	}
	return value
}

func has(tree *jsontree.Object, path []string) bool {
	if len(path) > 1 {
		tree, _ = at(tree, path[:len(path)-1]).(*jsontree.Object)
	}
	return tree.Has(path[len(path)-1])
}

func set(tree *jsontree.Object, path []string, value any) {
	if len(path) > 1 {
		tree, _ = at(tree, path[:len(path)-1]).(*jsontree.Object)
	}
	tree.Set(path[len(path)-1], jsontree.Clone(value))
}
