package document_test

import (
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

const genuineFolder = "../../../shared/data"

// genuineFile is a file of a server, with the document that it is.
type genuineFile struct {
	path, text string
	document   *document.Document
}

// genuineFiles returns the files of the game that are documents, each content once.
var genuineFiles = sync.OnceValues(func() (files []genuineFile, err error) {
	seen := map[string]bool{}
	err = filepath.WalkDir(genuineFolder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		d := documentOf(filepath.ToSlash(name))
		if d == nil {
			return nil
		}
		text, err := readText(name)
		if err == nil && !seen[text] {
			seen[text] = true
			files = append(files, genuineFile{name, text, d})
		}
		return err
	})
	return files, err
})

// documentOf tells by the end of its name, and by its folder, what a genuine file is.
func documentOf(name string) *document.Document {
	for end, slug := range map[string]string{
		"globals.xml":                 "globals",
		"economy.xml":                 "economy",
		"cfggameplay.json":            "gameplay",
		"cfgweather.xml":              "weather",
		"cfgenvironment.xml":          "environment",
		"_territories.xml":            "territories",
		"cfgeventgroups.xml":          "event-groups",
		"cfgignorelist.xml":           "ignore-list",
		"cfgundergroundtriggers.json": "underground-triggers",
		"warheadstorage.json":         "restricted-area",
	} {
		if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), end) {
			return document.Named(slug)
		}
	}
	for start, slug := range map[string]string{
		"/Quest_":              "quest-definition",
		"/QuestNPC_":           "quest-npc",
		"/npc_":                "quest-npc",
		"/Objective_A_":        "quest-objective-action",
		"/Objective_AIP_":      "quest-objective-aipatrol",
		"/Objective_AIESCORT_": "quest-objective-aivip",
		"/Objective_C_":        "quest-objective-collection",
		"/Objective_CR_":       "quest-objective-crafting",
		"/Objective_D_":        "quest-objective-delivery",
		"/Objective_TA_":       "quest-objective-target",
		"/Objective_T_":        "quest-objective-travel",
		"/Objective_TH_":       "quest-objective-treasure-hunt",
		"/Airdrop_":            "mission-airdrop",
		"/ContaminatedArea_":   "mission-contaminated-area",
		"/P2PTrader_":          "p2p-market-trader",
		"/PersonalStorage_":    "personal-storage-container",
	} {
		if strings.Contains(name, "server-files/expansion-") && strings.Contains(name, start) && strings.HasSuffix(name, ".json") {
			return document.Named(slug)
		}
	}
	if strings.HasSuffix(name, ".map") && strings.Contains(name, "/expansion-map/") {
		for _, trades := range []string{"AircraftsBalota", "BoatsFishing", "MainTraders", "Alta.", "Krona"} {
			if strings.Contains(name, trades) {
				return document.Named("trader-map")
			}
		}
		return document.Named("object-map")
	}
	for folder, slug := range map[string]string{"/objectspawner/": "object-spawner", "/serverdz/": "server", "/beserver/": "battleye"} {
		if strings.Contains(name, folder) {
			return document.Named(slug)
		}
	}
	return nil
}

func readText(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	var from io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if from, err = gzip.NewReader(f); err != nil {
			return "", err
		}
	}
	data, err := io.ReadAll(from)
	text, _ := charset.Decode(data)
	return string(text), err
}

func genuine(t *testing.T) []genuineFile {
	t.Helper()
	files, err := genuineFiles()
	if err != nil || len(files) == 0 {
		t.Skip("no genuine files beside the project: ", err)
	}
	return files
}

func TestGenuineFilesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for _, f := range genuine(t) {
		tree, err := f.document.Read(f.text)
		if err != nil {
			t.Logf("%s: %v", f.path, err)
			count["broken"]++
			continue
		}
		count[f.document.Slug]++
		text, problems, err := f.document.Change(f.text, tree.Clone())
		if err != nil || len(problems) > 0 || text != f.text {
			t.Errorf("%s: changed without a change: %v %v", f.path, problems, err)
		}
	}
	t.Log(count)
}

