package expansion_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
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
		text, problems, err := d.Change(string(data), tree)
		if err != nil || text != string(data) || len(problems) > 0 {
			t.Errorf("%s: changed without a change, problems %v, error %v", place, problems, err)
		}
		kinds["problems"] += len(d.Check(tree))
	})
	t.Log(kinds)
}
