package instances

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/say"
	"quartermaster/internal/web/pages"
)

// TestFolders add up what is in them; one that holds nothing but another is joined with that, and one with an error is open.
func TestFolders(t *testing.T) {
	t.Parallel()
	root, b := new(pages.Folder), treeBuilder{view: func(f mission.File) pages.File { return pages.File{Path: f.Path} }}
	for _, f := range []mission.File{
		{Path: "mpmissions/chernarus/db/types.xml", Size: 10, Error: say.Plain("Cannot be read.")},
		{Path: "mpmissions/chernarus/db/events.xml", Size: 5, State: mission.Changed},
		{Path: "profiles/a.json", Size: 1},
		{Path: "ban.txt", Size: 2},
	} {
		b.add(root, strings.Split(f.Path, "/"), f)
	}
	settle(root, false)
	if root.Count != 4 || root.Size != 18 || root.Changed != 1 || root.Broken != 1 || len(root.Files) != 1 || len(root.Folders) != 2 {
		t.Fatalf("%+v", root)
	}
	db, profiles := root.Folders[0], root.Folders[1]
	if db.Name != "mpmissions/chernarus/db" || db.Path != "mpmissions/chernarus/db" || !db.Open || len(db.Files) != 2 {
		t.Errorf("%+v", db)
	}
	if profiles.Name != "profiles" || profiles.Open {
		t.Errorf("%+v", profiles)
	}
}

// TestManyFilesAreFetchedLater holds that folders of many files have none of them, and that a folder shows some of very many.
func TestManyFilesAreFetchedLater(t *testing.T) {
	t.Parallel()
	root, b := new(pages.Folder), treeBuilder{later: true, view: func(f mission.File) pages.File { return pages.File{Path: f.Path} }}
	const many = 1_000
	for i := range many {
		b.add(root, []string{"mods", "weapons", "types.xml"}, mission.File{Size: 1})
		b.add(root, []string{fmt.Sprint(i)}, mission.File{Size: 1})
	}
	settle(root, false)
	mods := root.Folders[0]
	if mods.Name != "mods/weapons" || mods.Open || !mods.Later || len(mods.Files) != 0 || mods.Held != many || mods.Size != many {
		t.Errorf("%+v", mods)
	}
	if len(root.Files) != filesShown || root.More != many-filesShown || root.Count != 2*many {
		t.Errorf("%d files of %d, %d more", len(root.Files), root.Count, root.More)
	}
}