// TestOneChangeIsOneLine changes a value at each path of the schema, the first and the last in a file, in a few files of each sort.
func TestOneChangeIsOneLine(t *testing.T) {
	t.Parallel()
	const most = 4 // of a path
	changes, done := 0, map[string]int{}
	for _, f := range genuine(t) {
		tree, err := f.document.Read(f.text)
		if err != nil {
			continue
		}
		for _, path := range ends(leaves("", tree)) {
			next, sort := tree.Clone(), f.document.Slug+":"+sortOf(path)
			if done[sort] == most || !changeAt(next, path) {
				continue
			}
			changes++
			done[sort]++
			text, problems, err := f.document.Change(f.text, next)
			if err != nil || len(problems) > 0 {
				if len(problems) == 0 {
					t.Errorf("%s: %s: %v", f.path, path, err)
				}
				continue // a firm bound
			}
			if n := differentLines(f.text, text); n != 1 {
				t.Errorf("%s: %s: %d lines differ", f.path, path, n)
			}
			if back, err := f.document.Read(text); err != nil || !jsontree.Equal(back, next) {
				t.Errorf("%s: %s: is read back as another value: %v", f.path, path, err)
			}
		}
	}
	t.Log(changes, "changes")
}

// leaves returns the paths of all plain values.
func leaves(path string, value any) (paths []string) {
	switch v := value.(type) {
	case *jsontree.Object:
		for key, member := range v.All() {
			paths = append(paths, leaves(jsontree.Join(path, key), member)...)
		}
	case []any:
		for i, member := range v {
			paths = append(paths, leaves(jsontree.Join(path, strconv.Itoa(i)), member)...)
		}
	default:
		paths = append(paths, path)
	}
	return paths
}

// ends returns the first and the last of the paths that differ in places of lists alone.
func ends(paths []string) (some []string) {
	first, last := map[string]string{}, map[string]string{}
	for _, path := range paths {
		sort := sortOf(path)
		if first[sort] == "" {
			first[sort] = path
			some = append(some, path)
		}
		last[sort] = path
	}
	for sort, path := range last {
		if path != first[sort] {
			some = append(some, path)
		}
	}
	slices.Sort(some)
	return some
}

// sortOf returns a path without the places in lists.
func sortOf(path string) string {
	keys := strings.Split(path, ".")
	for i, key := range keys {
		if strings.Trim(key, "0123456789") == "" {
			keys[i] = "*"
		}
	}
	return strings.Join(keys, ".")
}

// changeAt changes the value at a path.
func changeAt(tree *jsontree.Object, path string) bool {
	keys := strings.Split(path, ".")
	var at any = tree
	for _, key := range keys[:len(keys)-1] {
		if object, isObject := at.(*jsontree.Object); isObject {
			at, _ = object.Get(key)
		} else {
			i, _ := strconv.Atoi(key)
			at = at.([]any)[i]
		}
	}
	last := keys[len(keys)-1]
	if object, isObject := at.(*jsontree.Object); isObject {
		old, has := object.Get(last)
		object.Set(last, another(old))
		return has
	}
	i, _ := strconv.Atoi(last)
	list := at.([]any)
	list[i] = another(list[i])
	return true
}

func another(value any) any {
	switch v := value.(type) {
	case bool:
		return !v
	case string:
		return v + "x"
	case jsontree.Number:
		if n, _ := expansion.NumberOf(v); n == 0 {
			return jsontree.Number("1")
		}
		return jsontree.Number("0")
	}
	return value
}

func differentLines(a, b string) (n int) {
	was, is := strings.SplitAfter(a, "\n"), strings.SplitAfter(b, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			n++
		}
	}
	return n
}
