package mission_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// save stores a file as an edit of it.
func (w world) save(path, text string, keepBroken bool) mission.Report {
	w.Helper()
	report, err := w.service.EditFile(context.Background(), w.scope, mission.FileEdit{
		Path: path, KeepBroken: keepBroken,
		Change: func(context.Context, *mission.File) ([]byte, error) { return []byte(text), nil },
	})
	if err != nil {
		w.Fatal(err)
	}
	return report
}

// names returns the records of a resource with their public identifiers.
func (w world) names(r *record.Resource) (list []string) {
	w.Helper()
	rows, err := w.db.All(context.Background(), r, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	for _, row := range rows {
		list = append(list, r.TitleOf(row)+" "+r.SID(row))
	}
	return list
}

// TestAFileOfRecordsIsBrokenAndMended goes over all kinds: a broken text takes the place of the file, its records wait for it to be
// mended, and are the same ones then.
func TestAFileOfRecordsIsBrokenAndMended(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for _, sound := range everyKind() {
			if sound.Path == "profiles/notes.txt" || sound.Path == "profiles/Trader/TraderVariables.txt" { // nothing reads them
				continue
			}
			t.Run(sound.Path, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.loadAll(mission.Merge, sound)
				text, before, bad := w.serverFile(sound.Path), w.allNames(), string(broken(sound).Data)

				was := w.revision()
				if report := w.save(sound.Path, bad,
					false); report.Status != mission.Failed || report.Kept || report.Error.IsNone() || w.revision() != was {
					t.Fatalf("refused: %+v", report)
				}
				if report := w.save(sound.Path, bad, true); report.Status != mission.Failed || !report.Kept || report.Revision != was+1 {
					t.Fatalf("kept: %+v", report)
				}
				wantBroken(w, sound.Path, bad, mission.Changed)
				if diff := cmp.Diff(before, w.allNames()); diff != "" {
					t.Errorf("records beside the broken file (-before +now):\n%s", diff)
				}
				if report := w.save(sound.Path, text, true); report.Status != mission.Imported || report.Created+report.Updated+report.Deleted > 1 {
					t.Errorf("fixed: %+v", report)
				}
				if got := w.serverFile(sound.Path); got != text {
					t.Errorf("fixed: %s", cmp.Diff(text, got))
				}
				if diff := cmp.Diff(before, w.allNames()); diff != "" {
					t.Errorf("records of the fixed file (-before +now):\n%s", diff)
				}
				if report := w.save(sound.Path, text, true); report.Revision != 0 {
					t.Errorf("the same text again: %+v", report)
				}
			})
		}
	})
}

// allNames returns the records of all resources of the instance that files hold.
func (w world) allNames() (list []string) {
	for _, r := range record.All() {
		if r.Scope == record.InInstance && r != record.Files && r.Beside == "" {
			list = append(list, w.names(r)...)
		}
	}
	return list
}

func TestAnEditedFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const types = missionFolder + "db/types.xml"
	w.load(mission.Merge, "db/types.xml", typesFile("A 1", "B 2", "Hidden 3"))
	w.set(record.Types, "Hidden", record.Values{"enabled": int64(0)})

	if report := w.save(types, typesFile("A 5", "C 7"), false); w.counts(report) != [4]int{1, 1, 0, 1} {
		t.Errorf("%+v", report)
	}
	if got := w.file("db/types.xml"); got != typesFile("A 5", "C 7") {
		t.Errorf("generated %s", got)
	}
	w.find(record.Types, "Hidden") // a record that the file does not show

	if report := w.save(types, "<events/>", true); report.Kind != "types" || !report.Kept ||
		!strings.Contains(mission.Sentence(report.Error), `"events"`) {
		t.Errorf("of another kind: %+v", report)
	}
	for _, path := range []string{"types.xml", "mpmissions/dayzOffline.enoch/db/types.xml", "profiles/notes.cfg"} {
		text := typesFile("D 1")
		if report := w.save(path, text, true); report.Path != path || report.Kind != mission.KindOther || w.serverFile(path) != text {
			t.Errorf("%s: %+v", path, report)
		}
	}
	for _, path := range []string{"", "a/../b", "mpmissions", "con.txt", missionFolder + "storage_1/x.xml"} {
		if report := w.save(path, "<a/>", false); report.Status != mission.Failed || report.Error.IsNone() {
			t.Errorf("%q: %+v", path, report)
		}
	}
}

// An edit begins again when somebody else has changed the instance between its reading and its writing.
func TestAnEditOfAFileThatOthersChange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "db/types.xml", typesFile("A 1", "B 2"))
	calls := 0
	report, err := w.service.EditFile(t.Context(), w.scope, mission.FileEdit{
		Path: missionFolder + "db/types.xml",
		Change: func(ctx context.Context, now *mission.File) ([]byte, error) {
			text, err := now.Content(ctx)
			if calls++; calls == 1 {
				w.set(record.Types, "A", record.Values{"nominal": int64(9)})
			}
			return []byte(strings.Replace(string(text), "<nominal>2<", "<nominal>3<", 1)), err
		},
	})
	if err != nil || calls != 2 || w.counts(report) != [4]int{0, 1, 1, 0} {
		t.Errorf("%d calls, %v, %+v", calls, err, report)
	}
	if got := w.file("db/types.xml"); got != typesFile("A 9", "B 3") {
		t.Errorf("generated %s", got)
	}
	wrong := errors.New("not this one")
	_, err = w.service.EditFile(t.Context(), w.scope,
		mission.FileEdit{Path: "notes.txt", Change: func(_ context.Context, now *mission.File) ([]byte, error) {
			if now != nil {
				t.Errorf("there is %+v", now)
			}
			return nil, wrong
		}})
	if !errors.Is(err, wrong) {
		t.Error(err)
	}
}
