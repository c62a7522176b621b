package mission_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) {
	storetest.Cases(50)
	pgtest.Main(m)
}

// world is an instance to import into.
type world struct {
	*testing.T
	db      *store.DB
	scope   store.Scope
	service *mission.Service
}

func newWorld(t *testing.T) world {
	t.Helper()
	db := storetest.Open(t)
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	return world{t, db, scope, mission.New(db)}
}

func (w world) load(mode mission.Mode, path, text string) mission.Report {
	w.Helper()
	return w.loadAll(mode, mission.Upload{Path: path, Data: []byte(text)})[0]
}

func (w world) loadAll(mode mission.Mode, uploads ...mission.Upload) []mission.Report {
	w.Helper()
	reports, err := w.service.Import(context.Background(), w.scope, uploads, mission.Options{Mode: mode, Base: mission.LastBase})
	if err != nil {
		w.Fatalf("importing %s: %v", uploads[0].Path, err)
	}
	return reports
}

// missionFolder is the folder of the instance's mission.
const missionFolder = "mpmissions/dayzOffline.chernarusplus/"

// file returns a generated file of the mission.
func (w world) file(path string) string {
	w.Helper()
	return w.serverFile(missionFolder + path)
}

// serverFile returns a generated file by its path below the server's root.
func (w world) serverFile(path string) string {
	w.Helper()
	f, err := w.service.GenerateFile(context.Background(), w.scope, path)
	if err != nil {
		w.Fatalf("generating %s: %v", path, err)
	}
	return string(contentOf(w, f))
}

func contentOf(t testing.TB, f mission.File) []byte {
	t.Helper()
	content, err := f.Content(context.Background())
	if err != nil {
		t.Fatalf("reading %s: %v", f.Path, err)
	}
	return content
}

func (w world) paths() []string {
	w.Helper()
	files, err := w.service.Generate(context.Background(), w.scope)
	if err != nil {
		w.Fatal(err)
	}
	var paths []string
	for _, f := range files {
		paths = append(paths, strings.TrimPrefix(f.Path, missionFolder))
	}
	return paths
}

// find returns the record of a name.
func (w world) find(r *record.Resource, name string) record.Row {
	w.Helper()
	rows, err := w.db.All(context.Background(), r, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	for _, row := range rows {
		if r.TitleOf(row) == name {
			return row
		}
	}
	w.Fatalf("no record %s", name)
	return nil
}

func (w world) set(r *record.Resource, name string, values record.Values) {
	w.Helper()
	if _, err := w.db.Update(context.Background(), r, w.scope, r.SID(w.find(r, name)), values); err != nil {
		w.Fatalf("changing %s: %v", name, err)
	}
}

func (w world) counts(report mission.Report) [4]int {
	w.Helper()
	if report.Status != mission.Imported {
		w.Fatalf("%s was not imported: %s", report.Path, report.Error)
	}
	return [4]int{report.Created, report.Updated, report.Unchanged, report.Deleted}
}

// typesFile is a types.xml in the usual layout with an entry for each "name nominal".
func typesFile(entries ...string) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<types>\n")
	for _, entry := range entries {
		name, nominal, _ := strings.Cut(entry, " ")
		fmt.Fprintf(&b, "    <type name=%q>\n        <nominal>%s</nominal>\n        <lifetime>3600</lifetime>\n    </type>\n", name, nominal)
	}
	return b.String() + "</types>\n"
}
