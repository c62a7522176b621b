package docform_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// What the mod itself writes in older versions is saved without a word; what is merely unusual is saved, and the page says so.
func TestUnusualValuesAreSaved(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/ai-patrol"
	b.ImportJSON(page, "AIPatrolSettings.json",
		`{"m_Version": 31, "Patrols": [{"Name": "North", "MinDistRadius": -1.0, "Speed": "JOG"}]}`).LeadsTo(page)
	b.Get(page).Says("was imported").SaysNot("are unusual")
	one := page + "?at=Patrols.0"
	for _, tt := range []struct{ value, says, saysNot string }{
		{"-2", "was saved", "please check"},
		{"-7", "please check: The Patrols.0.MinDistRadius field is usually at least -2.", "must be"},
		{"-7.0", "Nothing was changed", "please check"},
	} {
		form, action := b.OpenForm(t, one)
		b.SendForm(action, form.With("MinDistRadius", tt.value)).LeadsTo(one)
		b.Get(one).Says(tt.says).SaysNot(tt.saysNot)
	}
	if !strings.Contains(b.SettingText(instance, "ai-patrol"), `"MinDistRadius": -7.0`) {
		t.Error("the value was not saved")
	}
}

// A browser does not hold back what the server would take.
func TestFormsHoldBackFirmBoundsAlone(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	page := webtest.SettingsOf(b.Instance("A"))
	b.Get(page+"/ai").Says(`name="AccuracyMin"`).SaysNot(`max="1"`, `min="0"`)
	b.Get(page + "/quest").Says(`min="0" max="23"`)
}

func TestUnusualValuesOfAZone(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Zones, "GreenMountain", webtest.ZoneJSON)
	s.Put(address+"/edit", address, url.Values{"name": {"GreenMountain"}, "Radius": {"-5"}}).LeadsTo(address + "/edit")
	s.Get(address+"/edit").Says("GreenMountain was saved.", "please check: The Radius field is usually at least 0.")
}

// An import keeps values of the wrong type and says which they are, what belongs there and where they stand.
func TestImportsTellOfWrongTypes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		page := webtest.SettingsOf(instance) + "/general"
		const text = "{\n  \"m_Version\": 16,\n  \"EnableLamps\": \"bright\",\n  \"HUDColors\": [\n    1\n  ],\n  \"LampAmount_OneInX\": 0\n}"
		b.ImportJSON(page, "GeneralSettings.json", text).LeadsTo(page)
		b.Get(page).Says("GeneralSettings.json was imported.", "some of its values are unusual",
			"line 3: The EnableLamps field must be", "line 4: The HUDColors field must be an object.",
			"line 7: The LampAmount_OneInX field is usually at least 1.")
		if b.SettingText(instance, "general") != text {
			t.Error("the file was not kept as it came")
		}
		list := webtest.MarketOf(instance) + "/trader-zones"
		b.ImportJSON(list, "Hill.json", "{\"Position\": [1, 2, 3],\n\"Radius\": \"far\",\n\"Stock\": {}}").LeadsTo(list)
		b.Get(list).Says("The trader zone Hill was imported.", "line 2: The Radius field must be a number.")
	})
}
