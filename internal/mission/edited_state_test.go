package mission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

func (w world) isListed(step, name string, want mission.State) {
	w.Helper()
	if got := w.row(name).State; got != want {
		w.Errorf("%s, %s is listed as %q, want %q", step, name, got, want)
	}
}

// TestEditedTextsAreListedAsChanged is about files of every kind, with records or without: a text that was saved is told apart from the
// last import, until that is back.
func TestEditedTextsAreListedAsChanged(t *testing.T) {
	t.Parallel()
	for _, f := range everyKind() {
		t.Run(f.Path, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.loadAll(mission.Merge, f)
			imported, text := w.revision(), w.text(f.Path).Text
			w.isListed("imported", f.Path, mission.AsImported)
			for _, step := range []string{"edited", "edited again"} {
				text += "\n"
				w.saveText(f.Path, text)
				w.isListed(step, f.Path, mission.Changed)
				if got := w.serverFile(f.Path); got != text {
					t.Errorf("%s: written as %q, want %q", step, got, text)
				}
			}
			w.revertTo(imported)
			w.isListed("reverted", f.Path, mission.AsImported)
			w.saveText(f.Path, text)
			w.saveText(f.Path, string(f.Data))
			w.isListed("typed back", f.Path, mission.AsImported)
			w.saveText(f.Path, text)
			w.loadAll(mission.Replace, mission.Upload{Path: f.Path, Data: []byte(text)})
			w.isListed("imported as edited", f.Path, mission.AsImported)
		})
	}
}

// A file that came broken is changed once it is mended. An update that finds no records in the import
// decides nothing by itself.
func TestStateOfMendedFiles(t *testing.T) {
	t.Parallel()
	const name = missionFolder + "db/types.xml"
	good := typesFile("A 1", "B 2")
	broken := strings.Replace(good, "</types>", "", 1)
	w := newWorld(t)
	w.load(mission.Merge, name, broken)
	w.isListed("imported", name, mission.AsImported)
	w.saveText(name, broken+"<!-- -->")
	w.isListed("still broken", name, mission.Changed)
	w.saveText(name, good)
	w.isListed("mended", name, mission.Changed)
	if c, err := w.service.Compare(t.Context(), w.scope, name); err != nil || !c.Changed() || !c.Unread || len(c.Records) > 0 {
		t.Errorf("compared: %v, %+v", err, c)
	}
	report := w.update(mission.Options{}, mission.Upload{Path: name, Data: []byte(typesFile("A 7", "B 2", "C 3"))})[0]
	if len(report.Conflicts) != 1 || w.nominals()["A"] != "1" || w.nominals()["C"] != "3" {
		t.Errorf("updated: %+v, %v", report, w.nominals())
	}
}

// TestEditedTextIsComparedWithTheImport inserts an entry before the others as text, so that all of them move.
func TestEditedTextIsComparedWithTheImport(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const name = missionFolder + "db/types.xml"
		w := newWorld(t)
		w.load(mission.Merge, name, typesFile("A 1", "B 2", "C 3"))
		w.saveText(name, typesFile("New 9", "A 1", "B 2", "C 3"))
		w.set(record.Types, "B", record.Values{"nominal": int64(8)})
		own := []string{`added New name:null>"New" nominal:null>9 lifetime:null>3600`, "changed B nominal:2>8"}
		w.differs("edited", "/"+name, own...)
		c, err := w.service.CompareWithServer(t.Context(), w.scope, name, []byte(typesFile("A 1", "B 2", "C 3")))
		if err != nil || len(c.Records) != len(own) {
			t.Errorf("beside the server: %+v, %v", c.Records, err)
		}
		brought, err := w.service.ImportDifferences(t.Context(), w.scope, w.revision()-1, nil)
		if err != nil || len(brought) > 0 {
			t.Errorf("the edit counts as an import: %+v, %v", brought, err)
		}
		report := w.update(mission.Options{}, mission.Upload{Path: name, Data: []byte(typesFile("A 1", "B 2", "C 4"))})[0]
		want := map[string]string{"New": "9", "A": "1", "B": "8", "C": "4"}
		if diff := cmp.Diff(want, w.nominals()); diff != "" || len(report.Conflicts) > 0 {
			t.Errorf("the base of an update is not the import: %+v, %s", report, diff)
		}
		w.isListed("updated", name, mission.Changed)
	})
}
