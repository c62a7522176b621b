package mission

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// merged is one record in the versions of its file: in the base, as stored, as uploaded, and as the game has it. It is nil in a version
// that does not have it.
type merged struct{ base, mine, theirs, game record.Row }

// newest returns one of the versions, that of mine before the others.
func (m merged) newest() record.Row {
	for _, row := range []record.Row{m.mine, m.theirs} {
		if row != nil {
			return row
		}
	}
	return m.base
}

// threeWay merges the records of one resource in a file.
type threeWay struct {
	*update
	kind      *kindInfo
	res       *record.Resource
	names     *names                      // that records refer to
	asWritten func(record.Row) record.Row // returns a stored record as it is once written and read again; nil if that is no other
	writes    func(record.Row) bool       // reports whether a stored record is written to the file; nil if all are
	byGame    bool                        // what is an owner's own is told by the version of the game, not by the base
}

// settle returns the record to store for an entry of the upload, or nil if it is to be left out.
func (w *threeWay) settle(m merged) record.Row {
	switch {
	case m.mine != nil:
		row := w.fields(m)
		w.countOwn(m, row)
		return row
	case m.base == nil:
		w.count(m.theirs, Theirs)
		return m.theirs
	case w.kind.areSame(m.base, m.theirs), w.decide(w.conflict(m, nil)):
		w.count(m.theirs, Mine)
		return nil
	}
	w.count(m.theirs, Theirs)
	return m.theirs
}

// goes reports whether a stored record that the upload does not name is to be deleted. One that is not written to the file stays: the
// upload cannot name it.
func (w *threeWay) goes(m merged) bool {
	if w.writes != nil && !w.writes(m.mine) {
		return false
	}
	goes := false
	switch {
	case m.base == nil && w.base.isNone():
		goes = !w.decide(w.conflict(m, nil))
	case m.base != nil:
		goes = w.kind.areSame(m.base, w.written(m.mine)) || !w.decide(w.conflict(m, nil))
	}
	side := Mine
	if goes {
		side = Theirs
	}
	w.count(m.mine, side)
	w.countOwnEntry(m, goes)
	return goes
}

// written returns a stored record as the file holds it.
func (w *threeWay) written(row record.Row) record.Row {
	if w.asWritten == nil {
		return row
	}
	return w.asWritten(row)
}

// areSame reports whether two versions of a record have the same values in the file.
func (k *kindInfo) areSame(a, b record.Row) bool {
	return !slices.ContainsFunc(k.resource.Fields, func(f *record.Field) bool {
		return k.hasField(f) && k.follows[f.Name] == "" && !k.equal(f, a, b)
	})
}

// equal compares a field: lists of ids as sets, and classes by their names. Nil stands for no record.
func (k *kindInfo) equal(f *record.Field, a, b record.Row) bool {
	i := k.resource.Index(f.Name)
	switch {
	case a == nil || b == nil:
		return a == nil && b == nil
	case isElsewhere(a[i]) || isElsewhere(b[i]):
		return false
	case f.Ref == record.InstanceClassnames.Name, f == k.resource.Title && f.Column == "":
		return strings.EqualFold(k.resource.TitleOf(a), k.resource.TitleOf(b))
	case f.Type == record.Links:
		return slices.Equal(sortedIDs(a[i]), sortedIDs(b[i]))
	}
	return bytes.Equal(f.AppendValue(nil, a[i]), f.AppendValue(nil, b[i]))
}

func isElsewhere(value any) bool {
	_, is := value.(elsewhere)
	return is
}

// isAlike is equal for what follows from a field, in which the order of ids counts.
func (w *threeWay) isAlike(f *record.Field, a, b record.Row) bool {
	first, isList := a[w.res.Index(f.Name)].([]int64)
	second, _ := b[w.res.Index(f.Name)].([]int64)
	return w.kind.equal(f, a, b) && (!isList || slices.Equal(first, second))
}

func sortedIDs(value any) []int64 {
	ids, _ := value.([]int64)
	return slices.Sorted(slices.Values(ids))
}

