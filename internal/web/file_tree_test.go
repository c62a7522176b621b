package web

import (
	"fmt"
	"strings"
	"testing"
)

// TestFilesAreATree holds that the files of a large server are folded, and that they are found by their path.
func TestFilesAreATree(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	files := []uploaded{{"types.xml", typesXML}}
	for i := range 30 {
		files = append(files, uploaded{fmt.Sprintf("profiles/Notes/deep/n%d.txt", i), "x"})
	}
	b.importing(instance, nil, files...).status(200)
	b.get(instance).says(
		"<details>\n      <summary><span class=\"code path\">profiles/<wbr>Notes/<wbr>deep</span> <small>30 files, 30 B</small>",
		`<li data-file="mpmissions/dayzOffline.chernarusplus/db/types.xml"><a class="code path" href="`+instance+`/files/mpmissions/dayzOffline.chernarusplus/db/types.xml">types.xml</a>`,
		"Not used by this server", "Problems are being counted", "Ada: ",
	).saysNot("<details open>")
	b.get(instance+"?files=N7").says("profiles/<wbr>Notes/<wbr>deep/<wbr>n7.txt", "Show all files").saysNot("n8.txt", "/files/mpmissions")
	b.get(instance + "?files=none+such").says("No file has “none such” in its path.")
}

// TestNavigationHidesWhatIsNotThere holds that it stands under More.
func TestNavigationHidesWhatIsNotThere(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.get(instance).says(`data-sections-group="More">`, `data-sections-group="Loot" open`).saysNot(`data-sections-group="Traders"`)
	b.get(instance + "/trader-items").says(`data-sections-group="More" open>`)
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	_, loot, _ := strings.Cut(b.get(instance).Body.String(), `data-sections-group="Loot"`)
	if loot, _, _ = strings.Cut(loot, "</details>"); !strings.Contains(loot, instance+"/classnames") {
		t.Errorf("the class names are not in the navigation: %s", loot)
	}
}
