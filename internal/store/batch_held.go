package store

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// held holds the records of one resource that a run works on, as its operations have left them so far.
type held struct {
	res     *record.Resource
	bySID   map[string]*entry
	key     *finder            // by the resource's key
	unique  map[string]*finder // by a field that no two records share; the name is the source that validation asks
	finders []*finder          // all of them
}

// entry is a record in held.
type entry struct {
	stored  record.Row // nil for one that is not stored yet
	row     record.Row
	pending bool // to be written
}

func newHeld(r *record.Resource) *held {
	h := &held{res: r, bySID: map[string]*entry{}, unique: map[string]*finder{}}
	h.key = h.finder(r.Key)
	for _, f := range r.Fields {
		switch {
		case f.Unique && len(r.Key) == 1 && r.Key[0] == f:
			h.unique[r.Name+"."+f.Column] = h.key
		case f.Unique:
			h.unique[r.Name+"."+f.Column] = h.finder([]*record.Field{f})
		}
	}
	return h
}

func (h *held) finder(fields []*record.Field) *finder {
	f := &finder{fields: fields, asked: map[string][]any{}, entries: map[string]map[*entry]bool{}}
	for _, field := range fields {
		f.indexes = append(f.indexes, h.res.Index(field.Name))
	}
	h.finders = append(h.finders, f)
	return f
}

// load adds a stored record, unless it is held already.
func (h *held) load(row record.Row) {
	sid := h.res.SID(row)
	if h.bySID[sid] == nil {
		h.bySID[sid] = h.enter(&entry{stored: row, row: row})
	}
}

// insert adds a new record.
func (h *held) insert(row record.Row) *entry { return h.enter(&entry{row: row}) }

func (h *held) enter(e *entry) *entry {
	for _, f := range h.finders {
		f.add(e)
	}
	return e
}

// replace gives an entry another row.
func (h *held) replace(e *entry, row record.Row) {
	for _, f := range h.finders {
		f.remove(e)
	}
	e.row = row
	h.enter(e)
}

// finder finds held records by the values of some fields, those of a unique field in any letter case.
type finder struct {
	fields  []*record.Field
	indexes []int
	asked   map[string][]any // the values that will be looked for
	entries map[string]map[*entry]bool
}

// ask notes that values will be looked for.
func (f *finder) ask(values []any) { f.asked[f.text(values)] = values }

// find returns the records that hold the values.
func (f *finder) find(values []any) map[*entry]bool { return f.entries[f.text(values)] }

func (f *finder) add(e *entry) {
	text := f.text(appendFields(nil, e.row, f.indexes))
	if f.entries[text] == nil {
		f.entries[text] = map[*entry]bool{}
	}
	f.entries[text][e] = true
}

func (f *finder) remove(e *entry) {
	delete(f.entries[f.text(appendFields(nil, e.row, f.indexes))], e)
}

// text returns the same text for values that count as equal. No stored text contains a NUL character.
func (f *finder) text(values []any) string {
	var b strings.Builder
	for i, value := range values {
		switch v := value.(type) {
		case int64:
			b.WriteString(strconv.FormatInt(v, 10))
		case string:
			if f.fields[i].Unique {
				v = strings.ToLower(v)
			}
			b.WriteString(v)
		}
		b.WriteByte(0)
	}
	return b.String()
}

// condition returns SQL that holds for all records that were asked for; with several fields, also for some others.
func (f *finder) condition(d dialect) (text string, args []any) {
	conditions := make([]string, len(f.fields))
	for i, field := range f.fields {
		ids, texts := f.distinct(i)
		switch {
		case len(ids) > 0:
			conditions[i], args = d.among(field.SQL), append(args, d.ids(ids))
		case field.Unique:
			conditions[i], args = d.amongFold(field.SQL, isASCII(strings.Join(texts, ""))), append(args, d.texts(texts))
		default:
			conditions[i], args = d.among(field.SQL), append(args, d.texts(texts))
		}
	}
	return strings.Join(conditions, " AND "), args
}

// distinct returns the distinct values that were asked for in the nth field, as numbers or as texts.
func (f *finder) distinct(n int) ([]int64, []string) {
	ids, texts := map[int64]bool{}, map[string]bool{}
	for _, values := range f.asked {
		switch v := values[n].(type) {
		case int64:
			ids[v] = true
		case string:
			texts[v] = true
		}
	}
	return slices.Collect(maps.Keys(ids)), slices.Collect(maps.Keys(texts))
}