// fields merges the fields of a record that mine and theirs have.
func (w *threeWay) fields(m merged) record.Row {
	row, written := slices.Clone(m.theirs), w.written(m.mine)
	for i, f := range w.res.Fields {
		if w.kind.hasField(f) && w.kind.follows[f.Name] == "" {
			row[i] = w.field(f, m, written)
		}
		if f.Count != "" {
			row[w.res.Index(f.Count)] = int64(len(jsontree.Members(treeOf(row[i]))))
		}
		if f.Ref == record.InstanceClassnames.Name && row[i] == m.mine[i] {
			row[w.res.Index(w.res.Title.Name)] = m.mine[w.res.Index(w.res.Title.Name)]
		}
	}
	for follower, f := range w.kind.follows {
		if w.res.Has(follower) && w.isAlike(w.res.Field(f), row, m.mine) {
			row[w.res.Index(follower)] = m.mine[w.res.Index(follower)]
		}
	}
	return row
}

// field returns the merged value of a field; written is mine as the file holds it.
func (w *threeWay) field(f *record.Field, m merged, written record.Row) any {
	i := w.res.Index(f.Name)
	switch {
	case w.kind.equal(f, written, m.theirs) && !w.kind.equal(f, written, m.mine): // more is stored than the file holds
		return m.mine[i]
	case w.kind.equal(f, written, m.theirs):
		return m.theirs[i]
	case w.kind.equal(f, m.base, written):
		w.count(m.theirs, Theirs)
		return m.theirs[i]
	case w.kind.equal(f, m.base, m.theirs):
		w.count(m.theirs, Mine)
		return m.mine[i]
	case m.base != nil && holdsJSON(f):
		return w.inside(f, m)
	case w.decide(w.conflict(m, f)):
		w.count(m.theirs, Mine)
		return m.mine[i]
	}
	w.count(m.theirs, Theirs)
	return m.theirs[i]
}

// holdsJSON reports whether a field holds values that are merged one by one.
func holdsJSON(f *record.Field) bool {
	return f.Type == record.List || f.Type == record.Texts || f.Type == record.Object
}

// inside merges the values inside of a field that holds JSON.
func (w *threeWay) inside(f *record.Field, m merged) any {
	i := w.res.Index(f.Name)
	mine, theirs := treeOf(m.mine[i]), treeOf(m.theirs[i])
	merged := w.mergeTrees(treeOf(m.base[i]), mine, theirs, w.conflict(m, f))
	if !jsonedit.Equal(merged, mine) {
		w.count(m.theirs, Theirs)
	}
	if !jsonedit.Equal(merged, theirs) {
		w.count(m.theirs, Mine)
	}
	return string(rawJSON(merged))
}

// treeOf parses a stored value; what is not set is null.
func treeOf(value any) any {
	if other, is := value.(elsewhere); is {
		return other.value
	}
	text, _ := value.(string)
	tree, _ := jsontree.Parse([]byte(text)) // null for an empty text
	return tree
}

// conflict describes the three versions of a field or, without one, of the record.
func (w *threeWay) conflict(m merged, f *record.Field) Conflict {
	c := Conflict{
		Resource: w.res.Path, Name: newFileRecord(w.res, m.newest(), nil, -1).name,
		Base: w.value(m.base, f), Mine: w.value(m.mine, f), Theirs: w.value(m.theirs, f),
	}
	if f != nil {
		c.Field = f.Name
	}
	if m.mine != nil {
		c.SID = w.res.SID(m.mine)
	}
	return c
}

// value returns a field, or all values of a record that the file holds, with names in place of ids; null for what is not known.
func (w *threeWay) value(row record.Row, f *record.Field) json.RawMessage {
	if row == nil {
		return rawJSON(nil)
	}
	r := newFileRecord(w.res, row, w.names, -1)
	if f != nil {
		return r.value(w.res.Index(f.Name))
	}
	all := []byte{'{'}
	for i, f := range w.res.Fields {
		if w.kind.hasField(f) {
			all = append(f.AppendKey(jsontree.AppendComma(all)), r.value(i)...)
		}
	}
	return append(all, '}')
}
