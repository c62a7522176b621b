package serverfiles_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// generated returns a file of an instance as it would be delivered.
func generatedFile(b *webtest.Browser, instance, name string) string {
	b.TB.Helper()
	return serverFile(b, instance, webtest.MissionFolder+name)
}

func TestGameFileIsChangedByItsForm(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.WithGameFiles(webtest.File{Name: "db/globals.xml", Text: webtest.SomeGlobals})
	list := instance + "/documents"
	b.Get(list).Status(200).Says("Global variables", "globals.xml", "Weather", "not there")
	page := list + "/globals"
	b.Get(page).Status(200).Says("Infected limit", "Default: 1000 infected", "Loot")
	early, action := b.OpenForm(t, page)
	b.SendForm(action, early.With("ZombieMaxCount", "800")).LeadsTo(page)
	want := strings.Replace(webtest.SomeGlobals, "900", "800", 1)
	if got := generatedFile(b, instance, "db/globals.xml"); got != want {
		t.Errorf("the file is %s", got)
	}
	b.SendForm(action, early.With("ZombieMaxCount", "700")).LeadsTo(page)
	b.Get(page).Says("Someone has saved this file")
	form, _ := b.OpenForm(t, page)
	b.SendForm(action, form.With("AnimalMaxCount", "many")).LeadsTo(page)
	b.Get(page).Says("The Animal limit field must be an integer.", `value="many"`)
	if got := generatedFile(b, instance, "db/globals.xml"); got != want {
		t.Errorf("a refused form leaves %s", got)
	}
}

func TestGameFileIsMadeByItsForm(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	page := b.WithGameFiles() + "/documents/weather"
	b.Get(page).Status(200).Says("doesn’t have this file yet")
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("enable", "1")).LeadsTo(page)
	b.Get(page).Status(200).SaysNot("doesn’t have this file yet")
	b.Get(strings.TrimSuffix(page, "weather") + "unknown").Status(404)
	b.Get(strings.TrimSuffix(page, "weather") + "general").Status(404)
}

func TestPartsOfAGameFile(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.WithGameFiles(webtest.File{Name: "env/zombie_territories.xml", Text: webtest.SomeZones},
		webtest.File{Name: "db/economy.xml", Text: "<economy><dynamic></economy>"})
	b.Get(instance+"/documents/economy").Status(200).Says("The file cannot be read", "line 1").SaysNot("<form class=\"form setting-form")
	page := instance + "/documents/territories?file=env%2Fzombie_territories.xml"
	b.Get(page).Status(200).Says("does not name it")
	zone := page + "&at=territory.0.zone.0"
	form, action := b.OpenForm(t, zone)
	b.SendForm(action, form.With("dmax", "6")).LeadsTo(zone)
	want := strings.Replace(webtest.SomeZones, `dmax="4"`, `dmax="6"`, 1)
	if got := generatedFile(b, instance, "env/zombie_territories.xml"); got != want {
		t.Errorf("the file is %s", got)
	}
	form, action = b.OpenForm(t, page+"&at=territory.0.zone&new=1")
	b.SendForm(action, form.With("name", "InfectedVillage").With("r", "50"))
	added := "<zone name=\"InfectedVillage\" smin=\"0\" smax=\"0\" dmin=\"0\" dmax=\"0\" x=\"0.0\" z=\"0.0\" r=\"50\"/>"
	if got := generatedFile(b, instance, "env/zombie_territories.xml"); !strings.Contains(got, added) {
		t.Errorf("the file is %s", got)
	}
}

// TestUntouchedFormsOfGenuineFiles change nothing.
func TestUntouchedFormsOfGenuineFiles(t *testing.T) {
	t.Parallel()
	const vanilla = "../../../../shared/data/vanilla-ce/chernarusplus"
	files := map[string]string{
		"globals":              "db/globals.xml",
		"economy":              "db/economy.xml",
		"gameplay":             "cfggameplay.json",
		"weather":              "cfgweather.xml",
		"environment":          "cfgenvironment.xml",
		"ignore-list":          "cfgIgnoreList.xml",
		"underground-triggers": "cfgundergroundtriggers.json",
	}
	b := webtest.Open(t).User("Ada", false)
	var uploads []webtest.File
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(vanilla, name))
		if err != nil {
			t.Skip("no genuine files beside the project: ", err)
		}
		uploads = append(uploads, webtest.File{Name: name, Text: string(text)})
	}
	instance := b.WithGameFiles(uploads...)
	revision := b.SettingRevision(instance)
	for slug := range files {
		page := instance + "/documents/" + slug
		form, action := b.OpenForm(t, page)
		b.SendForm(action, form).LeadsTo(page)
		b.Get(page).Says("Nothing was changed.")
	}
	if now := b.SettingRevision(instance); now != revision {
		t.Errorf("untouched forms lead from revision %d to %d", revision, now)
	}
}

func TestManyZonesAreChanged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.WithGameFiles(webtest.File{Name: "env/zombie_territories.xml", Text: webtest.SomeZones})
		page := instance + "/documents/territories/zones?file=env%2Fzombie_territories.xml"
		b.Get(instance + "/documents/territories?file=env%2Fzombie_territories.xml").Says("Change many zones")
		b.Get(page).Status(200).Says("InfectedCity", "2–4").SaysNot("What would change")
		b.Get(page + "&value=30").Says("Choose at least one zone name.")
		const more = "&names[]=InfectedCity&what=dynamic&by=percent&value=50"
		b.Get(page+more).Status(200).Says("1 zone changes of 1 chosen.", "dmin 2 → 3, dmax 4 → 6", "checked")
		form := url.Values{
			"file": {"env/zombie_territories.xml"}, "names[]": {"InfectedCity"}, "what": {"dynamic"}, "by": {"percent"}, "value": {"50"},
		}
		b.Submit(page, instance+"/documents/territories/zones", form).LeadsTo(page)
		b.Get(instance+"/documents/territories/zones?file=*"+strings.TrimSuffix(more, "50")+"100").Status(200).Says("Zones of 1 file",
			"territories.xml</td>", "dmax 6 → 12")
		want := strings.Replace(webtest.SomeZones, `dmin="2" dmax="4"`, `dmin="3" dmax="6"`, 1)
		if got := generatedFile(b, instance, "env/zombie_territories.xml"); got != want {
			t.Errorf("the file is %s", got)
		}
	})
}
