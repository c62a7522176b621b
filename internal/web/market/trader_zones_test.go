package market_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/web/webtest"
)

func TestZone(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	index := s.Gui + webtest.Zones
	s.Get(index).Status(200).Says("No trader zones yet", "Create trader zone", `name="Position[]" value="7500"`)
	s.Submit(index, index, url.Values{"name": {"World"}, "Position[]": {"1", "2", "far"}}).LeadsTo(index)
	s.Get(index).Says("The position field must be an array of three numbers.", `value="far"`)
	s.Submit(index, index, url.Values{"name": {"World"}, "Position": {"1 2.5 3"}}).Status(302)
	made := s.Address(webtest.Zones, "World")
	s.Get(made+"/edit").Says("World was created.", "The server has not recorded any stock for this zone yet.")
	if got := s.File(made); !strings.Contains(strings.Join(strings.Fields(got), ""), `"Position":[1.0,2.5,3.0]`) {
		t.Errorf("the new file is\n%s", got)
	}
	address := s.Imported(webtest.Zones, "GreenMountain", webtest.ZoneJSON)
	s.Get(address+"/edit").Says("2 classes, 15 items in total", "akm", "12").SaysNot(`name="Stock`)
	s.Get(address).Status(405)
	s.Get(index+"?search=green").Says(`href="`+address+`/edit?list=`, "Rows 1 to 1 of 1")
	s.Import(webtest.Zones, webtest.File{
		Name: "x.json", Text: webtest.TraderJSON,
	}).Status(422).Says("does not have the shape of its kind (Trader zone)")
	s.Import(webtest.Zones, webtest.File{Name: "Twice.json", Text: webtest.ZoneJSON}, webtest.File{
		Name: "twice.json", Text: webtest.ZoneJSON,
	}).Status(422).Says("twice.json: two of the files have the same name.")
	s.Get(index).SaysNot("Twice")
	s.Delete(address+"/edit", address, nil).LeadsTo(index)
	s.Get(address + "/edit").Status(404)
}

func TestZoneFormChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Zones, "GreenMountain", webtest.ZoneJSON)
	unchanged := url.Values{
		"name":             {"GreenMountain"},
		"DisplayName":      {"Green Mountain"},
		"Position[]":       {"3700.50", "402.0", "6000.0"},
		"Radius":           {"300.0"},
		"BuyPricePercent":  {"100.0"},
		"SellPricePercent": {"-1.0"},
	}
	tests := []struct {
		name string
		sent url.Values
		want []string
	}{
		{"nothing", nil, nil},
		{"stock", url.Values{"Stock[akm]": {"100"}}, nil},
		{"a coordinate", url.Values{"Position[]": {"3700.50", "402", "6001"}}, []string{"6000.0]", "6001.0]"}},
		{"prices", url.Values{"BuyPricePercent": {"110"}}, []string{`"BuyPricePercent": 100.0`, `"BuyPricePercent": 110.0`}},
		{"name", url.Values{"DisplayName": {"Mountain"}}, []string{`"Green Mountain"`, `"Mountain"`}},
	}
	for _, test := range tests {
		form := webtest.Cloned(unchanged)
		for name, values := range test.sent {
			form[name] = values
		}
		s.Put(address+"/edit", address, form).LeadsTo(address + "/edit")
		want := strings.NewReplacer(append(test.want, "\x00", "")...).Replace(webtest.ZoneJSON)
		if diff := cmp.Diff(want, s.File(address)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		s.Import(webtest.Zones, webtest.File{Name: "GreenMountain.json", Text: webtest.ZoneJSON}).Status(302)
	}
	form := webtest.Cloned(unchanged)
	form.Set("Radius", "wide")
	form.Set("_token", s.Token(address+"/edit"))
	asProgram(s).Send("PUT", address, form).Status(422).Says(`{"Radius":["The radius field must be a number."]}`)
}

// A coordinate is shown without digits that say nothing, and keeps its spelling when another changes.
func TestZoneKeepsTheSpellingOfCoordinates(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	text := strings.Replace(webtest.ZoneJSON, "[3700.50, 402.0, 6000.0]", "[3728.27001953125, 402.0, 6003.60009765625]", 1)
	address := s.Imported(webtest.Zones, "GreenMountain", text)
	s.Get(address+"/edit").Says(`value="3728.27"`, `value="6003.6"`)
	s.Put(address+"/edit", address, url.Values{
		"name": {"GreenMountain"}, "Position[]": {"3728.27", "403", "6003.6"},
	}).LeadsTo(address + "/edit")
	if diff := cmp.Diff(strings.Replace(text, "402.0", "403.0", 1), s.File(address)); diff != "" {
		t.Error(diff)
	}
}

func TestGenuineZones(t *testing.T) {
	t.Parallel()
	files := slices.DeleteFunc(genuineFiles(t, "mpmissions/dayzOffline.chernarusplus/expansion/traderzones"), func(file webtest.File) bool {
		return !strings.Contains(file.Text, "Position") // that server has a damaged file among them
	})
	s := webtest.OpenShop(t)
	s.Import(webtest.Zones, files...).LeadsTo(s.Gui + webtest.Zones)
	for _, file := range files {
		address := s.Address(webtest.Zones, strings.TrimSuffix(file.Name, ".json"))
		form, _ := webtest.UntouchedForm(t, webtest.ParseHTML(t, s.Get(address+"/edit").Status(200).Body.String()), "trader-zone")
		s.SendForm(address, form).LeadsTo(address + "/edit")
		if got := s.File(address); got != file.Text {
			t.Errorf("%s came out changed: %s", file.Name, cmp.Diff(file.Text, got))
		}
	}
}

func TestZoneShowsTheBeginningOfALongStock(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	classes := make([]string, 102)
	for i := range classes {
		classes[i] = fmt.Sprintf(`"Crate%03d": 2`, i)
	}
	text := strings.Replace(webtest.ZoneJSON, `"ammo_45acp": 12, "akm": 3`, strings.Join(classes, ", "), 1)
	address := s.Imported(webtest.Zones, "Camp", text)
	s.Get(address+"/edit").Says("102 classes, 204 items in total", "Crate099", "And 2 more classes").SaysNot("Crate100")
	if got := s.File(address); got != text {
		t.Errorf("the file is\n%s", got)
	}
}
