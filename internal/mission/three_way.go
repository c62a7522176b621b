package mission

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// merged is one record in the three versions of its file: in the base, as stored, and as uploaded. It is nil in a version that does
// not have it.
type merged struct{ base, mine, theirs record.Row }

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
	foreign   bool                        // slots are not places in the base
}

// settle returns the record to store for an entry of the upload, or nil if it is to be left out.
func (w *threeWay) settle(m merged) record.Row {
	switch {
	case m.mine != nil:
		return w.fields(m)
	case m.base == nil:
		w.count(m.theirs, Theirs)
		return m.theirs
	case w.same(m.base, m.theirs), w.decide(w.conflict(m, nil)):
		w.count(m.theirs, Mine)
		return nil
	}
	w.count(m.theirs, Theirs)
	return m.theirs
}

// goes reports whether a stored record that the upload does not name is to be deleted.
func (w *threeWay) goes(m merged) bool {
	if m.base != nil && (w.same(m.base, w.written(m.mine)) || !w.decide(w.conflict(m, nil))) {
		w.count(m.mine, Theirs)
		return true
	}
	w.count(m.mine, Mine)
	return false
}

// written returns a stored record as the file holds it.
func (w *threeWay) written(row record.Row) record.Row {
	if w.asWritten == nil {
		return row
	}
	return w.asWritten(row)
}

// same reports whether two versions of a record have the same values in the file.
func (w *threeWay) same(a, b record.Row) bool {
	return !slices.ContainsFunc(w.res.Fields, func(f *record.Field) bool { return w.kind.hasField(f) && !w.equal(f, a, b) })
}

// equal compares a field: lists of ids as sets, and classes by their names. Nil stands for no record.
func (w *threeWay) equal(f *record.Field, a, b record.Row) bool {
	i := w.res.Index(f.Name)
	switch {
	case a == nil || b == nil:
		return a == nil && b == nil
	case f.Ref == record.InstanceClassnames.Name, f == w.res.Title && f.Column == "":
		return strings.EqualFold(w.res.TitleOf(a), w.res.TitleOf(b))
	case f.Type == record.Links:
		return slices.Equal(sortedIDs(a[i]), sortedIDs(b[i]))
	}
	return bytes.Equal(f.AppendValue(nil, a[i]), f.AppendValue(nil, b[i]))
}

// isAlike is equal for what follows from a field, in which the order of ids counts.
func (w *threeWay) isAlike(f *record.Field, a, b record.Row) bool {
	first, isList := a[w.res.Index(f.Name)].([]int64)
	second, _ := b[w.res.Index(f.Name)].([]int64)
	return w.equal(f, a, b) && (!isList || slices.Equal(first, second))
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
	case w.equal(f, written, m.theirs) && !w.equal(f, written, m.mine): // more is stored than the file holds
		return m.mine[i]
	case w.equal(f, written, m.theirs):
		return m.theirs[i]
	case w.equal(f, m.base, written):
		w.count(m.theirs, Theirs)
		return m.theirs[i]
	case w.equal(f, m.base, m.theirs):
		w.count(m.theirs, Mine)
		return m.mine[i]
	case m.base != nil && (f.Type == record.List || f.Type == record.Texts || f.Type == record.Object):
		return w.inside(f, m)
	case w.decide(w.conflict(m, f)):
		w.count(m.theirs, Mine)
		return m.mine[i]
	}
	w.count(m.theirs, Theirs)
	return m.theirs[i]
}

// inside merges the values inside of a field that holds JSON.
func (w *threeWay) inside(f *record.Field, m merged) any {
	w.count(m.theirs, Mine)
	w.count(m.theirs, Theirs)
	i := w.res.Index(f.Name)
	return string(rawJSON(w.mergeTrees(treeOf(m.base[i]), treeOf(m.mine[i]), treeOf(m.theirs[i]), w.conflict(m, f))))
}

// treeOf parses a stored value; what is not set is null.
func treeOf(value any) any {
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

// value returns a field, or all values of a record that the file holds, with names in place of ids.
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
