package instances_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/web/webtest"
)

// TestFilesAreATree holds that the files of a large server are folded, and that they are found by their path.
func TestFilesAreATree(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	files := []webtest.File{{Name: "types.xml", Text: webtest.TypesXML}}
	for i := range 30 {
		files = append(files, webtest.File{Name: fmt.Sprintf("profiles/Notes/deep/n%d.txt", i), Text: "x"})
	}
	b.Import(instance, nil, files...).Status(200)
	b.Get(instance).Says(
		"<details>\n      <summary><span class=\"code path\">profiles/<wbr>Notes/<wbr>deep</span> <small>30 files, 30 B</small>",
		`<li data-file="mpmissions/dayzOffline.chernarusplus/db/types.xml"><a class="code path" href="`+instance+
			`/files/mpmissions/dayzOffline.chernarusplus/db/types.xml">types.xml</a>`,
		"Not used by this server", "Problems are being counted", "Ada: ",
	).SaysNot("<details open>")
	b.Get(instance+"?files=N7").Says("profiles/<wbr>Notes/<wbr>deep/<wbr>n7.txt", "Show all files").SaysNot("n8.txt", "/files/mpmissions")
	b.Get(instance + "?files=none+such").Says("No file has “none such” in its path.")
}

// TestNavigationHidesWhatIsNotThere holds that it stands under More.
func TestNavigationHidesWhatIsNotThere(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Get(instance).Says(`data-sections-group="More">`, `data-sections-group="Edit" open`, `data-sections-group="Loot">`).
		SaysNot(`data-sections-group="Traders"`)
	b.Get(instance + "/trader-items").Says(`data-sections-group="More" open>`)
	b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
	_, loot, _ := strings.Cut(b.Get(instance).Body.String(), `data-sections-group="Loot"`)
	if loot, _, _ = strings.Cut(loot, "</details>"); !strings.Contains(loot, instance+"/classnames") {
		t.Errorf("the class names are not in the navigation: %s", loot)
	}
}

// TestTheOverviewWaitsForNoLongWork holds that the page of an instance with many types, of which nothing is remembered, comes without
// its files being made: they follow on a page of their own.
func TestTheOverviewWaitsForNoLongWork(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.ManyTypes(5_000)
	b.Get(instance).Says(`data-load="`+instance+`/tree"`, "Show the files").SaysNot("data-file=")
	b.Get(instance+"/tree").Status(200).Says("data-part", `<li data-file="mpmissions/dayzOffline.chernarusplus/db/types.xml">`)
	b.Get(instance).Says(`<li data-file="mpmissions/dayzOffline.chernarusplus/db/types.xml">`) // for now it is known
}

// TestFoldersOfManyFilesAreFetched holds that the overview of a thousand files is small, and that their folders have pages.
func TestFoldersOfManyFilesAreFetched(t *testing.T) {
	t.Parallel()
	const files, most = 1_000, 100_000
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	var uploads []mission.Upload
	for i := range files {
		uploads = append(uploads, mission.Upload{Path: fmt.Sprintf("profiles/mod%d/n%d.txt", i%20, i), Data: []byte{'x'}})
	}
	if _, err := s.Missions.Import(t.Context(), b.Scope(instance), uploads, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	page := b.Get(instance).Says(`data-load="` + instance + `/tree?folder=profiles"`)
	b.Get(instance + "/tree?folder=profiles").Says(`data-load="` + instance + `/tree?folder=profiles%2Fmod7"`)
	if size := page.Body.Len(); size > most {
		t.Errorf("the overview has %d bytes, at most %d", size, most)
	}
	b.Get(instance+"/tree?folder=profiles/mod7").Says("data-part", `data-file="profiles/mod7/n7.txt"`).SaysNot("mod8/")
	b.Get(instance + "/tree?folder=none").Status(404)
}
