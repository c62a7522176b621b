package instances

import (
	"strings"
	"testing"

	"quartermaster/internal/web/pages"
)

// TestFolders add up what is in them; one that holds nothing but another is joined with that, and one with an error is open.
func TestFolders(t *testing.T) {
	t.Parallel()
	root := new(pages.Folder)
	for _, f := range []pages.File{
		{Path: "mpmissions/chernarus/db/types.xml", Size: 10, Error: "Cannot be read."},
		{Path: "mpmissions/chernarus/db/events.xml", Size: 5, Diff: "/diff"},
		{Path: "profiles/a.json", Size: 1},
		{Path: "ban.txt", Size: 2},
	} {
		add(root, strings.Split(f.Path, "/"), f)
	}
	settle(root, false)
	if root.Count != 4 || root.Size != 18 || root.Changed != 1 || root.Broken != 1 || len(root.Files) != 1 || len(root.Folders) != 2 {
		t.Fatalf("%+v", root)
	}
	mission, profiles := root.Folders[0], root.Folders[1]
	if mission.Name != "mpmissions/chernarus/db" || mission.Path != "mpmissions/chernarus/db" || !mission.Open || len(mission.Files) != 2 {
		t.Errorf("%+v", mission)
	}
	if profiles.Name != "profiles" || profiles.Open {
		t.Errorf("%+v", profiles)
	}
}
