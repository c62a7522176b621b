package web

import (
	"net/url"
	"strings"
	"testing"
)

// What the mod itself writes in older versions is saved without a word; what is merely unusual is saved, and the page says so.
func TestUnusualValuesAreSaved(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/ai-patrol"
	b.importJSON(page, "AIPatrolSettings.json", `{"m_Version": 31, "Patrols": [{"Name": "North", "MinDistRadius": -1.0, "Speed": "JOG"}]}`).leadsTo(page)
	b.get(page).says("was imported").saysNot("are unusual")
	one := page + "?at=Patrols.0"
	for _, tt := range []struct{ value, says, saysNot string }{
		{"-2", "was saved", "please check"},
		{"-7", "please check: The Patrols.0.MinDistRadius field is usually at least -2.", "must be"},
		{"-7.0", "Nothing was changed", "please check"},
	} {
		form, action := b.openForm(t, one)
		b.sendForm(action, form.with("MinDistRadius", tt.value)).leadsTo(one)
		b.get(one).says(tt.says).saysNot(tt.saysNot)
	}
	if !strings.Contains(b.settingText(instance, "ai-patrol"), `"MinDistRadius": -7.0`) {
		t.Error("the value was not saved")
	}
}

// A browser does not hold back what the server would take.
func TestFormsHoldBackFirmBoundsAlone(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	page := settingsOf(b.instance("A"))
	b.get(page+"/ai").says(`name="AccuracyMin"`).saysNot(`max="1"`, `min="0"`)
	b.get(page + "/quest").says(`min="0" max="23"`)
}

func TestUnusualValuesOfAZone(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(zones, "GreenMountain", zoneJSON)
	s.put(address+"/edit", address, url.Values{"name": {"GreenMountain"}, "Radius": {"-5"}}).leadsTo(address + "/edit")
	s.get(address+"/edit").says("GreenMountain was saved.", "please check: The Radius field is usually at least 0.")
}

// An import keeps values of the wrong type and says which they are, what belongs there and where they stand.
func TestImportsTellOfWrongTypes(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/general"
	const text = "{\n  \"m_Version\": 16,\n  \"EnableLamps\": \"bright\",\n  \"HUDColors\": [\n    1\n  ],\n  \"LampAmount_OneInX\": 0\n}"
	b.importJSON(page, "GeneralSettings.json", text).leadsTo(page)
	b.get(page).says("GeneralSettings.json was imported.", "some of its values are unusual",
		"line 3: The EnableLamps field must be", "line 4: The HUDColors field must be an object.", "line 7: The LampAmount_OneInX field is usually at least 1.")
	if b.settingText(instance, "general") != text {
		t.Error("the file was not kept as it came")
	}
	list := guiOf(instance) + "/trader-zones"
	b.importJSON(list, "Hill.json", "{\"Position\": [1, 2, 3],\n\"Radius\": \"far\",\n\"Stock\": {}}").leadsTo(list)
	b.get(list).says("The trader zone Hill was imported.", "line 2: The Radius field must be a number.")
}
