package store_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// entry is a record as the model and both databases know it.
type entry struct {
	r      *record.Resource
	values record.Values
	sids   []string // in each database
}

// model keeps events and types in memory and in several databases.
type model struct {
	worlds  []world
	classes [][]int64 // ids of the class names in each world
	entries []*entry
	changes int
}

var modelled = map[*record.Resource][]string{
	record.Events: {"name", "nominal", "active", "position", "secondary", "children", "children_count", "slot", "source_file"},
	record.Types:  {"name", "nominal", "lifetime", "crafted", "enabled", "usage_ids", "value_ids", "tag_ids", "tag_id", "slot", "source_file"},
}

var classes = []string{"AKM", "Ärmel", "m4a1"}

func newModel(t testing.TB, databases []*store.DB) *model {
	m := &model{changes: 1 + len(classes)}
	for _, db := range databases {
		w := newWorld(t, db)
		var ids []int64
		for _, name := range classes {
			ids = append(ids, w.classname(t, name))
		}
		m.worlds, m.classes = append(m.worlds, w), append(m.classes, ids)
	}
	return m
}

// draw makes some values of a record: those that a request sets, and what the model then holds.
func draw(t *rapid.T, r *record.Resource) record.Values {
	number := rapid.OneOf(rapid.Just[any](nil), rapid.Custom(func(t *rapid.T) any { return int64(rapid.Int32().Draw(t, "number")) }))
	ids := rapid.Custom(func(t *rapid.T) any {
		return rapid.SliceOfDistinct(rapid.Int64Range(1, 3), rapid.ID[int64]).Draw(t, "ids")
	})
	text := rapid.Custom(func(t *rapid.T) any { return rapid.StringMatching(`[a-cÄä%_\\'"$ ]{0,8}`).Draw(t, "text") })
	fields := map[string]*rapid.Generator[any]{
		"nominal":     number,
		"lifetime":    number,
		"usage_ids":   ids,
		"value_ids":   ids,
		"tag_ids":     ids,
		"source_file": rapid.SampledFrom([]any{nil, "a.xml", "mods/a b.xml", "Дом/é%.xml"}),
		"active":      rapid.SampledFrom([]any{int64(0), int64(1)}),
		"enabled":     rapid.SampledFrom([]any{int64(0), int64(1)}),
		"slot":        number,
		"name":        text,
		"secondary":   text,
		"children":    rapid.SampledFrom([]any{"[]", `[{"type":"a\\b"}]`}),
	}
	if r != record.Types { // a file holds records of one resource
		fields["source_file"] = rapid.SampledFrom([]any{nil, r.Name + ".xml", "mods/" + r.Name + " b.xml"})
	}
	values := record.Values{}
	for _, name := range modelled[r] {
		computed := r == record.Types && name == "name"
		if generator, ok := fields[name]; ok && !computed && rapid.Bool().Draw(t, "set "+name) {
			values[name] = generator.Draw(t, name)
		}
	}
	return values
}

// defaults are what a new record holds where nothing is set.
func defaults(r *record.Resource) record.Values {
	values := record.Values{}
	row := r.EmptyRow()
	for _, name := range modelled[r] {
		values[name] = row[r.Index(name)]
		if standard := r.Field(name).Default; standard != nil {
			values[name] = standard
		}
	}
	return values
}

// set gives an entry values by the rules of the records. It tells whether something is different then.
func (e *entry) set(values record.Values, old bool) bool {
	before := fmt.Sprint(e.values)
	if file, sent := values["source_file"]; old && sent && file != e.values["source_file"] {
		e.values["slot"] = nil
		values["slot"] = int64(1) // must be ignored
	} else if slot, sent := values["slot"]; sent {
		e.values["slot"] = slot
	}
	for name, value := range values {
		if name != "slot" {
			e.values[name] = value
		}
	}
	if tags, sent := values["tag_ids"].([]int64); sent {
		e.values["tag_id"] = nil
		if len(tags) > 0 {
			e.values["tag_id"] = tags[0]
		}
	}
	return fmt.Sprint(e.values) != before
}

func (m *model) create(t *rapid.T) {
	e := &entry{r: rapid.SampledFrom([]*record.Resource{record.Events, record.Types}).Draw(t, "resource")}
	e.values = defaults(e.r)
	values := draw(t, e.r)
	if _, named := values["name"]; e.r == record.Events && !named {
		values["name"] = "event"
	}
	e.set(values, false)
	class := rapid.IntRange(0, len(classes)-1).Draw(t, "class")
	for i, w := range m.worlds {
		sent := maps.Clone(values)
		if e.r == record.Types {
			sent["instance_classname_id"] = m.classes[i][class]
			e.values["name"] = classes[class]
		}
		row, err := w.Create(t.Context(), e.r, w.Scope, sent)
		if err != nil {
			t.Fatal(err)
		}
		e.sids = append(e.sids, e.r.SID(row))
	}
	m.entries = append(m.entries, e)
	m.changes++
}

func (m *model) pick(t *rapid.T) int {
	if len(m.entries) == 0 {
		t.Skip("there is nothing yet")
	}
	return rapid.IntRange(0, len(m.entries)-1).Draw(t, "entry")
}

func (m *model) update(t *rapid.T) {
	e := m.entries[m.pick(t)]
	values := draw(t, e.r)
	if e.set(values, true) {
		m.changes++
	}
	for i, w := range m.worlds {
		if _, err := w.Update(t.Context(), e.r, w.Scope, e.sids[i], maps.Clone(values)); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *model) delete(t *rapid.T) {
	n := m.pick(t)
	e := m.entries[n]
	for i, w := range m.worlds {
		if _, err := w.Delete(t.Context(), e.r, w.Scope, e.sids[i]); err != nil {
			t.Fatal(err)
		}
	}
	m.entries = slices.Delete(m.entries, n, n+1)
	m.changes++
}

// check compares what each database holds with the model.
func (m *model) check(t *rapid.T) {
	for _, w := range m.worlds {
		for r := range modelled {
			if diff := cmp.Diff(m.holds(r), held(t, w, r)); diff != "" {
				t.Fatalf("%s of %s:\n%s", r.Name, w.Driver(), diff)
			}
		}
	}
}

func (m *model) holds(r *record.Resource) (list []record.Values) {
	for _, e := range m.entries {
		if e.r == r {
			list = append(list, e.values)
		}
	}
	return list
}

func held(t *rapid.T, w world, r *record.Resource) (list []record.Values) {
	rows, err := w.All(t.Context(), r, w.Scope, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		values := record.Values{}
		for _, name := range modelled[r] {
			values[name] = field(r, row, name)
		}
		list = append(list, values)
	}
	return list
}

func TestBothDatabasesAgreeWithAModel(t *testing.T) {
	t.Parallel()
	databases := []*store.DB{storetest.SQLite(t), storetest.Postgres(t)}
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(t, databases)
		rt.Repeat(map[string]func(*rapid.T){"": m.check, "create": m.create, "update": m.update, "delete": m.delete})
		for _, w := range m.worlds {
			if revision := w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID); revision != int64(m.changes) {
				rt.Fatalf("%s counts %d changes, want %d", w.Driver(), revision, m.changes)
			}
		}
	})
}
