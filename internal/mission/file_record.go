package mission

import (
	"bytes"
	"cmp"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// comparison is a file to compare: the imported original and the generated content.
type comparison struct {
	*generator
	rel      string
	original []byte // in UTF-8; nil when nothing was imported
	content  []byte // in UTF-8
	foreign  bool   // the slots of stored records are no places in the original
}

// current returns stored records as they are to be paired with those of the original.
func (c *comparison) current(stored []*fileRecord) []*fileRecord {
	if c.foreign {
		return withoutSlots(stored)
	}
	return stored
}

// fileRecord is a record with only those values that its file holds.
type fileRecord struct {
	res    *record.Resource
	row    record.Row
	names  *names // that the row refers to; nil for none
	slot   int    // in the skeleton of the imported file; -1 for none
	key    string // identifies it where it has no slot
	name   string
	sid    string
	parent *fileRecord // the record that it belongs to, or nil
}

// newFileRecord returns the record of an entry of the imported file.
func newFileRecord(res *record.Resource, row record.Row, n *names, slot int) *fileRecord {
	words := keyWords(res, row)
	return &fileRecord{
		res: res, row: row, names: n, slot: slot,
		key: strings.ToLower(strings.Join(words, "\n")), name: cmp.Or(res.TitleOf(row), strings.Join(words, " ")),
	}
}

// of takes over the slot and sid of a stored record.
func (s *fileRecord) of(stored record.Row) *fileRecord {
	s.slot, s.sid = -1, s.res.SID(stored)
	if slot, placed := stored[s.res.Index("slot")].(int64); placed {
		s.slot = int(slot)
	}
	return s
}

// keyWords returns the title and the key of a record, without fields that refer to records of the instance.
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

// belongs reports whether a field refers to a record of the same instance. A file expresses that by the order of its entries.
func belongs(f *record.Field) bool {
	return f.Ref != "" && record.Named(f.Ref).Scope == record.InInstance
}

// pairs maps the records of a file to their previous versions.
type pairs map[*fileRecord]*fileRecord

// pair finds the previous version of each record: the entry in its slot, else one with its key, the nth for the nth.
func pair(before, after []*fileRecord) pairs {
	bySlot, was := map[int]int{}, pairs{}
	for i, old := range before {
		bySlot[old.slot] = i
	}
	places := make([]int, len(after))
	for j, now := range after {
		i, placed := bySlot[now.slot]
		if places[j] = -1; placed && before[i].res == now.res {
			places[j] = i
		}
	}
	old := entriesOf(before)
	for j, i := range change.Was(old, old, entriesOf(after), places) {
		if i >= 0 {
			was[after[j]] = before[i]
		}
	}
	return was
}

// entriesOf returns records as they are known again.
func entriesOf(records []*fileRecord) []change.Entry {
	list := make([]change.Entry, len(records))
	for i, s := range records {
		list[i].Key = s.res.Name + "\n" + s.key
	}
	return list
}

// differences returns the records that differ, in the order of the new file; removed ones come last.
func differences(before, after []*fileRecord) (list []record.Difference) {
	was := pair(before, after)
	stays := map[*fileRecord]bool{}
	for _, s := range after {
		stays[was[s]] = true
		if d := was.difference(was[s], s); was[s] == nil || d.HasFields() {
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

// difference compares two versions of a record, one of which may be nil.
func (p pairs) difference(old, now *fileRecord) record.Difference {
	either := cmp.Or(now, old)
	d := record.NewDifference(either.res, either.sid, either.name, old != nil, now != nil)
	for i, f := range either.res.Fields {
		was, is := old.value(i), now.value(i)
		switch {
		case f != either.res.Title && !f.Writable(), belongs(f) && p.haveSameParent(f, old, now):
		case bytes.Equal(was, is), d.Change() != record.Changed && empty(was) && empty(is):
		default:
			d.Add(f, was, is)
		}
	}
	return d
}

// haveSameParent reports whether a record still belongs to the same parent, as far as the file shows it.
func (p pairs) haveSameParent(f *record.Field, old, now *fileRecord) bool {
	if old == nil || now == nil {
		return old.parentBy(f) == nil && now.parentBy(f) == nil
	}
	return p[now.parentBy(f)] == old.parentBy(f)
}

// parentBy returns the parent that a field refers to, or nil.
func (s *fileRecord) parentBy(f *record.Field) *fileRecord {
	if s == nil || s.parent == nil || s.parent.res.Name != f.Ref {
		return nil
	}
	return s.parent
}

// empty reports whether a value need not be shown for a record that was added or removed.
func empty(value []byte) bool {
	text := string(value)
	return text == "null" || text == "[]" || text == "{}"
}

// value returns a field as it goes over the wire, with names in place of ids.
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
	case elsewhere:
		return v.json()
	case string:
		if f.Ref != "" {
			return jsontree.AppendString(nil, v)
		}
	case []string:
		return jsontree.AppendValue(nil, v)
	}
	return f.AppendValue(nil, value)
}

// named replaces ids by names.
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
