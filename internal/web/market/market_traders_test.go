package market_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/web/webtest"
)

func TestTraderFormChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Traders, "Weapons", webtest.TraderJSON)
	unchanged := url.Values{
		"name":        {"Weapons"},
		"DisplayName": {"Weapons"},
		"TraderIcon":  {"Gun"},
		"Currencies":  {"coin"},
		"Categories":  {"Ammo\r\nBatteries:3\r\nGuns"},
		"Items":       {"ammo_45acp:0\r\nnothing:2"},
	}
	tests := []struct {
		name string
		sent url.Values
		want []string // pairs of what is replaced in the file
	}{
		{"nothing", nil, nil},
		{"a name with its mode", url.Values{"Categories": {"Ammo:1\nBatteries:3\nGuns:1"}}, nil},
		{"a category less", url.Values{"Categories": {"Ammo\nGuns"}}, []string{`, "Batteries:3"`, ``}},
		{
			"a category more",
			url.Values{"Categories": {"Ammo\nBatteries:3\nGuns\nBoats:2\nCars:1"}},
			[]string{`"Guns:1"`, `"Guns:1", "Boats:2", "Cars"`},
		},
		{"another mode", url.Values{"Items": {"ammo_45acp:3\nnothing:2"}}, []string{`"ammo_45acp": 0`, `"ammo_45acp": 3`}},
		{"the usual mode", url.Values{"Items": {"ammo_45acp\nnothing:2"}}, []string{`"ammo_45acp": 0`, `"ammo_45acp": 1`}},
		{"no items", url.Values{"Items": {""}}, []string{`{"ammo_45acp": 0, "nothing": 2}`, `{}`}},
		{"another currency", url.Values{"Currencies": {"coin\n\n  note "}}, []string{`["coin"]`, `["coin", "note"]`}},
		{"no currency", url.Values{"Currencies": {""}}, []string{`["coin"]`, `[]`}},
		{"a list", url.Values{"Currencies": nil, "Currencies[]": {"coin", "note"}}, []string{`["coin"]`, `["coin", "note"]`}},
		{"a row", url.Values{
			"Items":          nil,
			"Items[0][name]": {"ammo_45acp"},
			"Items[0][mode]": {"3"},
			"Items[5][name]": {"nothing"},
			"Items[5][mode]": {"2"},
			"Items[6][name]": {""},
			"Items[6][mode]": {"1"},
		}, []string{`"ammo_45acp": 0`, `"ammo_45acp": 3`}},
		{"reputation", url.Values{"MinRequiredReputation": {"5"}}, []string{`"MinRequiredReputation": 100`, `"MinRequiredReputation": 5`}},
		{"order", url.Values{"UseCategoryOrder": {"1"}}, []string{`"UseCategoryOrder": 0`, `"UseCategoryOrder": 1`}},
		{"faction", url.Values{"RequiredFaction": {"West"}}, []string{`"RequiredFaction": ""`, `"RequiredFaction": "West"`}},
	}
	for _, test := range tests {
		form := webtest.Cloned(unchanged)
		for name, values := range test.sent {
			form[name] = values
		}
		s.Put(address+"/edit", address, form).LeadsTo(address + "/edit")
		want := strings.NewReplacer(append(test.want, "\x00", "")...).Replace(webtest.TraderJSON)
		if diff := cmp.Diff(want, s.File(address)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		s.Import(webtest.Traders, webtest.File{Name: "Weapons.json", Text: webtest.TraderJSON}).Status(302)
	}
}

func TestTraderKeepsWhatWasOddBefore(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	odd := strings.Replace(webtest.TraderJSON, `"Batteries:3"`, `"Batteries:9"`, 1)
	address := s.Imported(webtest.Traders, "Weapons", odd)
	s.Put(address+"/edit", address, url.Values{"name": {"Weapons"}, "Categories": {"Ammo:2\nBatteries:9\nGuns"}}).LeadsTo(address + "/edit")
	if diff := cmp.Diff(strings.Replace(odd, `"Ammo"`, `"Ammo:2"`, 1), s.File(address)); diff != "" {
		t.Error(diff)
	}
	form := url.Values{"name": {"Weapons"}, "Categories": {"Ammo:9\nBatteries:9"}, "_token": {s.Token(address + "/edit")}}
	asProgram(s).Send("PUT", address, form).Status(422).Says(`{"Categories.0":["The selected Categories.0 is invalid."]}`)
}

