package mission_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// sameAsAnew compares what a service writes that remembers earlier files with what one writes that knows none.
func (w world) sameAsAnew(step string) []fileTold {
	w.Helper()
	remembered := w.told(w.service)
	if diff := cmp.Diff(w.told(mission.New(w.db)), remembered); diff != "" {
		w.Fatalf("%s (-anew +remembered):\n%s", step, diff)
	}
	return remembered
}

// told returns what a list tells of each file, with its content.
func (w world) told(service *mission.Service) (told []fileTold) {
	w.Helper()
	files, err := service.Generate(w.Context(), w.scope)
	if err != nil {
		w.Fatal(err)
	}
	for _, f := range files {
		told = append(told, fileTold{f.Path, f.Records, f.Size, f.SHA256, f.State, f.Warnings, string(contentOf(w, f))})
	}
	return told
}

type fileTold struct {
	Path     string
	Records  int
	Size     int64
	SHA256   string
	State    mission.State
	Warnings []string
	Content  string
}

const fullTypes = `<types>
    <type name="AKM"><nominal>5</nominal><flags count_in_map="1" deloot="0"/><category name="weapons"/>` +
	`<usage name="Military"/><usage name="Own"/><value name="Tier1"/><value name="OwnTier"/><tag name="floor"/></type>
    <type name="Apple"><nominal>4</nominal><category name="own"/><usage user="OwnGroup"/><tag name="shelves"/><tag name="ownplace"/></type>
</types>
`

// newFullWorld is an instance with files of every kind.
func newFullWorld(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	w.fill()
	return w
}

// fill imports files of every kind.
func (w world) fill() {
	w.Helper()
	uploads := []mission.Upload{
		{Path: "types.xml", Data: []byte(fullTypes)},
		{Path: "TraderObjects.txt", Data: []byte(objectsText)},
		{Path: "TraderConfig.txt", Data: []byte(configText)},
		{Path: "profiles/notes.txt", Data: []byte("notes")},
	}
	for _, s := range samples() {
		if s.kind != "types" && s.kind != "traderconfig" {
			uploads = append(uploads, mission.Upload{Path: s.upload, Data: []byte(s.text)})
		}
	}
	for _, report := range w.loadAll(mission.Merge, uploads...) {
		w.counts(report)
	}
}

// inFiles are the resources that files are made of, in the end.
func inFiles() []*record.Resource {
	return []*record.Resource{
		record.Types, record.Events, record.SpawnableTypes, record.RandomPresets, record.EventSpawns, record.PlayerSpawns, record.Messages,
		record.EffectAreas, record.PlayerLists, record.TraderCurrencies, record.TraderSellers, record.TraderCategories, record.TraderItems,
		record.InstanceClassnames, record.Categories, record.TypeUsages, record.TypeValues, record.TypeTags,
	}
}

// Whatever field of whatever record changes, a file that was remembered is written as one that was not.
func TestEveryFieldOfEveryRecordReachesItsFile(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newFullWorld(t)
		before, touched := w.sameAsAnew("imported"), map[string]bool{}
		for _, r := range inFiles() {
			rows := w.own(r)
			for _, row := range rows[:min(len(rows), 1)] {
				for place, f := range r.Fields {
					if !f.Writable() {
						continue
					}
					for _, value := range []any{w.other(f, row[place]), row[place]} {
						w.put(r, row, f, value)
						now := w.sameAsAnew(r.Name + "." + f.Name)
						touched[r.Name] = touched[r.Name] || !cmp.Equal(before, now)
						before = now
					}
				}
			}
		}
		for _, r := range inFiles() {
			if !touched[r.Name] {
				t.Errorf("no change of %s has reached a file: the test tells nothing of it", r.Name)
			}
		}
	})
}

// put stores a value, as far as it can be: of two fields one may rule out what the other holds. The service itself only adds
// names of the limits, so that they are changed from outside.
func (w world) put(r *record.Resource, row record.Row, f *record.Field, value any) {
	w.Helper()
	if r.Scope == record.Reference {
		_, _ = w.db.Exec(w.Context(), "UPDATE "+r.Name+" SET "+f.Column+" = $1 WHERE id = $2", value, r.ID(row))
		return
	}
	_, _ = w.db.Update(w.Context(), r, w.scope, r.SID(row), record.Values{f.Name: value})
}

