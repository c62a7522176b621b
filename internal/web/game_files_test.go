package web

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	missionFolder = "mpmissions/dayzOffline.chernarusplus/"
	someGlobals   = "<variables>\n    <!-- ours -->\n    <var name=\"AnimalMaxCount\" type=\"0\" value=\"200\"/>\n    <var name=\"ZombieMaxCount\" type=\"0\" value=\"900\"/>\n</variables>\n"
	someZones     = `<territory-type>
    <territory color="1">
        <zone name="InfectedCity" smin="0" smax="0" dmin="2" dmax="4" x="1.5" z="2" r="60"/>
    </territory>
</territory-type>
`
)

// withGameFiles makes an instance with files below its mission folder.
func (b *browser) withGameFiles(files ...uploaded) (instance string) {
	b.t.Helper()
	instance = b.instance("A")
	for i := range files {
		files[i].name = missionFolder + files[i].name
	}
	b.importing(instance, nil, files...)
	return instance
}

// generated returns a file of an instance as it would be delivered.
func (b *browser) generatedFile(instance, name string) string {
	b.t.Helper()
	var out strings.Builder
	if _, err := b.missions.WriteFile(b.t.Context(), b.scope(instance), missionFolder+name, &out); err != nil {
		b.t.Fatal(err)
	}
	return out.String()
}

func TestGameFileIsChangedByItsForm(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.withGameFiles(uploaded{"db/globals.xml", someGlobals})
	list := instance + "/documents"
	b.get(list).status(200).says("Global variables", "globals.xml", "Weather", "not there")
	page := list + "/globals"
	b.get(page).status(200).says("Infected limit", "Default: 1000 infected", "Loot")
	early, action := b.openForm(t, page)
	b.sendForm(action, early.with("ZombieMaxCount", "800")).leadsTo(page)
	want := strings.Replace(someGlobals, "900", "800", 1)
	if got := b.generatedFile(instance, "db/globals.xml"); got != want {
		t.Errorf("the file is %s", got)
	}
	b.sendForm(action, early.with("ZombieMaxCount", "700")).leadsTo(page)
	b.get(page).says("Somebody has saved this file")
	form, _ := b.openForm(t, page)
	b.sendForm(action, form.with("AnimalMaxCount", "many")).leadsTo(page)
	b.get(page).says("The Animal limit field must be an integer.", `value="many"`)
	if got := b.generatedFile(instance, "db/globals.xml"); got != want {
		t.Errorf("a refused form leaves %s", got)
	}
}

func TestGameFileIsMadeByItsForm(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	page := b.withGameFiles() + "/documents/weather"
	b.get(page).status(200).says("does not have this file")
	form, action := b.openForm(t, page)
	b.sendForm(action, form.with("enable", "1")).leadsTo(page)
	b.get(page).status(200).saysNot("does not have this file")
	b.get(strings.TrimSuffix(page, "weather") + "unknown").status(404)
	b.get(strings.TrimSuffix(page, "weather") + "general").status(404)
}

func TestPartsOfAGameFile(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.withGameFiles(uploaded{"env/zombie_territories.xml", someZones}, uploaded{"db/economy.xml", "<economy><dynamic></economy>"})
	b.get(instance+"/documents/economy").status(200).says("The file cannot be read", "line 1").saysNot("<form class=\"form setting-form")
	page := instance + "/documents/territories?file=env%2Fzombie_territories.xml"
	b.get(page).status(200).says("does not name it")
	zone := page + "&at=territory.0.zone.0"
	form, action := b.openForm(t, zone)
	b.sendForm(action, form.with("dmax", "6")).leadsTo(zone)
	want := strings.Replace(someZones, `dmax="4"`, `dmax="6"`, 1)
	if got := b.generatedFile(instance, "env/zombie_territories.xml"); got != want {
		t.Errorf("the file is %s", got)
	}
	form, action = b.openForm(t, page+"&at=territory.0.zone&new=1")
	b.sendForm(action, form.with("name", "InfectedVillage").with("r", "50"))
	added := "<zone name=\"InfectedVillage\" smin=\"0\" smax=\"0\" dmin=\"0\" dmax=\"0\" x=\"0.0\" z=\"0.0\" r=\"50\"/>"
	if got := b.generatedFile(instance, "env/zombie_territories.xml"); !strings.Contains(got, added) {
		t.Errorf("the file is %s", got)
	}
}

// TestUntouchedFormsOfGenuineFiles change nothing.
func TestUntouchedFormsOfGenuineFiles(t *testing.T) {
	t.Parallel()
	const vanilla = "../../../shared/data/vanilla-ce/chernarusplus"
	files := map[string]string{
		"globals": "db/globals.xml", "economy": "db/economy.xml", "gameplay": "cfggameplay.json", "weather": "cfgweather.xml",
		"environment": "cfgenvironment.xml", "ignore-list": "cfgIgnoreList.xml", "underground-triggers": "cfgundergroundtriggers.json",
	}
	b := openSite(t).user("Ada", false)
	var uploads []uploaded
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(vanilla, name))
		if err != nil {
			t.Skip("no genuine files beside the project: ", err)
		}
		uploads = append(uploads, uploaded{name, string(text)})
	}
	instance := b.withGameFiles(uploads...)
	revision := b.settingRevision(instance)
	for slug := range files {
		page := instance + "/documents/" + slug
		form, action := b.openForm(t, page)
		b.sendForm(action, form).leadsTo(page)
		b.get(page).says("Nothing was changed.")
	}
	if now := b.settingRevision(instance); now != revision {
		t.Errorf("untouched forms lead from revision %d to %d", revision, now)
	}
}

func TestManyZonesAreChanged(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.withGameFiles(uploaded{"env/zombie_territories.xml", someZones})
	page := instance + "/documents/territories/zones?file=env%2Fzombie_territories.xml"
	b.get(instance + "/documents/territories?file=env%2Fzombie_territories.xml").says("Change many zones")
	b.get(page).status(200).says("InfectedCity", "2–4").saysNot("What would change")
	b.get(page + "&value=30").says("Choose at least one name of zones.")
	const more = "&names[]=InfectedCity&what=dynamic&by=percent&value=50"
	b.get(page+more).status(200).says("1 zone changes of 1 that are chosen.", "dmin 2 → 3, dmax 4 → 6", "checked")
	form := url.Values{"file": {"env/zombie_territories.xml"}, "names[]": {"InfectedCity"}, "what": {"dynamic"}, "by": {"percent"}, "value": {"50"}}
	b.submit(page, instance+"/documents/territories/zones", form).leadsTo(page)
	b.get(instance+"/documents/territories/zones?file=*"+strings.TrimSuffix(more, "50")+"100").status(200).says("Zones of 1 file", "territories.xml</td>", "dmax 6 → 12")
	want := strings.Replace(someZones, `dmin="2" dmax="4"`, `dmin="3" dmax="6"`, 1)
	if got := b.generatedFile(instance, "env/zombie_territories.xml"); got != want {
		t.Errorf("the file is %s", got)
	}
}
