package mission

import (
	"bytes"
	"cmp"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// comparison is a file to compare, as it was imported and as it is written.
type comparison struct {
	*generator
	rel      string
	original []byte // in UTF-8; nil when nothing was imported
	content  []byte // in UTF-8
}

// fileRecord is a record as a file has it, with those values that the file holds.
type fileRecord struct {
	res    *record.Resource
	row    record.Row
	names  *names // of what the row refers to; nil for nothing
	slot   int    // its place in the skeleton of the imported file, -1 for none
	key    string // what tells it from others where it has no slot
	name   string
	sid    string
	parent *fileRecord // what it belongs to; nil for nothing
}

// newFileRecord returns the record of an entry of the imported file.
func newFileRecord(res *record.Resource, row record.Row, n *names, slot int) *fileRecord {
	words := keyWords(res, row)
	return &fileRecord{
		res: res, row: row, names: n, slot: slot,
		key: strings.ToLower(strings.Join(words, "\n")), name: cmp.Or(res.TitleOf(row), strings.Join(words, " ")),
	}
}

// of makes it that of a stored record.
func (s *fileRecord) of(stored record.Row) *fileRecord {
	s.slot, s.sid = -1, s.res.SID(stored)
	if slot, placed := stored[s.res.Index("slot")].(int64); placed {
		s.slot = int(slot)
	}
	return s
}

// keyWords returns the title and the key of a record as far as it holds them itself.
func keyWords(res *record.Resource, row record.Row) (words []string) {
	if title := res.TitleOf(row); title != "" {
		words = append(words, title)
	}
	for _, f := range res.Key {
		value := row[res.Index(f.Name)]
		if f != res.Title && !belongs(f) && value != nil {
			words = append(words, strings.Trim(string(f.AppendValue(nil, value)), `"`))
		}
	}
	return words
}

// belongs reports whether a field ties a record to another one of its instance, which a file shows by the order of its entries.
func belongs(f *record.Field) bool {
	return f.Ref != "" && record.Named(f.Ref).Scope == record.InInstance
}

// pairs are the records of a file with what they were.
type pairs map[*fileRecord]*fileRecord

// pair finds for each record what it was: the entry in its slot, or else one of its key, the nth of a key for the nth.
func pair(before, after []*fileRecord) pairs {
	was := pairs{}
	was.byKey(was.bySlot(before, after), after)
	return was
}

// bySlot pairs what has the same slot, and returns the entries that are left.
func (p pairs) bySlot(before, after []*fileRecord) (rest []*fileRecord) {
	bySlot := map[int]*fileRecord{}
	for _, s := range after {
		bySlot[s.slot] = s
	}
	for _, old := range before {
		if now := bySlot[old.slot]; now != nil && now.res == old.res {
			p[now] = old
		} else {
			rest = append(rest, old)
		}
	}
	return rest
}

func (p pairs) byKey(before, after []*fileRecord) {
	named := map[string][]*fileRecord{}
	for _, old := range before {
		named[old.key] = append(named[old.key], old)
	}
	for _, now := range after {
		if queue := named[now.key]; p[now] == nil && len(queue) > 0 && queue[0].res == now.res {
			p[now], named[now.key] = queue[0], queue[1:]
		}
	}
}

// differences returns how the records of a file differ, in the order of the new file; those that are gone come last.
func differences(before, after []*fileRecord) (list []Difference) {
	was := pair(before, after)
	stays := map[*fileRecord]bool{}
	for _, s := range after {
		stays[was[s]] = true
		if d := was.difference(was[s], s); d.Op != Altered || len(d.Fields) > 0 {
			list = append(list, d)
		}
	}
	for _, s := range before {
		if !stays[s] {
			list = append(list, was.difference(s, nil))
		}
	}
	return list
}

// difference returns how a record differs; one of the two may be nil.
func (p pairs) difference(old, now *fileRecord) Difference {
	either, op := now, Altered
	switch {
	case now == nil:
		either, op = old, Removed
	case old == nil:
		op = Added
	}
	d := Difference{Op: op, Resource: either.res, Name: either.name, SID: either.sid}
	for i, f := range either.res.Fields {
		was, is := old.value(i), now.value(i)
		switch {
		case f != either.res.Title && !f.Writable(), belongs(f) && p.haveSameParent(f, old, now):
		case bytes.Equal(was, is), op != Altered && empty(was) && empty(is):
		default:
			was, is = d.Resource.DiffDocument(f, was, is)
			d.Fields = append(d.Fields, FieldDifference{f, was, is})
		}
	}
	return d
}

// haveSameParent reports whether a record belongs to what it belonged to, as far as the file shows it.
func (p pairs) haveSameParent(f *record.Field, old, now *fileRecord) bool {
	if old == nil || now == nil {
		return old.parentBy(f) == nil && now.parentBy(f) == nil
	}
	return p[now.parentBy(f)] == old.parentBy(f)
}

// parentBy returns what the record belongs to by a field, or nil.
func (s *fileRecord) parentBy(f *record.Field) *fileRecord {
	if s == nil || s.parent == nil || s.parent.res.Name != f.Ref {
		return nil
	}
	return s.parent
}

// empty reports whether a value is not worth a line where the record is new or gone.
func empty(value []byte) bool {
	text := string(value)
	return text == "null" || text == "[]" || text == "{}"
}

// value returns a field as it goes over the wire, with names for what it refers to.
func (s *fileRecord) value(field int) []byte {
	if s == nil {
		return []byte("null")
	}
	f, value := s.res.Fields[field], s.row[field]
	if parent := s.parentBy(f); parent != nil {
		return jsontree.AppendString(nil, parent.name)
	}
	if refs := s.names.of(f.Ref); refs != nil {
		value = refs.named(value)
	}
	switch v := value.(type) {
	case string:
		if f.Ref != "" {
			return jsontree.AppendString(nil, v)
		}
	case []string:
		return jsontree.AppendValue(nil, v)
	}
	return f.AppendValue(nil, value)
}

// named puts names in the place of ids.
func (refs *references) named(value any) any {
	switch v := value.(type) {
	case int64:
		return refs.byID[v].name
	case []int64:
		texts := make([]string, len(v))
		for i, id := range v {
			texts[i] = refs.byID[id].name
		}
		return texts
	}
	return value
}
