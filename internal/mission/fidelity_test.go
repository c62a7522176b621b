package mission_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// genuineRoot is where files of the game lie, which are not part of the project.
var genuineRoot = filepath.Join("..", "..", "..", "shared", "data")

// genuine returns a file of the game.
func genuine(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(genuineRoot, filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("the game's own files are not here: %v", err)
	}
	return data
}

// genuineFolder returns the files of a folder by their paths below it.
func genuineFolder(t testing.TB, folder string) []mission.Upload {
	t.Helper()
	root := filepath.Join(genuineRoot, filepath.FromSlash(folder))
	var uploads []mission.Upload
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		uploads = append(uploads, mission.Upload{Path: filepath.ToSlash(name), Data: data})
		return err
	})
	if err != nil {
		t.Skipf("the game's own files are not here: %v", err)
	}
	return uploads
}

// Every file that is not one of the Expansion mod's comes back byte for byte, also when it is imported twice.
func TestGenuineFilesComeBackByteForByte(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	service, user := mission.New(db), storetest.User(t, db)
	same := map[mission.Kind]int{}
	for _, folder := range []string{"vanilla-ce", "community-ce", "trader", "player-lists"} {
		for _, u := range genuineFolder(t, folder) {
			scope, _ := storetest.Instance(t, db, user)
			w := world{t, db, scope, service}
			name := folder + "/" + u.Path
			u.Path = filepath.Base(u.Path)
			var report mission.Report
			for range 2 {
				report = w.loadAll(mission.Merge, u)[0]
				if report.Status != mission.Imported {
					t.Fatalf("%s: %+v", name, report)
				}
				if content := w.serverFile(report.Path); content != string(u.Data) {
					t.Errorf("%s came back changed as %s (%d bytes, %d before)", name, report.Path, len(content), len(u.Data))
				}
			}
			same[report.Kind]++
		}
	}
	t.Logf("files that came back byte for byte, by kind: %v; other files: none", same)
}

// A whole server comes back as it was: every file at its place, byte for byte.
func TestAGenuineServerComesBackAsAWhole(t *testing.T) {
	t.Parallel()
	var server []mission.Upload
	for folder, place := range map[string]string{
		"vanilla-ce/chernarusplus":  "Server/mpmissions/dayzOffline.chernarusplus/",
		"community-ce/eschuderer":   "Server/mpmissions/Expansion.ChernarusPlus/",
		"trader/helkhiana":          "Server/config/",
		"player-lists":              "Server/",
		"expansion/omniv1/profiles": "Server/config/",
		"expansion/omniv1/mpmissions/dayzOffline.chernarusplus": "Server/mpmissions/dayzOffline.chernarusplus/",
	} {
		for _, u := range genuineFolder(t, folder) {
			server = append(server, mission.Upload{Path: place + u.Path, Data: u.Data})
		}
	}
	server = append(server, mission.Upload{Path: "Server/keys/mod.key", Data: []byte{0, 0xff, 0x80, '\r'}},
		mission.Upload{Path: "Server/empty.dat"})
	w := newWorld(t)
	for range 2 {
		for _, report := range w.loadAll(mission.Replace, server...) {
			if report.Status != mission.Imported {
				t.Fatalf("%+v", report)
			}
		}
		checkTree(w, server, "Server/")
	}
}

// Mission folders come back as they were, those with dozens of files of one kind too.
func TestGenuineMissionsComeBack(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"vanilla-ce/enoch", "community-ce/eschuderer"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			uploads := genuineFolder(t, folder)
			w := newWorld(t)
			w.loadAll(mission.Merge, uploads...)
			for i, u := range uploads {
				uploads[i].Path = missionFolder + u.Path
			}
			checkTree(w, uploads, "")
		})
	}
}

// checkTree compares what is generated with what was imported from below a folder.
func checkTree(w world, uploads []mission.Upload, root string) {
	w.Helper()
	got := w.generated()
	for _, u := range uploads {
		name := strings.TrimPrefix(u.Path, root)
		content, there := got[name]
		switch {
		case !there:
			w.Errorf("%s is missing", name)
		case content != string(u.Data):
			w.Errorf("%s came back changed (%d bytes, %d before)", name, len(content), len(u.Data))
		}
		delete(got, name)
	}
	for name := range got {
		w.Errorf("%s was not imported", name)
	}
}
