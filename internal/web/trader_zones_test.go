package web

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const zones = "/trader-zones"

func TestZone(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	index := s.gui + zones
	s.get(index).status(200).says("No trader zones yet", "Create trader zone", `name="Position[]" value="7500"`)
	s.submit(index, index, url.Values{"name": {"World"}, "Position[]": {"1", "2", "far"}}).leadsTo(index)
	s.get(index).says("The position field must be an array of three numbers.", `value="far"`)
	s.submit(index, index, url.Values{"name": {"World"}, "Position": {"1 2.5 3"}}).status(302)
	made := s.address(zones, "World")
	s.get(made+"/edit").says("World was created.", "The server has not recorded any stock for this zone yet.")
	if got := s.file(made); !strings.Contains(strings.Join(strings.Fields(got), ""), `"Position":[1.0,2.5,3.0]`) {
		t.Errorf("the new file is\n%s", got)
	}
	address := s.imported(zones, "GreenMountain", zoneJSON)
	s.get(address+"/edit").says("2 classes, 15 items in total", "akm", "12").saysNot(`name="Stock`)
	s.get(address).status(405)
	s.get(index+"?search=green").says(`href="`+address+`/edit?list=`, "Rows 1 to 1 of 1")
	s.importing(zones, uploaded{"x.json", traderJSON}).status(422).says("does not have the shape of its kind (Trader zone)")
	s.importing(zones, uploaded{"Twice.json", zoneJSON}, uploaded{"twice.json", zoneJSON}).status(422).says("twice.json: two of the files have the same name.")
	s.get(index).saysNot("Twice")
	s.delete(address+"/edit", address, nil).leadsTo(index)
	s.get(address + "/edit").status(404)
}

func TestZoneFormChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(zones, "GreenMountain", zoneJSON)
	unchanged := url.Values{"name": {"GreenMountain"}, "DisplayName": {"Green Mountain"}, "Position[]": {"3700.50", "402.0", "6000.0"}, "Radius": {"300.0"}, "BuyPricePercent": {"100.0"}, "SellPricePercent": {"-1.0"}}
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
		form := cloned(unchanged)
		for name, values := range test.sent {
			form[name] = values
		}
		s.put(address+"/edit", address, form).leadsTo(address + "/edit")
		want := strings.NewReplacer(append(test.want, "\x00", "")...).Replace(zoneJSON)
		if diff := cmp.Diff(want, s.file(address)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		s.importing(zones, uploaded{"GreenMountain.json", zoneJSON}).status(302)
	}
	form := cloned(unchanged)
	form.Set("Radius", "wide")
	form.Set("_token", s.token(address+"/edit"))
	s.asProgram().send("PUT", address, form).status(422).says(`{"Radius":["The radius field must be a number."]}`)
}

// A coordinate is shown without digits that say nothing, and keeps its spelling when another changes.
func TestZoneKeepsTheSpellingOfCoordinates(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	text := strings.Replace(zoneJSON, "[3700.50, 402.0, 6000.0]", "[3728.27001953125, 402.0, 6003.60009765625]", 1)
	address := s.imported(zones, "GreenMountain", text)
	s.get(address+"/edit").says(`value="3728.27"`, `value="6003.6"`)
	s.put(address+"/edit", address, url.Values{"name": {"GreenMountain"}, "Position[]": {"3728.27", "403", "6003.6"}}).leadsTo(address + "/edit")
	if diff := cmp.Diff(strings.Replace(text, "402.0", "403.0", 1), s.file(address)); diff != "" {
		t.Error(diff)
	}
}

func TestGenuineZones(t *testing.T) {
	t.Parallel()
	files := slices.DeleteFunc(genuineFiles(t, "mpmissions/dayzOffline.chernarusplus/expansion/traderzones"), func(file uploaded) bool {
		return !strings.Contains(file.text, "Position") // that server has a damaged file among them
	})
	s := openShop(t)
	s.importing(zones, files...).leadsTo(s.gui + zones)
	for _, file := range files {
		address := s.address(zones, strings.TrimSuffix(file.name, ".json"))
		form, _ := untouchedForm(t, parseHTML(t, s.get(address+"/edit").status(200).Body.String()), "trader-zone")
		s.sendForm(address, form).leadsTo(address + "/edit")
		if got := s.file(address); got != file.text {
			t.Errorf("%s came out changed: %s", file.name, cmp.Diff(file.text, got))
		}
	}
}

func TestZoneShowsTheBeginningOfALongStock(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	classes := make([]string, 102)
	for i := range classes {
		classes[i] = fmt.Sprintf(`"Crate%03d": 2`, i)
	}
	text := strings.Replace(zoneJSON, `"ammo_45acp": 12, "akm": 3`, strings.Join(classes, ", "), 1)
	address := s.imported(zones, "Camp", text)
	s.get(address+"/edit").says("102 classes, 204 items in total", "Crate099", "And 2 more classes").saysNot("Crate100")
	if got := s.file(address); got != text {
		t.Errorf("the file is\n%s", got)
	}
}
