package problems_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

var valueLink = regexp.MustCompile(`href="([^"]*/documents/value\?[^"]*)"`)

// TestFindingLeadsToItsField follows each finding of documents to the field in the form, and to the line of the text.
func TestFindingLeadsToItsField(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.WithGameFiles(
		webtest.File{Name: "db/globals.xml", Text: "<variables>\n<var name=\"TimeLogin\" type=\"0\" value=\"70000\"/>\n</variables>\n"},
		webtest.File{
			Name: "cfgweather.xml", Text: "<weather>\n<storm density=\"0\"/>\n<fog>\n<limits min=\"0.5\" max=\"0.1\"/>\n</fog>\n</weather>\n",
		},
		webtest.File{Name: "env/zombie_territories.xml", Text: strings.Replace(webtest.SomeZones, `r="60"`, `r="0"`, 1)},
		webtest.File{
			Name: "cfgundergroundtriggers.json",
			Text: "{\"Triggers\":[\n{\"Position\":[1,2,3]},\n{\"Position\":[1,2,3],\n\"Breadcrumbs\":[{\"Position\":[1,2,3],\"Radius\":-5}]}]}\n",
		},
		webtest.File{
			Name: "cfggameplay.json", Text: "{\n\"WorldsData\": {\n\"objectSpawnersArr\": [\"a\\\\b.json\"],\n\"environmentMinTemps\": [1]\n}\n}\n",
		},
		webtest.File{
			Name: "cfgeventgroups.xml",
			Text: "<eventgroupdef>\n<group name=\"QmA\">\n<child type=\"Wreck_UH1Y\" lootmin=\"-4\" lootmax=\"1\" x=\"0\" z=\"0\" " +
				"a=\"0\"/>\n</group>\n</eventgroupdef>\n",
		},
	)
	page := b.Get(instance + "/lint").Status(200)
	b.Get(instance+"/lint").Says("line 3 of the text", `/texts/`+webtest.MissionFolder+`cfggameplay.json?line=3"`)
	leads := map[string]bool{}
	for _, link := range valueLink.FindAllStringSubmatch(page.Body.String(), -1) {
		to := b.Get(html.UnescapeString(link[1])).Status(302).Header().Get("Location")
		address, err := url.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		_, place, _ := strings.Cut(to, "/documents/")
		leads[place] = true
		shown := b.Get(address.RequestURI()).Status(200)
		if address.Fragment != "" {
			shown.Says(`id="` + address.Fragment + `"`)
		}
	}
	for _, want := range []string{
		"globals#setting-TimeLogin", "weather#setting-fog-limits-group", "territories?file=env%2Fzombie_territories.xml&at=territory.0.zone.0",
		"underground-triggers?at=Triggers.1.Breadcrumbs.0#setting-Radius", "gameplay#setting-WorldsData-objectSpawnersArr",
		"gameplay#setting-WorldsData-environmentMinTemps", "event-groups?at=group.0.child.0#setting-lootmin",
	} {
		if !leads[want] {
			t.Errorf("no finding leads to %s, but to %v", want, leads)
		}
	}
	b.Get(instance + "/documents/weather?at=fog.limits.min").LeadsTo(instance + "/documents/weather#setting-fog-limits-min")
	b.Get(instance + "/documents/value?path=db/types.xml&line=3").LeadsTo(instance + "/texts/db/types.xml?line=3")
}