// own returns the records that can be changed.
func (w world) own(r *record.Resource) []record.Row {
	w.Helper()
	rows, err := w.db.All(w.Context(), r, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	return slices.DeleteFunc(rows, r.BuiltIn)
}

// other returns a value that differs from the given one.
func (w world) other(f *record.Field, value any) any {
	w.Helper()
	if f.Ref != "" {
		return w.otherID(f, value)
	}
	switch f.Type {
	case record.Text:
		text, _ := value.(string)
		if i := slices.Index(f.In, text); i >= 0 {
			return f.In[(i+1)%len(f.In)]
		}
		return text + "x"
	case record.Flag:
		return int64(1) - orZero(value)
	case record.Float:
		return 0.25
	case record.Object:
		return `{"Own":1}`
	case record.List:
		return "[]"
	case record.Texts:
		return `["one","two"]`
	case record.Vector:
		return "[1,2,3.5]"
	}
	return orZero(value) + 100
}

func orZero(value any) int64 {
	n, _ := value.(int64)
	return n
}

// otherID returns another record to refer to, or several.
func (w world) otherID(f *record.Field, value any) any {
	r := record.Named(f.Ref)
	rows, err := w.db.All(w.Context(), r, w.scope, "")
	if err != nil || len(rows) == 0 {
		return value
	}
	i := slices.IndexFunc(rows, func(row record.Row) bool { return r.ID(row) != value })
	if id := r.ID(rows[max(i, 0)]); f.Type != record.Links {
		return id
	} else if list, _ := value.([]int64); len(list) != 1 || list[0] != id {
		return []int64{id}
	}
	return []int64{}
}

// Whatever happens to an instance, in whatever order and by whichever process, what was remembered of its files holds.
func TestRememberedFilesAreWhatIsStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w, other := newFullWorldTwice(t)
		w.load(mission.Merge, "custom/mod_types.xml", modTypes)
		all := append(samples(), sample{kind: "types", upload: "types.xml", text: fullTypes, old: "<nominal>5<", new: "<nominal>6<"},
			sample{kind: "types", upload: "custom/mod_types.xml", text: modTypes, old: "\t\t<nominal>1<", new: "  <nominal>6<"})
		steps := map[string]func(*rapid.T, world){
			"import": func(t *rapid.T, by world) {
				s := rapid.SampledFrom(all).Draw(t, "sample")
				mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace}).Draw(t, "mode")
				text := s.text
				if rapid.Bool().Draw(t, "changed") {
					text = strings.Replace(text, s.old, s.new, 1)
				}
				by.load(mode, s.upload, text)
			},
			"change": func(t *rapid.T, by world) {
				r, row := by.draw(t)
				f := rapid.SampledFrom(writable(r)).Draw(t, "field")
				by.put(r, row, f, by.other(f, row[r.Index(f.Name)]))
			},
			"change many": func(t *rapid.T, by world) {
				r := rapid.SampledFrom(inFiles()).Draw(t, "resource")
				f := rapid.SampledFrom(writable(r)).Draw(t, "field")
				for _, row := range by.own(r) {
					by.put(r, row, f, by.other(f, row[r.Index(f.Name)]))
				}
			},
			"copy": func(t *rapid.T, by world) {
				r, row := by.draw(t)
				values := record.Values{}
				for _, f := range writable(r) {
					values[f.Name] = row[r.Index(f.Name)]
				}
				values[r.Title.Name] = r.TitleOf(row) + "Copy"
				_, _ = by.db.Create(by.Context(), r, by.scope, values) // as far as it can be done: a copy may have to differ more
			},
			"delete": func(t *rapid.T, by world) {
				if r, row := by.draw(t); r.Scope != record.Reference {
					_, _ = by.db.Delete(by.Context(), r, by.scope, r.SID(row))
				} else if _, err := by.db.Exec(by.Context(), "DELETE FROM "+r.Name+" WHERE id = $1", r.ID(row)); err != nil {
					by.Fatal(err)
				}
			},
			"undo": func(t *rapid.T, by world) {
				_, _ = by.db.Undo(by.Context(), by.scope, store.Undo{Number: rapid.Int64Range(max(1, by.revision()-3), by.revision()).Draw(t,
					"number")})
			},
			"revert": func(t *rapid.T, by world) {
				to := rapid.Int64Range(max(1, by.revision()-5), by.revision()).Draw(t, "to")
				_, _ = by.db.Revert(by.Context(), by.scope, store.Revert{To: to}) // what is pruned cannot come back
			},
			"prune": func(*rapid.T, world) {
				if err := w.db.PruneHistory(w.Context(), store.Retention{Revisions: 1}); err != nil {
					w.Fatal(err)
				}
			},
			"list": func(*rapid.T, world) {
				if _, err := w.service.Files(w.Context(), w.scope); err != nil {
					w.Fatal(err)
				}
			},
			"write": func(*rapid.T, world) { w.told(w.service) },
		}
		storetest.Check(t, func(t *rapid.T) {
			for range 5 {
				step := rapid.SampledFrom([]string{
					"import", "change", "change", "change many", "copy", "delete", "delete", "undo", "revert", "prune", "list", "write", "write",
				}).Draw(t, "step")
				steps[step](t, rapid.SampledFrom([]world{w, other}).Draw(t, "by"))
			}
			w.sameAsAnew("after these steps")
		})
	})
}

