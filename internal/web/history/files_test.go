package history_test

import (
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestRevisionsShowValuesOfFiles: what a revision did to a file of the game or of a mod that is a document is told by its values, and
// secrets are not.
func TestRevisionsShowValuesOfFiles(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	const secrets = `{"Radius": 5, "Rows": [{"Name": "North", "Chance": 7}], "Doors": {"Gate": {"Password": "hush1"}}}`
	files := []webtest.File{
		{Name: "profiles/Crates/Crates.json", Text: secrets},
		{Name: "profiles/Crates/list.json", Text: `[{"Name": "North", "Price": 11}]`},
		{Name: "profiles/Crates/set.cfg", Text: "radius = 21;\n"},
		{Name: "mpmissions/dayzOffline.chernarusplus/cfgweather.xml", Text: `<weather reset="0" enable="0"></weather>`},
	}
	b.Import(instance, nil, files...)
	for _, c := range []struct {
		file, old, now string
		says           []string
	}{
		{files[0].Name, `"Chance": 7`, `"Chance": 8`, []string{"Rows › North › Chance", "7", "8"}},
		{files[0].Name, "hush1", "hush2", []string{"Secrets, which are not shown"}},
		{files[1].Name, "11", "12", []string{"North › Price", "11", "12"}},
		{files[2].Name, "21", "22", []string{"radius", "21", "22"}},
		{files[3].Name, `enable="0"`, `enable="1"`, []string{"enable"}},
	} {
		for i := range files {
			if files[i].Name == c.file {
				files[i].Text = strings.Replace(files[i].Text, c.old, c.now, 1)
			}
		}
		b.Import(instance, nil, files...)
		revision := instance + "/history/" + strconv.FormatInt(b.Revisions(instance), 10)
		b.Get(revision).Status(200).Says(c.says...).SaysNot("hush")
		b.Get(instance + "/history?record=" + c.file).Status(200).Says("Revision " + strconv.FormatInt(b.Revisions(instance), 10))
	}
}
