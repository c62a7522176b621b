package mission_test

import (
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// Names that no file can have, and places that others use as a folder, are refused in the report of the file alone.
func TestPlacesThatNoFileCanHave(t *testing.T) {
	t.Parallel()
	for name, uploads := range map[string][]string{
		"a dot":                        {"."},
		"two dots":                     {".."},
		"a folder by two dots":         {"a/.."},
		"nothing":                      {"/"},
		"a device":                     {"profiles/CON.txt"},
		"a blank at the end":           {"profiles/a /b.txt"},
		"a colon":                      {"profiles/a:b.txt"},
		"a file beside its folder":     {"profiles/x/y.txt", "profiles/x"},
		"a folder beside its file":     {"profiles/x", "profiles/X/y.txt"},
		"below the economy core":       {missionFolder + "cfgEconomyCore.xml/x.txt"},
		"below the main types file":    {missionFolder + "db/types.xml/x_types.xml"},
		"in the place of the mission":  {"mpmissions/dayzOffline.chernarusplus/db/types.xml", "mpmissions/DayzOffline.chernarusplus"},
		"in the place of all missions": {"mpmissions/dayzOffline.chernarusplus/init.c", "mpmissions"},
		"in the place of a profile":    {"profiles/Trader/TraderConfig.txt", "profiles/Trader"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, together := range []bool{true, false} {
				if !together && strings.HasPrefix(uploads[len(uploads)-1], "mpmissions") {
					continue // by itself it shows no place, and lies in the mission's folder
				}
				w := newWorld(t)
				var reports []mission.Report
				var all []mission.Upload
				for _, path := range append([]string{"notes/other.log"}, uploads...) {
					all = append(all, mission.Upload{Path: path, Data: []byte(contentFor(path))})
				}
				if together {
					reports = w.loadAll(mission.Merge, all...)
				} else {
					for _, u := range all {
						reports = append(reports, w.loadAll(mission.Merge, u)...)
					}
				}
				for i, report := range reports {
					if last := i == len(reports)-1; (report.Status == mission.Failed) != last || report.Kept {
						t.Errorf("together: %v: %+v", together, report)
					}
				}
				w.generated()
			}
		})
	}
}

// contentFor is what a file of that name may hold.
func contentFor(path string) string {
	if strings.HasSuffix(path, ".xml") {
		return "<types/>"
	}
	return "<FileEnd>\n"
}

// TestStoredPlacesThatNoFileCanHave puts such files past the door: all files are written all the same, each at a path of its own.
func TestStoredPlacesThatNoFileCanHave(t *testing.T) {
	t.Parallel()
	for _, place := range []string{
		"", "/", ".", "..", "/..", "a/..", "/a/..", "db", "DB/Types.xml", "cfgeconomycore.xml/x", "/mpmissions", "/profiles",
		"/PROFILES/notes.txt/x", "//x", "/mpmissions/dayzOffline.chernarusplus",
	} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, "db/types.xml", typesFile("A 1"))
			w.load(mission.Merge, "profiles/notes.txt", "remember")
			w.load(mission.Merge, "odd.bin", "odd")
			if _, err := w.db.Exec(t.Context(), `UPDATE instance_files SET path = $1 WHERE path = 'odd.bin'`, place); err != nil {
				t.Fatal(err)
			}
			w.service = mission.New(w.db)
			texts := w.generated()
			found := 0
			for path, text := range texts {
				if text == "odd" {
					found++
				}
				for other := range texts {
					if path == "" || strings.HasPrefix(path, "/") || strings.Contains("/"+path+"/", "/../") ||
						strings.HasPrefix(strings.ToLower(other), strings.ToLower(path)+"/") {
						t.Errorf("%q and %q", path, other)
					}
				}
			}
			if found != 1 || len(texts) != 4 {
				t.Errorf("%v", texts)
			}
			w.load(mission.Merge, "more.bin", "more")
		})
	}
}
