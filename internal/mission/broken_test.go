package mission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// broken makes a file one that cannot be read.
func broken(s mission.Upload) mission.Upload {
	text := string(s.Data)
	switch {
	case strings.HasSuffix(s.Path, ".json"):
		text = "{\n" + text
	case strings.HasSuffix(s.Path, ".xml"):
		text += "\n<more>"
	default:
		text += "\n\x01"
	}
	return mission.Upload{Path: s.Path, Data: []byte(text)}
}

// row returns what is told of a generated file.
func (w world) row(path string) mission.File {
	w.Helper()
	files, err := w.service.Generate(w.Context(), w.scope)
	if err != nil {
		w.Fatal(err)
	}
	for _, f := range files {
		if f.Path == path {
			return f
		}
	}
	return mission.File{}
}

// TestABrokenFileIsKeptUntilItIsMended goes over all kinds that are read: nothing that came is lost, whatever came first.
func TestABrokenFileIsKeptUntilItIsMended(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for _, sound := range everyKind() {
			if sound.Path == "profiles/notes.txt" || sound.Path == "profiles/Trader/TraderVariables.txt" { // nothing reads them
				continue
			}
			t.Run(sound.Path, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				bad := broken(sound)
				for _, created := range []int{1, 0} {
					report := w.loadAll(mission.Merge, bad)[0]
					if report.Status != mission.Failed || report.Error.IsNone() || !report.Kept || report.Created != created || report.Path != sound.Path {
						t.Fatalf("%+v", report)
					}
					wantBroken(w, sound.Path, string(bad.Data), mission.AsImported)
				}
				kept := w.revision()
				if report := w.loadAll(mission.Merge, sound)[0]; report.Status != mission.Imported {
					t.Fatalf("fixed: %+v", report)
				}
				if f := w.row(sound.Path); f.Broken || !f.Error.IsNone() || w.serverFile(sound.Path) != string(sound.Data) {
					t.Errorf("fixed: %+v", f)
				}
				if _, err := w.db.Revert(t.Context(), w.scope, store.Revert{To: kept}); err != nil {
					t.Fatal(err)
				}
				wantBroken(w, sound.Path, string(bad.Data), mission.AsImported)
				w.loadAll(mission.Merge, sound)
				report := w.loadAll(mission.Merge, bad)[0]
				if report.Kept {
					return // what no record stands for is kept as it came
				}
				if report.Status != mission.Failed || len(report.Warnings) == 0 {
					t.Errorf("over a sound one: %+v", report)
				}
				if f := w.row(sound.Path); f.Broken || !f.Error.IsNone() || w.serverFile(sound.Path) != string(sound.Data) {
					t.Errorf("over a sound one: %+v", f)
				}
			})
		}
	})
}

// wantBroken holds that a file is told to be broken and comes back as it came.
func wantBroken(w world, path, text string, state mission.State) {
	w.Helper()
	f := w.row(path)
	if !f.Broken || f.Error.IsNone() || f.State != state || f.Records != 0 {
		w.Errorf("%+v", f)
	}
	if diff := cmp.Diff(text, w.serverFile(path)); diff != "" {
		w.Errorf("(-came +generated):\n%s", diff)
	}
	if c, err := w.service.Compare(w.Context(), w.scope, path); err != nil || c.Changed() != (state == mission.Changed) {
		w.Errorf("%v, %+v", err, c)
	}
}

// Files that no kind reads are told to be broken too, and an empty file is told.
func TestBrokenFilesThatNothingReads(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for path, text := range map[string]string{
			"db/globals.xml":        "<variables>",
			"cfggameplay.json":      "{",
			"cfgweather.xml":        "<weather>",
			"mapgroupproto.xml":     "<prototype></x>",
			"custom/any.json":       "{'a':1}",
			"custom/any.xml":        "text",
			"custom/empty.json":     "",
			"custom/empty.xml":      "",
			"db/types.xml":          "",
			"db/events.xml":         " \n",
			"cfgeventgroups.xml":    "",
			"cfgEffectArea.json":    "",
			"cfgspawnabletypes.xml": "<!-- none -->",
		} {
			t.Run(path, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				if report := w.load(mission.Merge, missionFolder+path, text); report.Status != mission.Failed || report.Error.IsNone() || !report.Kept {
					t.Errorf("%+v", report)
				}
				wantBroken(w, missionFolder+path, text, mission.AsImported)
			})
		}
		w := newWorld(t)
		if report := w.load(mission.Merge, "profiles/Trader/TraderConfig.txt",
			""); mission.Sentence(report.Error) != "line 1: the file is empty" || report.Kind != "traderconfig" {
			t.Errorf("%+v", report)
		}
		for _, path := range []string{"ban.txt", "init.c", "notes.txt"} {
			if report := w.load(mission.Merge, path,
				""); report.Status != mission.Imported || len(report.Warnings) != 1 ||
				mission.Sentence(report.Warnings[0]) != "line 1: the file is empty" {
				t.Errorf("%s: %+v", path, report)
			}
		}
	})
}

// Records that were made where a broken file lies stay, and are written when it is mended.
func TestRecordsInTheFileThatIsBroken(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "db/types.xml", "<types>")
		w.load(mission.Merge, "other/types.xml", typesFile("A 1"))
		if _, err := w.db.Exec(t.Context(), `UPDATE types SET source_file = NULL`); err != nil {
			t.Fatal(err)
		}
		w.service = mission.New(w.db)
		if f := w.row(missionFolder + "db/types.xml"); !f.Broken || len(f.Warnings) != 1 {
			t.Errorf("%+v", f)
		}
		if report := w.load(mission.Merge, "db/types.xml", "<types><"); report.Kept {
			t.Errorf("%+v", report)
		}
		w.load(mission.Merge, "db/types.xml", typesFile("B 2"))
		if got := w.file("db/types.xml"); !strings.Contains(got, `"A"`) || !strings.Contains(got, `"B"`) {
			t.Errorf("generated %s", got)
		}
	})
}