// modTypes is a types file of an own layout, in which several entries show no layout.
const modTypes = "<types>\r\n\t<type name=\"One\">\r\n\t\t<nominal>1</nominal>\r\n\t\t<lifetime>1</lifetime>\r\n\t\t<category " +
	"name='weapons' />\r\n\t</type>\r\n" +
	"\t<type name=\"Two\"><nominal>1</nominal></type>\r\n\t<type name=\"Three\"><nominal>1</nominal></type>\r\n\t<type " +
	"name=\"Four\"></type>\r\n</types>"

// newFullWorldTwice returns the same full world as two processes have it.
func newFullWorldTwice(t *testing.T) (one, other world) {
	t.Helper()
	db, second := storetest.Twice(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	one = world{t, db, scope, mission.New(db)}
	one.fill()
	return one, world{t, second, scope, mission.New(second)}
}

// writable returns the fields that can be changed.
func writable(r *record.Resource) []*record.Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f *record.Field) bool { return !f.Writable() })
}

// draw chooses a record that can be changed.
func (w world) draw(t *rapid.T) (*record.Resource, record.Row) {
	for {
		r := rapid.SampledFrom(inFiles()).Draw(t, "resource")
		if rows := w.own(r); len(rows) > 0 {
			return r, rapid.SampledFrom(rows).Draw(t, "row")
		}
	}
}

// A file that is imported again with other text around its entries changes no record.
func TestWhatStandsAroundRecordsReachesTheirFile(t *testing.T) {
	t.Parallel()
	w := newFullWorld(t)
	w.sameAsAnew("imported")
	w.load(mission.Merge, "types.xml", fullTypes+"<!-- end -->\n")
	w.sameAsAnew("imported with a comment")
	if got := w.file("db/types.xml"); got != fullTypes+"<!-- end -->\n" {
		t.Errorf("generated:\n%s", got)
	}
}

func TestMemoryOfGeneratedFilesIsBounded(t *testing.T) {
	t.Parallel()
	w := newFullWorld(t)
	for _, bound := range []int64{1, 5_000, 20_000, 1 << 20} {
		bounded := w
		bounded.service = w.service.Remembering(bound)
		for range 3 {
			w.set(record.Types, "AKM", record.Values{"nominal": orZero(w.find(record.Types, "AKM")[record.Types.Index("nominal")]) + 1})
			bounded.sameAsAnew("with a bound")
		}
		if known, counted := bounded.service.Remembered(); known != counted || known > bound || bound == 1<<20 && known == 0 {
			t.Errorf("%d of %d bytes are remembered, where %d are noted", counted, bound, known)
		}
	}
}
