package expansion_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// genuine calls fn with each JSON file of the mod in the collection of genuine files.
func genuine(t *testing.T, fn func(place string, data []byte)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data", "expansion")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no genuine files beside the project: ", err)
	}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.EqualFold(filepath.Ext(name), ".json") {
			return err
		}
		data, err := os.ReadFile(name)
		place, _ := filepath.Rel(root, name)
		fn(filepath.ToSlash(place), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestGenuineFilesStayAsTheyAre(t *testing.T) {
	t.Parallel()
	kinds := map[string]int{}
	genuine(t, func(place string, data []byte) {
		d := expansion.Claim(place)
		tree, err := expansion.Parse(string(data))
		if err != nil {
			t.Logf("%s: %v", place, err)
			return
		}
		if d == nil {
			kinds["other"]++
			return
		}
		if err := d.Fits(tree); err != nil {
			t.Logf("%s: %v", place, err)
			kinds["unfit"]++
			return
		}
		kinds[d.Slug]++
		text, problems, err := altered(d, string(data), tree)
		if err != nil || text != string(data) || len(problems) > 0 {
			t.Errorf("%s: changed without a change, problems %v, error %v", place, problems, err)
		}
		kinds["problems"] += len(d.Check(tree))
	})
	t.Log(kinds)
}

// allGenuine calls fn with each JSON file of the collection that is one of the mod's, wherever it lies.
func allGenuine(t *testing.T, fn func(place string, d *expansion.Schema, text string, tree *jsontree.Object)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no genuine files beside the project: ", err)
	}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.EqualFold(filepath.Ext(name), ".json") {
			return err
		}
		data, err := os.ReadFile(name)
		place, _ := filepath.Rel(root, name)
		if tree, wrong := expansion.Parse(string(data)); wrong == nil {
			if d := documentAt(filepath.ToSlash(place), tree); d != nil {
				fn(place, d, string(data), tree)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// documentAt is what a file holds, by its name, folder or shape, quests and the like included.
func documentAt(place string, tree *jsontree.Object) *expansion.Schema {
	for at := place; at != ""; _, at, _ = strings.Cut(at, "/") {
		if d := expansion.At(at); d != nil {
			return d
		}
	}
	if d := expansion.Claim(place); d != nil && d.Fits(tree) == nil {
		return d
	}
	return expansion.Guess(tree)
}

// No number and no choice that a genuine file holds is refused: only what is of another type, as files of old versions have it.
func TestNoGenuineValueIsOutOfBounds(t *testing.T) {
	t.Parallel()
	files := 0
	allGenuine(t, func(place string, d *expansion.Schema, _ string, tree *jsontree.Object) {
		files++
		for _, p := range expansion.Wrong(d.Check(tree)) {
			if p.Numeric() || strings.Contains(p.Text(), "selected") {
				t.Errorf("%s: %s", place, p.Text())
			}
		}
	})
	t.Log(files, "files")
}
