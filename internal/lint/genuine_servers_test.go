package lint_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// genuineFolder holds files of servers and of the game, which are no part of the project.
const genuineFolder = "../../../shared/data"

// genuine is a server that is made of genuine files.
type genuine struct {
	name  string
	mapID int64
	files []mission.Upload
}

// mapOf returns the map that a mission is on, by the name of its folder: 1 where it is none of the game's.
func mapOf(folder string) int64 {
	for i, world := range []string{"chernarusplus", "enoch", "sakhal"} {
		if strings.Contains(strings.ToLower(folder), world) {
			return int64(i + 1)
		}
	}
	return 1
}

// versionsOfTheGame returns the missions of all versions of the game.
func versionsOfTheGame(t *testing.T) (list []genuine) {
	packed, err := zip.OpenReader(genuineFolder + "/game-versions.zip")
	if err != nil {
		t.Skip("the versions of the game are not beside the project: ", err)
	}
	t.Cleanup(func() { _ = packed.Close() })
	missions := map[string][]mission.Upload{}
	for _, f := range packed.File {
		parts := strings.SplitN(f.Name, "/", 3)
		if len(parts) == 3 && !f.FileInfo().IsDir() {
			name := parts[0] + "/" + parts[1]
			missions[name] = append(missions[name], mission.Upload{Path: "mpmissions/" + parts[1] + "/" + parts[2], Data: zipped(t, f)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(missions)) {
		list = append(list, genuine{name, mapOf(name), missions[name]})
	}
	return list
}

func zipped(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// provenance matches a line about a file: its kind, repository, path there, and name here.
var provenance = regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| \d+ \|`)

// serversOfOthers returns the servers of which only some files are known, with these where they lay.
func serversOfOthers(t *testing.T) (list []genuine) {
	about, err := os.ReadFile(genuineFolder + "/server-files/PROVENANCE.md")
	if err != nil {
		t.Skip("the files of servers are not beside the project: ", err)
	}
	servers := map[string][]mission.Upload{}
	for _, m := range provenance.FindAllSubmatch(about, -1) {
		kind, repository, at, name := string(m[1]), string(m[2]), string(m[3]), string(m[4])
		if kind == "logs" || kind == "rcon" {
			continue
		}
		world, inside := missionIn(at)
		data := unpacked(t, filepath.Join(genuineFolder, "server-files", kind, strings.Replace(repository, "/", "+", 1), name))
		servers[repository+" "+world] = append(servers[repository+" "+world], mission.Upload{Path: inside, Data: data})
	}
	for _, name := range slices.Sorted(maps.Keys(servers)) {
		list = append(list, genuine{name, mapOf(name), servers[name]})
	}
	return append(list, foldersOfOthers(t)...)
}

// missionIn returns the folder of the mission that a path leads to, and the path below the root of a server.
func missionIn(at string) (world, inside string) {
	parts := strings.Split(at, "/")
	for i, part := range parts[:len(parts)-1] {
		if strings.Contains(part, ".") && !strings.HasPrefix(part, ".") {
			return part, "mpmissions/" + strings.Join(parts[i:], "/")
		}
		if strings.EqualFold(part, "ExpansionMod") {
			return "", "profiles/" + strings.Join(parts[i:], "/")
		}
	}
	return "", path.Join(at)
}

// foldersOfOthers returns the servers whose files lie in folders of their own.
func foldersOfOthers(t *testing.T) (list []genuine) {
	const omni, es = "expansion/omniv1", "community-ce/eschuderer"
	for _, world := range []string{"dayzOffline.chernarusplus", "dayzOffline.sakhal", "regular.namalsk"} {
		list = append(list, genuine{
			"omniv1 " + world, mapOf(world), filesBelow(t, filepath.Join(genuineFolder, omni), "profiles", "mpmissions/"+world),
		})
	}
	vanilla := filesBelow(t, vanillaFolder+"/chernarusplus")
	old := append(filesBelow(t, filepath.Join(genuineFolder, es)), filesBelow(t, filepath.Join(genuineFolder, "expansion/eschuderer"))...)
	return append(
		list,
		genuine{"eschuderer", 1, old},
		genuine{"helkhiana", 1, append(slices.Clone(vanilla), filesBelow(t, filepath.Join(genuineFolder, "trader/helkhiana"))...)},
		genuine{"player lists", 1, filesBelow(t, filepath.Join(genuineFolder, "player-lists"))},
	)
}

// checkGenuine imports a server, and returns what is found.
func checkGenuine(t *testing.T, g genuine) []lint.Finding {
	t.Helper()
	db, scope := importedAnyway(t, g)
	found, err := lint.New(db).Check(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func importedAnyway(t *testing.T, g genuine) (*store.DB, store.Scope) {
	return imported(t, g.mapID, g.files)
}

// TestGenuineServers counts what is found on genuine servers by rule. QM_LINT_SWEEP names those to look at, by a part of their names, and
// writes all that is found into the folder QM_LINT_SWEEP_TO.
func TestGenuineServers(t *testing.T) {
	t.Parallel()
	wanted, to := os.Getenv("QM_LINT_SWEEP"), cmp.Or(os.Getenv("QM_LINT_SWEEP_TO"), os.TempDir())
	if wanted == "" {
		t.Skip("set QM_LINT_SWEEP to look at all genuine servers")
	}
	for _, g := range append(versionsOfTheGame(t), serversOfOthers(t)...) {
		if wanted != "all" && !strings.Contains(g.name, wanted) {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			for _, f := range checkGenuine(t, g) {
				_, _ = fmt.Fprintf(&b, "%s\t%s\t%t\t%s\t%s\n", f.Severity, f.Rule.ID, f.Vanilla, f.Label(), f.Message())
			}
			if err := os.WriteFile(filepath.Join(to, strings.NewReplacer("/", "_", " ", "_").Replace(g.name)+".tsv"), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
}
