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
    <type name="AKM"><nominal>5</nominal><flags count_in_map="1" deloot="0"/><category name="weapons"/><usage name="Military"/><usage name="Own"/><value name="Tier1"/><value name="OwnTier"/><tag name="floor"/></type>
    <type name="Apple"><nominal>4</nominal><category name="own"/><usage user="OwnGroup"/><tag name="shelves"/><tag name="ownplace"/></type>
</types>
`

// newFullWorld is an instance with files of every kind.
func newFullWorld(t *testing.T) world {
	w := newWorld(t)
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
	return w
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

// Whatever happens to an instance and in whatever order, what was remembered of its files holds.
func TestRememberedFilesAreWhatIsStored(t *testing.T) {
	t.Parallel()
	w := newFullWorld(t)
	all := append(samples(), sample{kind: "types", upload: "types.xml", text: fullTypes, old: "<nominal>5<", new: "<nominal>6<"})
	steps := map[string]func(*rapid.T){
		"import": func(t *rapid.T) {
			s := rapid.SampledFrom(all).Draw(t, "sample")
			mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace}).Draw(t, "mode")
			text := s.text
			if rapid.Bool().Draw(t, "changed") {
				text = strings.Replace(text, s.old, s.new, 1)
			}
			w.load(mode, s.upload, text)
		},
		"change": func(t *rapid.T) {
			r, row := w.draw(t)
			f := rapid.SampledFrom(slices.DeleteFunc(slices.Clone(r.Fields), func(f *record.Field) bool { return !f.Writable() })).Draw(t, "field")
			w.put(r, row, f, w.other(f, row[r.Index(f.Name)]))
		},
		"delete": func(t *rapid.T) {
			if r, row := w.draw(t); r.Scope != record.Reference {
				_, _ = w.db.Delete(w.Context(), r, w.scope, r.SID(row))
			} else if _, err := w.db.Exec(w.Context(), "DELETE FROM "+r.Name+" WHERE id = $1", r.ID(row)); err != nil {
				w.Fatal(err)
			}
		},
		"revert": func(t *rapid.T) {
			to := rapid.Int64Range(max(1, w.revision()-5), w.revision()).Draw(t, "to")
			_, _ = w.db.Revert(w.Context(), w.scope, store.Revert{To: to}) // what is pruned cannot come back
		},
		"prune": func(*rapid.T) {
			if err := w.db.PruneHistory(w.Context(), store.Retention{Revisions: 1}); err != nil {
				w.Fatal(err)
			}
		},
		"list": func(*rapid.T) { w.told(w.service) },
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 4 {
			step := rapid.SampledFrom([]string{"import", "change", "change", "delete", "revert", "prune", "list", "list"}).Draw(t, "step")
			steps[step](t)
		}
		w.sameAsAnew("after these steps")
	})
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
