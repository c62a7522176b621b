package web

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

var valueLink = regexp.MustCompile(`href="([^"]*/documents/value\?[^"]*)"`)

// TestFindingLeadsToItsField follows each finding of documents to the field in the form, and to the line of the text.
func TestFindingLeadsToItsField(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.withGameFiles(
		uploaded{"db/globals.xml", "<variables>\n<var name=\"TimeLogin\" type=\"0\" value=\"70000\"/>\n</variables>\n"},
		uploaded{"cfgweather.xml", "<weather>\n<storm density=\"0\"/>\n<fog>\n<limits min=\"0.5\" max=\"0.1\"/>\n</fog>\n</weather>\n"},
		uploaded{"env/zombie_territories.xml", strings.Replace(someZones, `r="60"`, `r="0"`, 1)},
		uploaded{"cfgundergroundtriggers.json", "{\"Triggers\":[\n{\"Position\":[1,2,3]},\n{\"Position\":[1,2,3],\n\"Breadcrumbs\":[{\"Position\":[1,2,3],\"Radius\":-5}]}]}\n"},
		uploaded{"cfggameplay.json", "{\n\"WorldsData\": {\n\"objectSpawnersArr\": [\"a\\\\b.json\"],\n\"environmentMinTemps\": [1]\n}\n}\n"},
		uploaded{"cfgeventgroups.xml", "<eventgroupdef>\n<group name=\"QmA\">\n<child type=\"Wreck_UH1Y\" lootmin=\"-4\" lootmax=\"1\" x=\"0\" z=\"0\" a=\"0\"/>\n</group>\n</eventgroupdef>\n"},
	)
	page := b.get(instance + "/lint").status(200)
	b.get(instance+"/lint").says("line 3 of the text", `/texts/`+missionFolder+`cfggameplay.json?line=3"`)
	leads := map[string]bool{}
	for _, link := range valueLink.FindAllStringSubmatch(page.Body.String(), -1) {
		to := b.get(html.UnescapeString(link[1])).status(302).Header().Get("Location")
		address, err := url.Parse(to)
		if err != nil {
			t.Fatal(err)
		}
		_, place, _ := strings.Cut(to, "/documents/")
		leads[place] = true
		shown := b.get(address.RequestURI()).status(200)
		if address.Fragment != "" {
			shown.says(`id="` + address.Fragment + `"`)
		}
	}
	for _, want := range []string{
		"globals#setting-TimeLogin", "weather#setting-fog-limits-group", "territories?file=env%2Fzombie_territories.xml&at=territory.0.zone.0",
		"underground-triggers?at=Triggers.1#setting-Breadcrumbs-0-Radius", "gameplay#setting-WorldsData-objectSpawnersArr",
		"gameplay#setting-WorldsData-environmentMinTemps", "event-groups?at=group.0.child.0#setting-lootmin",
	} {
		if !leads[want] {
			t.Errorf("no finding leads to %s, but to %v", want, leads)
		}
	}
	b.get(instance + "/documents/weather?at=fog.limits.min").leadsTo(instance + "/documents/weather#setting-fog-limits-min")
	b.get(instance + "/documents/value?path=db/types.xml&line=3").leadsTo(instance + "/texts/db/types.xml?line=3")
}
