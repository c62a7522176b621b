package mission

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// merged is one record in the versions of its file: in the base, as stored, as uploaded, and as the game has it. It is nil in a version
// that does not have it.
type merged struct{ base, mine, theirs, game record.Row }

// upload returns the version of the upload, or else mine: what is counted.
func (m merged) upload() record.Row {
	if m.theirs != nil {
		return m.theirs
	}
	return m.mine
}

// newest returns one of the versions, that of mine before the others.
func (m merged) newest() record.Row {
	if m.mine != nil {
		return m.mine
	}
	return m.theirs
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

// decided returns what becomes of a record; nil if it is left out, or deleted. One that is not written to the file stays where the upload
// does not have it: that cannot name it.
func (w *threeWay) decided(m merged) record.Row {
	if m.mine != nil && m.theirs != nil {
		row := w.fields(m)
		w.countOwn(m, row)
		return row
	}
	if m.theirs == nil && w.writes != nil && !w.writes(m.mine) {
		return m.mine
	}
	outcome := change.Between(m.base, w.written(m.mine), m.theirs, w.kind.areSame)
	if w.base.isNone() {
		outcome = outcome.WithoutBase()
	}
	row := w.side(m, outcome, nil)
	if m.theirs == nil {
		w.countOwnEntry(m, row == nil)
	}
	return row
}

// side returns the version that counts of a record that is only in one or, of a field, has other values there, and counts the record.
func (w *threeWay) side(m merged, outcome change.Outcome, f *record.Field) record.Row {
	if w.keeps(outcome, func() Conflict { return w.conflict(m, f) }) {
		w.count(m.upload(), Mine)
		return m.mine
	}
	w.count(m.upload(), Theirs)
	return m.theirs
}

// written returns a stored record as the file holds it.
func (w *threeWay) written(row record.Row) record.Row {
	if w.asWritten == nil || row == nil {
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
	same := func(a, b record.Row) bool { return w.kind.equal(f, a, b) }
	row, outcome := m.theirs, change.Between(m.base, written, m.theirs, same)
	switch {
	case outcome.Agree() && !same(written, m.mine): // more is stored than the file holds
		row = m.mine
	case outcome == change.Clash && m.base != nil && holdsJSON(f):
		return w.inside(f, m)
	case !outcome.Agree():
		row = w.side(m, outcome, f)
	}
	return row[w.res.Index(f.Name)]
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
	w.countSides(m.theirs, mine, theirs, merged)
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
