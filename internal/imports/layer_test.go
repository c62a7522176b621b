package imports_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/archive"
	"quartermaster/internal/imports"
	"quartermaster/internal/layers"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// take imports files as the order says.
func (w *world) take(t *testing.T, scope store.Scope, o imports.Order, files map[string]string) imports.Result {
	t.Helper()
	upload := imports.Upload{}
	for path, text := range files {
		upload.Files = append(upload.Files, archive.File{Path: path, Data: []byte(text)})
	}
	done, err := w.imports.Import(t.Context(), scope, &upload, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range done.Result.Files {
		if f.Status == mission.Failed {
			t.Fatalf("%s: %s", f.Path, mission.Sentence(f.Error))
		}
	}
	return done.Result
}

// generated returns all files of an instance.
func (w *world) generated(t *testing.T, scope store.Scope) map[string]string {
	t.Helper()
	files, err := mission.New(w.db).Generate(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, f := range files {
		content, err := f.Content(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		texts[f.Path] = string(content)
	}
	return texts
}

func sameFiles(t *testing.T, when string, got, want map[string]string) {
	t.Helper()
	for path := range want {
		if got[path] != want[path] {
			t.Errorf("%s, %s is\n%s\nand not\n%s", when, path, got[path], want[path])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s there are %d files, and not %d", when, len(got), len(want))
	}
}

const vanillaTypes = `<types>
	<type name="Apple"><nominal>1</nominal><usage name="Town"/></type>
	<type name="Pear"><nominal>1</nominal></type>
</types>
`

var seasonal = map[string]string{
	"db/types.xml": `<types>
	<type name="Apple"><nominal>9</nominal><usage name="Town"/><usage name="Farm"/></type>
	<type name="Pumpkin"><nominal>3</nominal><category name="food"/></type>
</types>
`,
	"db/globals.xml": `<variables><var name="ZombieMaxCount" type="0" value="7"/></variables>`,
	"cfgeffectarea.json": `{"Areas":[{"AreaName":"Fog","Type":"ContaminatedArea_Static","Data":{"Pos":[1,2,3],"Radius":5}}],
"SafePositions":[]}`,
	"halloween/types.xml": "<types>\n\t<!-- sweets -->\n\t<type name=\"Candy\"><nominal>3</nominal></type>\n</types>\n",
	"halloween/notes.txt": "boo\n",
	"halloween/bin.dat":   "\x00\x01\xff",
}

// An import as a layer changes nothing; the layer does what the import would do, and leaves nothing when it is off.
func TestAnImportAsALayer(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		direct, _ := storetest.Instance(t, db, w.scope.UserID)
		own := layers.New(db, ownpacks.New(db, nil))
		before := map[string]string{
			"db/types.xml": vanillaTypes, "db/globals.xml": `<variables><var name="ZombieMaxCount" type="0" value="1"/></variables>`,
		}
		for _, scope := range []store.Scope{w.scope, direct} {
			w.take(t, scope, imports.Order{Mode: mission.Merge}, before)
		}
		was := w.generated(t, w.scope)
		preview := w.take(t, w.scope, imports.Order{Mode: mission.Merge, Layer: "Halloween", DryRun: true}, seasonal)
		made := w.take(t, w.scope, imports.Order{Mode: mission.Merge, Layer: "Halloween"}, seasonal)
		if preview.Layer != nil || made.Layer == nil || !made.DryRun || len(made.Changes) == 0 || len(made.Changes) != len(preview.Changes) {
			t.Fatalf("made %+v with %d changes, and the preview has %d", made.Layer, len(made.Changes), len(preview.Changes))
		}
		if text := strings.Join(made.Warnings, "\n"); !strings.Contains(text, "halloween/bin.dat") || strings.Contains(text, "notes.txt") {
			t.Errorf("the warnings are %s", text)
		}
		sameFiles(t, "with a layer that is off", w.generated(t, w.scope), was)
		if _, err := own.TurnOn(t.Context(), w.scope, made.Layer.SID, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
		with := map[string]string{}
		for path, text := range seasonal {
			if !strings.HasSuffix(path, ".dat") {
				with[path] = text
			}
		}
		w.take(t, direct, imports.Order{Mode: mission.Merge}, with)
		sameFiles(t, "with the layer", w.generated(t, w.scope), w.generated(t, direct))
		if _, err := own.TurnOff(t.Context(), w.scope, made.Layer.SID, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, "without the layer", w.generated(t, w.scope), was)
		none := w.take(t, w.scope, imports.Order{Mode: mission.Merge, Layer: "Nothing"}, before)
		if none.Layer != nil || len(none.Warnings) != 1 {
			t.Errorf("of nothing a layer %+v is made, with the warnings %v", none.Layer, none.Warnings)
		}
		uploads := w.count(t, `SELECT count(*) FROM stored_files`)
		if _, err := db.Exec(t.Context(), `UPDATE instances SET review = 'required' WHERE id = $1`, w.scope.InstanceID); err != nil {
			t.Fatal(err)
		}
		proposed := w.take(t, w.scope, imports.Order{Mode: mission.Replace, Layer: "Replaced"}, map[string]string{"db/types.xml": "<types/>"})
		if proposed.Layer == nil || proposed.Layer.State != layers.Proposed || uploads != 0 {
			t.Errorf("where changes are reviewed %+v is made, and %d uploads are stored", proposed.Layer, uploads)
		}
		if _, err := own.TurnOn(t.Context(), w.scope, proposed.Layer.SID, layers.Ask{}); !errors.Is(err, store.ErrReviewed) {
			t.Errorf("turning on what nobody has approved: %v", err)
		}
	})
}

// The seasonal files of the game come and go as a layer.
func TestSeasonalFilesOfTheGame(t *testing.T) {
	t.Parallel()
	const data = "../../../shared/data/vanilla-ce/"
	halloween, err := os.ReadFile(data + "seasonal/halloweenOffline.chernarusplus/cfgeffectarea.json")
	if err != nil {
		t.Skip("the game's files do not lie beside the project")
	}
	usual, err := os.ReadFile(filepath.Join(data, "chernarusplus/cfgeffectarea.json"))
	if err != nil {
		t.Skip("the game's files do not lie beside the project")
	}
	db := storetest.SQLite(t)
	w := newWorld(t, db)
	direct, _ := storetest.Instance(t, db, w.scope.UserID)
	own := layers.New(db, ownpacks.New(db, nil))
	for _, scope := range []store.Scope{w.scope, direct} {
		w.take(t, scope, imports.Order{Mode: mission.Merge}, map[string]string{"cfgeffectarea.json": string(usual)})
	}
	was := w.generated(t, w.scope)
	folder := map[string]string{"halloweenOffline.chernarusplus/cfgeffectarea.json": string(halloween)}
	for _, mode := range []mission.Mode{mission.Merge, mission.Replace} {
		made := w.take(t, w.scope, imports.Order{Mode: mode, Layer: "Halloween"}, folder)
		if _, err := own.TurnOn(t.Context(), w.scope, made.Layer.SID, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
		w.take(t, direct, imports.Order{Mode: mode}, folder)
		w.sameRecords(t, own, direct)
		if _, err := own.TurnOff(t.Context(), w.scope, made.Layer.SID, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
		sameFiles(t, "without the layer", w.generated(t, w.scope), was)
	}
}

// sameRecords compares the instance with another one.
func (w *world) sameRecords(t *testing.T, own *layers.Service, other store.Scope) {
	t.Helper()
	c, err := own.CompareWith(t.Context(), w.scope, other)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range c.Rows[:min(len(c.Rows), 10)] {
		t.Errorf("%s %s is %s: %s", row.Resource, row.Name, row.State, row.AppendJSON(nil))
	}
}

// The versions of the game, replayed as layers of updates one above the other, are what the updates give, and are gone when they are off.
func TestUpdatesOfTheGameAsLayers(t *testing.T) {
	t.Parallel()
	archive, err := zip.OpenReader("../../../shared/data/game-versions.zip")
	if err != nil {
		t.Skip("the game's versions do not lie beside the project")
	}
	defer archive.Close()
	db := storetest.SQLite(t)
	w := newWorld(t, db)
	direct, _ := storetest.Instance(t, db, w.scope.UserID)
	own := layers.New(db, ownpacks.New(db, nil))
	first := gameVersion(t, &archive.Reader, "DZ_116")
	for _, scope := range []store.Scope{w.scope, direct} {
		w.take(t, scope, imports.Order{Mode: mission.Merge}, first)
	}
	was := w.generated(t, w.scope)
	var sids []string
	for _, version := range []string{"DZ_122", "DZ_125"} {
		files := gameVersion(t, &archive.Reader, version)
		// A layer moves no base: what both versions have changed since the first one would be a conflict with the first update.
		order := imports.Order{Mode: mission.Update, Base: mission.LastBase, Prefer: mission.Theirs, Layer: version}
		made := w.take(t, w.scope, order, files)
		if _, err := own.TurnOn(t.Context(), w.scope, made.Layer.SID, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
		w.take(t, direct, imports.Order{Mode: mission.Update, Base: mission.LastBase}, files)
		w.sameRecords(t, own, direct)
		sids = append(sids, made.Layer.SID)
	}
	for _, sid := range sids {
		if _, err := own.TurnOff(t.Context(), w.scope, sid, layers.Ask{}); err != nil {
			t.Fatal(err)
		}
	}
	sameFiles(t, "without the layers", w.generated(t, w.scope), was)
}

// gameVersion reads some files of a version.
func gameVersion(t *testing.T, archive *zip.Reader, version string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, f := range archive.File {
		for _, name := range []string{"cfgeventspawns.xml", "db/events.xml", "cfgrandompresets.xml", "db/globals.xml"} {
			if !strings.Contains(f.Name, version+"/") || !strings.HasSuffix(f.Name, "dayzOffline.chernarusplus/"+name) {
				continue
			}
			content, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if _, err := io.Copy(&text, content); err != nil {
				t.Fatal(err)
			}
			files[name] = text.String()
		}
	}
	if len(files) == 0 {
		t.Fatal(fmt.Sprint("the archive has nothing of ", version))
	}
	return files
}
