package lint_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// vanillaFolder holds the files of the game itself, which are no part of the project.
const vanillaFolder = "../../../shared/data/vanilla-ce"

// vanilla makes an instance on a map of the game with all files of its mission.
func vanilla(t testing.TB, world string, mapID int64) (*store.DB, store.Scope) {
	t.Helper()
	return imported(t, mapID, filesBelow(t, filepath.Join(vanillaFolder, world)))
}

// filesBelow returns the files in folders below a root, all of them where no folder is named. Without the root, the test is skipped.
func filesBelow(t testing.TB, root string, folders ...string) (uploads []mission.Upload) {
	t.Helper()
	if _, err := os.Stat(root); err != nil {
		t.Skip("the genuine files are not beside the project: ", err)
	}
	if len(folders) == 0 {
		folders = []string{"."}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(root, path)
			uploads = append(uploads, mission.Upload{Path: filepath.ToSlash(name), Data: data})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return uploads
}

// imported makes an instance of files, none of which may fail.
func imported(t testing.TB, mapID int64, uploads []mission.Upload) (*store.DB, store.Scope) {
	t.Helper()
	db := storetest.Open(t)
	user := storetest.User(t, db)
	row, err := db.CreateInstance(context.Background(), user, record.Values{"name": "Genuine", "map_id": mapID})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	reports, err := mission.New(db).Import(context.Background(), scope, uploads, mission.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Status == mission.Failed {
			t.Errorf("%s: %s", r.Path, r.Error)
		}
	}
	return db, scope
}

// vanillaServers are servers of nothing but files of the game, by the folders below shared/data, with their maps.
var vanillaServers = map[string]int64{
	"vanilla-ce/chernarusplus": 1,
	"vanilla-ce/enoch":         2,
	"vanilla-ce/seasonal":      1,
	"player-lists":             1,
	"vanilla-versions/DZ_116/dayzOffline.chernarusplus": 1,
	"vanilla-versions/DZ_122/dayzOffline.chernarusplus": 1,
	"vanilla-versions/DZ_125/dayzOffline.chernarusplus": 1,
}

// TestVanillaIsFoldedAway holds that all that is found in untouched files of the game is known to be theirs, and no error. With
// QM_VANILLA_FINDINGS=all it looks at all versions of the game, in some of which there are errors; with write it makes the list from them.
func TestVanillaIsFoldedAway(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var digests []string
	t.Run("servers", func(t *testing.T) {
		check := func(t *testing.T, mapID int64, uploads []mission.Upload) {
			t.Parallel()
			found := findingsOfVanilla(t, mapID, uploads)
			mu.Lock()
			defer mu.Unlock()
			digests = append(digests, found...)
		}
		if os.Getenv("QM_VANILLA_FINDINGS") != "" {
			for _, g := range versionsOfTheGame(t) {
				t.Run(g.name, func(t *testing.T) { check(t, g.mapID, g.files) })
			}
		}
		for folder, mapID := range vanillaServers {
			t.Run(folder, func(t *testing.T) {
				check(t, mapID, withExtras(t, folder, filesBelow(t, filepath.Join("../../../shared/data", folder))))
			})
		}
		t.Run("sakhal", func(t *testing.T) { check(t, 3, filesOfSakhal(t)) })
	})
	if os.Getenv("QM_VANILLA_FINDINGS") == "write" && !t.Failed() {
		slices.Sort(digests)
		text := strings.Join(slices.Compact(digests), "\n") + "\n"
		if err := os.WriteFile("vanilla/findings.txt", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// vanillaExtras are files of the game that lie by their kind, with the names and folders that they have on a server.
var vanillaExtras = []struct{ from, to string }{
	{"territories/*/chernarusplus-zombie_territories.xml", "env/zombie_territories.xml"},
	{"territories/*/chernarusplus-wolf_territories.xml", "env/wolf_territories.xml"},
	{"territories/*/chernarusplus-bear_territories.xml", "env/bear_territories.xml"},
	{"territories/*/chernarusplus-hen_territories.xml", "env/hen_territories.xml"},
	{"mapgroup/*/chernarusplus-mapgrouppos.xml.gz", "mapgrouppos.xml"},
	{"mapgroup/*/chernarusplus-mapclusterproto.xml.gz", "mapclusterproto.xml"},
	{"mapgroup/*/chernarusplus-mapgroupdirt.xml", "mapgroupdirt.xml"},
}

// withExtras adds the files of the newest mission for Chernarus that lie elsewhere, and empty territories in place of those that do
// not lie anywhere.
func withExtras(t *testing.T, folder string, uploads []mission.Upload) []mission.Upload {
	if folder != "vanilla-ce/chernarusplus" {
		return uploads
	}
	for _, extra := range vanillaExtras {
		found, _ := filepath.Glob(filepath.Join("../../../shared/data/server-files", extra.from))
		if len(found) == 1 {
			uploads = append(uploads, mission.Upload{Path: extra.to, Data: unpacked(t, found[0])})
		}
	}
	for _, name := range []string{"cattle", "sheep_goat", "red_deer", "roe_deer", "wild_boar", "pig", "hare", "fox", "domestic_animals"} {
		uploads = append(uploads, mission.Upload{Path: "env/" + name + "_territories.xml", Data: []byte("<territory-type/>")})
	}
	return uploads
}

// filesOfSakhal returns the files of the game's mission for Sakhal that lie by their kind: those without records, but for the territories.
func filesOfSakhal(t *testing.T) (uploads []mission.Upload) {
	found, _ := filepath.Glob("../../../shared/data/server-files/*/Bohemia*/sakhal-*")
	for _, file := range found {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "sakhal-"), ".gz")
		if strings.HasSuffix(name, "_territories.xml") {
			continue // only some lie there, so that the others would be missing
		}
		name = strings.Replace(name, "pra-", "pra/", 1)
		uploads = append(uploads, mission.Upload{Path: name, Data: unpacked(t, file)})
	}
	return uploads
}

// unpacked reads a file, and decompresses it if its name says that it is packed.
func unpacked(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".gz") {
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(r)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// findingsOfVanilla checks a server whose restarts are so frequent that every restock is too long.
func findingsOfVanilla(t *testing.T, mapID int64, uploads []mission.Upload) (digests []string) {
	db, scope := imported(t, mapID, uploads)
	service := lint.New(db)
	if _, err := service.Configure(t.Context(), scope, lint.LintRulesInput{Restart: new(int64(60))}); err != nil {
		t.Fatal(err)
	}
	found, err := service.Check(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		digests = append(digests, lint.Digest(f))
		if all := os.Getenv("QM_VANILLA_FINDINGS"); f.Severity == lint.Error && all == "" || !f.Vanilla && all != "write" {
			t.Errorf("%s: %s %s: %s", f.Severity, f.Rule.ID, f.Name, f.Message())
		}
	}
	return digests
}

// TestVanillaClasses holds that the list of the game's classes names all that its files name: with QM_VANILLA_FINDINGS=all those of all
// versions, from which write makes the list.
func TestVanillaClasses(t *testing.T) {
	t.Parallel()
	named := map[string]string{}
	add := func(uploads []mission.Upload) {
		for _, upload := range uploads {
			for _, name := range lint.ClassesOf(upload.Path, upload.Data) {
				named[strings.ToLower(name)] = name
			}
		}
	}
	if os.Getenv("QM_VANILLA_FINDINGS") != "" {
		for _, g := range versionsOfTheGame(t) {
			add(g.files)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(vanillaServers)) {
		add(filesBelow(t, filepath.Join("../../../shared/data", folder)))
	}
	if os.Getenv("QM_VANILLA_FINDINGS") == "write" {
		text := strings.Join(slices.Sorted(maps.Values(named)), "\n") + "\n"
		if err := os.WriteFile("classes/vanilla.txt", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, name := range lint.VanillaClasses() {
		delete(named, strings.ToLower(name))
	}
	if len(named) > 0 {
		t.Errorf("%d classes are not in the list: %v", len(named), named)
	}
}

func BenchmarkCheck(b *testing.B) {
	db, scope := vanilla(b, "chernarusplus", 1)
	service := lint.New(db)
	for b.Loop() {
		if _, err := service.Check(b.Context(), scope); err != nil {
			b.Fatal(err)
		}
	}
}