func TestTraderRefused(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Traders, "Weapons", webtest.TraderJSON)
	tests := []struct {
		field, value, key, message string
	}{
		{"name", "", "name", "The name field is required."},
		{"name", "a/b", "name", "The name field format is invalid."},
		{"Items", "akm\nm4:4", "Items.1", "The selected Items.1 is invalid."},
		{"Items", "akm\nAKM:2", "Items.1", "The Items.1 field has a duplicate value."},
		{"Categories", "Ammo:x", "Categories.0", "The selected Categories.0 is invalid."},
		{"Currencies", strings.Repeat("x", 256), "Currencies.0", "The Currencies.0 field must not be greater than 255 characters."},
		{"MinRequiredReputation", "much", "MinRequiredReputation", "The min required reputation field must be an integer."},
		{"RequiredCompletedQuestID", "1.5", "RequiredCompletedQuestID", "The required completed quest i d field must be an integer."},
		{"UseCategoryOrder", "yes", "UseCategoryOrder", "The use category order field must be true or false."},
		{"TraderIcon[]", "x", "TraderIcon", "The trader icon field must be a string."},
	}
	for _, test := range tests {
		form := url.Values{"name": {"Weapons"}}
		form.Set(test.field, test.value)
		form.Set("_token", s.Token(address+"/edit"))
		want := `{"message":"` + test.message + `","errors":{"` + test.key + `":["` + test.message + `"]}}`
		if diff := cmp.Diff(want, asProgram(s).Send("PUT", address, form).Status(422).Body.String()); diff != "" {
			t.Errorf("%s=%s: %s", test.field, test.value, diff)
		}
	}
	s.Put(address+"/edit", address, url.Values{"name": {"Weapons"}, "Items": {"akm:1\nm4:9"}}).LeadsTo(address + "/edit")
	s.Get(address+"/edit").Says("The selected Items.1 is invalid.", `value="m4"`)
	if got := s.File(address); got != webtest.TraderJSON {
		t.Error(cmp.Diff(webtest.TraderJSON, got))
	}
}

func TestTraderPages(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Traders, "Weapons", webtest.TraderJSON)
	s.Get(address + "/edit").Says("Weapons").SaysNot("There is no such category.")
	category := s.Imported(webtest.Categories, "ammo", webtest.CategoryJSON)
	s.Get(address).Says("Weapons", `href="`+category+`"`, "2 items", "25 to 90", "Can only be bought", "There is no such category.",
		"It is not in a currency category", "It is not in any category, so it has no price.", "Minimum reputation",
		"100").SaysNot("Maximum reputation")
	s.Get(address+"/edit").Says("There is no such category.", "It is not in a currency category", "It is not in any category",
		`list="market-categories"`, `<option value="ammo">`)
	s.Get(category).Says(`href="`+address+`"`, "Can be bought and sold")
	money := strings.NewReplacer(`"IsExchange": 0`, `"IsExchange": 1`, "ammo_45acp", "coin", "ammo_12gaslug",
		"note").Replace(webtest.CategoryJSON)
	s.Imported(webtest.Categories, "Money", money)
	s.Get(address).SaysNot("not in a currency category")

	s.Get(s.Gui+webtest.Traders).Says("Weapons", "Categories", `href="`+address+`/generate"`)
	s.Get(s.Gui + webtest.Traders + "?search=weap").Says("Rows 1 to 1 of 1")
	s.Get(s.Gui + webtest.Traders + "?search=x").Says("Nothing matches")
	create := s.Gui + webtest.Traders + "/create"
	s.Get(create).Status(200).Says("New market trader", `value="expansionbanknotehryvnia"`)
	s.Submit(create, s.Gui+webtest.Traders, url.Values{"name": {"weapons"}}).LeadsTo(create)
	s.Get(create).Says("The name has already been taken.")
	s.Submit(create, s.Gui+webtest.Traders, url.Values{"name": {"Boats"}, "Categories": {"Boats\nAmmo:0"}}).Status(302)
	if got := s.File(s.Address(webtest.Traders,
		"Boats")); !strings.Contains(got, `"Ammo:0"`) || !strings.Contains(got, `"MaxRequiredReputation": 2147483647`) {
		t.Errorf("the new file is\n%s", got)
	}
	s.Import(webtest.Traders, webtest.File{
		Name: "x.json", Text: webtest.CategoryJSON,
	}).Status(422).Says("x.json: the file does not have the shape of its kind (Market trader).")
	s.Delete(address, address, nil).LeadsTo(s.Gui + webtest.Traders)
	s.Get(address).Status(404)
}
