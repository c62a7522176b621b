package web

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

func TestSettingsOverview(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	gui := settingsOf(b.instance("A"))
	b.get(gui).status(200).says("Raiding", "RaidSettings.json", "not stored yet", `aria-current="page"`)
	b.get(gui+"/raid").status(200).says("Raiding", "profiles/<wbr>ExpansionMod/<wbr>Settings/<wbr>RaidSettings.json")
	unsaved := func(want int) {
		t.Helper()
		if n := strings.Count(b.get(gui).Body.String(), "not stored yet"); n != want {
			t.Errorf("%d settings are not stored, want %d", n, want)
		}
	}
	unsaved(len(expansion.Settings()))
	form, action := b.openForm(t, gui+"/raid")
	b.sendForm(action, form).leadsTo(gui + "/raid")
	unsaved(len(expansion.Settings()) - 1)
}

// TestLookingAtASettingStoresNothing, and the first save stores the mod's defaults with what was changed.
func TestLookingAtASettingStoresNothing(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page, revision := settingsOf(instance)+"/general", b.settingRevision(instance)
	b.get(page).status(200).says("not saved yet").saysNot("/expansion/settings/")
	b.get(page + "?view=raw").status(200)
	b.get(page + "/generate").status(200)
	if now := b.settingRevision(instance); now != revision {
		t.Errorf("looking led from revision %d to %d", revision, now)
	}
	early, action := b.openForm(t, page)
	b.sendForm(action, early.with("EnableLamps", "1")).leadsTo(page)
	want := strings.Replace(expansion.Text(expansion.Setting("general").Default()), `"EnableLamps": 3`, `"EnableLamps": 1`, 1)
	if got := b.get(page + "/generate").status(200).Body.String(); got != want {
		t.Errorf("the first save stores %s", got)
	}
	b.sendForm(action, early.with("EnableLamps", "0")).leadsTo(page)
	b.get(page).says("Somebody has saved this file").saysNot("not saved yet")
}

func TestEverySettingOpensWithTheDefaults(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	for _, d := range expansion.Settings() {
		page := settingsOf(instance) + "/" + d.Slug
		b.get(page).status(200).saysNot("Default:")
		if got := b.get(page + "/generate").status(200).Body.String(); got != expansion.Text(d.Default()) {
			t.Errorf("%s: generated %s", d.Slug, got)
		}
	}
}

func TestSettingsAreGuarded(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	page := settingsOf(b.instance("A")) + "/general"
	other, visitor := s.user("Bo", false), s.visitor()
	requests := []struct {
		method, path string
	}{{"GET", ""}, {"PUT", ""}, {"POST", "/import"}, {"GET", "/generate"}}
	for _, test := range requests {
		form := url.Values{"_token": {other.token("/instances")}}
		other.send(test.method, page+test.path, form).status(403)
		other.send(test.method, strings.Replace(page+test.path, "general", "nonsense", 1), form).status(403)
		visitor.send(test.method, page+test.path, url.Values{"_token": {visitor.token("/login")}}).leadsTo("/login")
		form.Set("_token", b.token("/instances"))
		b.send(test.method, strings.Replace(page+test.path, "general", "nonsense", 1), form).status(404)
		if test.method != "GET" {
			b.send(test.method, page+test.path, nil).status(419)
		}
	}
	b.get(settingsOf("/instances/none") + "/general").status(404)
	b.get(page + "?at=EnableLamps").leadsTo(page + "#setting-EnableLamps")
	b.get(page + "?at=Nothing.3").status(404)
}

func TestSaveSetting(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	const text = "{\n  \"m_Version\": 15,\n  \"EnableLamps\": 3,\n  \"GravecrossTimeThreshold\": 0.3499999940395355,\n  \"Odd\": [1],\n  \"UseDeathScreen\": true,\n  \"HUDColors\": {\"StaminaBarColor\": \"FFFFFFFF\", \"Own\": 1}\n}"
	tests := []struct {
		name     string
		change   [2]string
		old, new string
	}{
		{"nothing", [2]string{"EnableLamps", "3"}, "", ""},
		{"a choice", [2]string{"EnableLamps", "1"}, `"EnableLamps": 3`, `"EnableLamps": 1`},
		{"a word", [2]string{"UseDeathScreen", "0"}, "true", "false"},
		{"a number", [2]string{"GravecrossTimeThreshold", "0.5"}, "0.3499999940395355", "0.5"},
		{"inside", [2]string{"HUDColors[StaminaBarColor]", "00FF00FF"}, `"FFFFFFFF"`, `"00FF00FF"`},
		{"a key that is not there", [2]string{"EnableLighthouses", "0"}, "\n}", ",\n  \"EnableLighthouses\": 0\n}"},
	}
	for _, test := range tests {
		page := settingsOf(instance) + "/general"
		b.importJSON(page, "GeneralSettings.json", text).leadsTo(page)
		form, action := b.openForm(t, page)
		revision := b.settingRevision(instance)
		b.sendForm(action, form.with(test.change[0], test.change[1])).leadsTo(page)
		want := strings.Replace(text, test.old, test.new, 1)
		if got := b.settingText(instance, "general"); got != want {
			t.Errorf("%s: got %s", test.name, got)
		}
		if changed := b.settingRevision(instance) != revision; changed != (want != text) {
			t.Errorf("%s: revision changed %v", test.name, changed)
		}
	}
	b.get(settingsOf(instance)+"/general").says("General was saved.", "Unknown keys, kept as they are", "<li>Odd</li>", "this editor supports 16", "not in the file")
}

func TestSettingErrors(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/general"
	form, action := b.openForm(t, page)
	before := b.settingText(instance, "general")
	b.sendForm(action, form.with("LampAmount_OneInX", "few").with("GravecrossTimeThreshold", "soon").with("InGameMenuLogoPath", "mine")).leadsTo(page)
	b.get(page).says("2 entries need your attention", "The One lamp in field must be an integer.", "The Playing time for a full cross field must be a number.",
		`value="soon"`, `value="mine"`)
	program := &browser{testSite: s, cookies: b.cookies, user: b.user, header: map[string]string{"Accept": "application/json"}}
	program.sendForm(action, form.with("LampAmount_OneInX", "few")).status(422).says(`{"LampAmount_OneInX":["The LampAmount_OneInX field must be an integer."]}`)
	if b.settingText(instance, "general") != before {
		t.Error("something was saved")
	}
}

func TestSettingsOfOtherHandsStay(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/general"
	early, action := b.openForm(t, page)
	b.sendForm(action, early.with("EnableLamps", "1")).leadsTo(page)
	b.sendForm(action, early.with("LampAmount_OneInX", "7")).leadsTo(page)
	if got := b.settingText(instance, "general"); !strings.Contains(got, `"EnableLamps": 1`) || !strings.Contains(got, `"LampAmount_OneInX": 7`) {
		t.Error("two fields were not both kept")
	}
	b.get(page).says("Somebody else has changed Street lamps meanwhile; that was kept.")
	b.sendForm(action, early.with("LampAmount_OneInX", "8").with("EnableLamps", "2")).leadsTo(page)
	if got := b.settingText(instance, "general"); !strings.Contains(got, `"EnableLamps": 1`) || !strings.Contains(got, `"LampAmount_OneInX": 7`) {
		t.Error("the earlier page was saved over the later one")
	}
	shown := b.get(page).says("Nothing was saved yet", "Somebody has saved this file", "by Ada")
	again, action := untouchedForm(t, parseHTML(t, shown.Body.String()), "setting")
	if !strings.Contains(again.encode(), "LampAmount_OneInX=8") {
		t.Error("what was entered is lost")
	}
	b.sendForm(action, append(again, [2]string{"_theirs[]", "EnableLamps"})).leadsTo(page)
	if got := b.settingText(instance, "general"); !strings.Contains(got, `"LampAmount_OneInX": 8`) || !strings.Contains(got, `"EnableLamps": 1`) {
		t.Error("the choice of each field was not saved")
	}
}

// TestNewEntriesAreStoredWhenSaved: the page of a new entry stores nothing until it is saved, with what was entered.
func TestNewEntriesAreStoredWhenSaved(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/ai-patrol"
	b.importJSON(page, "AIPatrolSettings.json", patrolsText).leadsTo(page)
	add := page + "?at=Patrols&new=1"
	b.get(page).says(`href="` + strings.ReplaceAll(add, "&", "&amp;") + `"`)
	form, action := b.openForm(t, add)
	if got := b.settingText(instance, "ai-patrol"); got != patrolsText {
		t.Fatalf("opening the page stored %s", got)
	}
	b.sendForm(action, form.with("NumberOfAI", "few")).leadsTo(add)
	b.get(add).says("must be an integer", `value="few"`)
	b.sendForm(action, form.with("Name", "C")).leadsTo(page + "?at=Patrols.2")
	if got := patrolNames(t, b.settingText(instance, "ai-patrol")); got != "A+,B,C" {
		t.Errorf("stored %s", got)
	}
	b.get(page + "?at=Nothing&new=1").status(404)
}

// A page of an element that has moved to another place, or a button that names a place, changes nothing.
func TestSettingsThatMovedStay(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/ai-patrol"
	b.importJSON(page, "AIPatrolSettings.json", patrolsText).leadsTo(page)
	whole, wholeAction := b.openForm(t, page)
	element, action := b.openForm(t, page+"?at=Patrols.0")
	b.sendForm(wholeAction, whole.with("do", "remove:Patrols.0")).leadsTo(page)
	stored := b.settingText(instance, "ai-patrol")
	b.sendForm(action, element.with("NumberOfAI", "9")).leadsTo(page + "?at=Patrols.0")
	b.get(page + "?at=Patrols.0").says("Somebody has saved this file")
	b.sendForm(wholeAction, whole.with("do", "remove:Patrols.0")).leadsTo(page)
	if got := b.settingText(instance, "ai-patrol"); got != stored {
		t.Errorf("another element was changed: %s", got)
	}
}

const patrolsText = `{
    "m_Version": 32,
    "Patrols": [
        {
            "Name": "A",
            "Own": 1
        },
        {
            "Name": "B"
        }
    ]
}`

func TestSettingElements(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/ai-patrol"
	tests := []struct{ name, at, do, leads, want string }{
		{"up", "", "up:Patrols.1", "", "B,A+"},
		{"down", "Patrols", "down:Patrols.0", "?at=Patrols", "B,A+"},
		{"copy", "", "copy:Patrols.0", "", "A+,A+,B"},
		{"add", "", "add:Patrols", "?at=Patrols.2", "A+,B,"},
		{"remove", "", "remove:Patrols.0", "", "B"},
		{"remove itself", "Patrols.0", "remove:Patrols.0", "?at=Patrols", "B"},
		{"remove nothing", "", "remove:Patrols.7", "", "A+,B"},
		{"move out", "", "up:Patrols.0", "", "A+,B"},
		{"unknown", "", "burn:Patrols.0", "", "A+,B"},
	}
	for _, test := range tests {
		b.importJSON(page, "AIPatrolSettings.json", patrolsText).leadsTo(page)
		at := page
		if test.at != "" {
			at += "?at=" + test.at
		}
		form, action := b.openForm(t, at)
		b.sendForm(action, form.with("do", test.do)).leadsTo(page + test.leads)
		if got := patrolNames(t, b.settingText(instance, "ai-patrol")); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	b.importJSON(page, "AIPatrolSettings.json", patrolsText).leadsTo(page)
	form, action := b.openForm(t, page+"?at=Patrols.1")
	b.sendForm(action, form.with("Name", "C")).leadsTo(page + "?at=Patrols.1")
	if got := b.settingText(instance, "ai-patrol"); got != strings.Replace(patrolsText, `"B"`, `"C"`, 1) {
		t.Errorf("an element was saved as %s", got)
	}
}

// patrolNames are the names of the patrols, with a + behind those that kept what the form does not know.
func patrolNames(t *testing.T, text string) string {
	t.Helper()
	document, err := expansion.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	patrols, _ := document.Get("Patrols")
	var names []string
	for _, element := range jsontree.Members(patrols) {
		patrol, _ := element.(*jsontree.Object)
		name, _ := patrol.Get("Name")
		if patrol.Has("Own") {
			name = ui.TextOf(name) + "+"
		}
		names = append(names, ui.TextOf(name))
	}
	return strings.Join(names, ",")
}

func TestSettingRows(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/raid"
	const text = `{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": [{"Weekday": "MONDAY", "StartHour": 1, "Own": 1}, {"Weekday": "TUESDAY", "StartHour": 2}]}`
	row := func(n, of, day string) sentForm {
		name := "Schedule[" + n + "]"
		return sentForm{{name + "[_row]", of}, {name + "[Weekday]", day}}
	}
	tests := []struct {
		name string
		rows sentForm
		want string
	}{
		{"left out", nil, text},
		{"emptied", sentForm{{"Schedule", ""}}, `{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": []}`},
		{"first removed", row("1", "1", "TUESDAY"), strings.Replace(text, `{"Weekday": "MONDAY", "StartHour": 1, "Own": 1}, `, "", 1)},
		{
			"swapped with gaps", append(row("7", "1", "TUESDAY"), row("3", "0", "MONDAY")...),
			`{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": [{"Weekday": "TUESDAY", "StartHour": 2}, {"Weekday": "MONDAY", "StartHour": 1, "Own": 1}]}`,
		},
		{"changed", append(row("0", "0", "SUNDAY"), row("1", "1", "TUESDAY")...), strings.Replace(text, "MONDAY", "SUNDAY", 1)},
	}
	for _, test := range tests {
		b.importJSON(page, "RaidSettings.json", text).leadsTo(page)
		form := append(sentForm{{"_method", "PUT"}, {"_token", b.token(page)}}, test.rows...)
		b.sendForm(page, form).leadsTo(page)
		if got := b.settingText(instance, "raid"); got != test.want {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}

func TestSettingEntries(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/hardline"
	const text = `{"ItemRarity": {"akm": 1, "b.c": 2}}`
	tests := []struct{ name, of, key, value, want string }{
		{"value", "akm", "akm", "3", `{"ItemRarity": {"akm": 3, "b.c": 2}}`},
		{"key", "b.c", "d", "2", `{"ItemRarity": {"akm": 1, "d": 2}}`},
		{"removed", "akm", "", "1", `{"ItemRarity": {"b.c": 2}}`},
		{"added", "", "new", "4", `{"ItemRarity": {"akm": 1, "b.c": 2, "new": 4}}`},
		{"twice", "", "akm", "4", text},
	}
	for _, test := range tests {
		for _, place := range []struct{ at, name string }{{"", "ItemRarity[0]"}, {"?at=ItemRarity", "entries[0]"}} {
			b.importJSON(page, "HardlineSettings.json", text).leadsTo(page)
			form := sentForm{
				{"_method", "PUT"},
				{"_token", b.token(page)},
				{place.name + "[_row]", test.of},
				{place.name + "[key]", test.key},
				{place.name + "[value]", test.value},
			}
			b.sendForm(page+place.at, form).leadsTo(page + place.at)
			if got := b.settingText(instance, "hardline"); got != test.want {
				t.Errorf("%s at %q: %s", test.name, place.at, got)
			}
			if test.name == "twice" {
				b.get(page+place.at).says("is given more than once.", `value="akm"`)
			}
		}
	}
}

func TestSettingsOverJSON(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/hardline"
	b.importJSON(page, "HardlineSettings.json", `{"ItemRarity": {"akm": 1}, "EntityReputation": {"x": 5}}`).leadsTo(page)
	body := `{"_token":"` + b.token(page) + `","ItemRarity":{"akm":1,"m4":2},"EntityReputation":{},"Nonsense":1}`
	b.sendJSON("PUT", page, body).leadsTo(page)
	if got, want := b.settingText(instance, "hardline"), `{"ItemRarity": {"akm": 1, "m4": 2}, "EntityReputation": {}}`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestSettingSource(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/core"
	raw := page + "?view=raw"
	b.get(raw).status(200).says("Edit as JSON", "m_Version")
	b.put(raw, raw, url.Values{"document": {"{\n  \"m_Version\": }"}}).status(422).says("Line 2, column 16", "Nothing was saved", "&#34;m_Version&#34;: }")
	b.put(raw, raw, url.Values{"document": {`{"EnableInventoryCargoTidy": "x"}`}}).status(422).says("must be")
	b.put(raw, raw, url.Values{"document": {""}}).status(422)
	b.put(raw, raw, url.Values{"document": {"{}"}, "_base": {"0"}}).status(422).says("Somebody has saved this file")
	b.put(raw, raw, url.Values{"document": {`{"m_Version": 1, "ForceExactCEItemLifetime": 1, "Own": [2]}`}}).leadsTo(raw)
	if got := b.settingText(instance, "core"); !strings.Contains(got, `"Own": [`) || strings.Contains(got, "Enable") {
		t.Errorf("stored %s", got)
	}
}

func TestSettingImportRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/general"
	before := b.get(page + "/generate").Body.String()
	tests := []struct{ name, file, text, want string }{
		{"broken", "GeneralSettings.json", "{\n  \"a\": }", "line 2, column 8"},
		{"no object", "GeneralSettings.json", "[]", "holds no JSON object"},
		{"another file", "GeneralSettings.json", `{"Patrols": []}`, "it has none of its keys"},
		{"another name", "RaidSettings.json", `{"EnableLamps": 1}`, "belongs to the settings Raiding"},
		{"no file", "", "", "The json file field is required."},
	}
	for _, test := range tests {
		b.importJSON(page, test.file, test.text).status(422).says(test.want, "Nothing was imported")
	}
	if b.get(page+"/generate").Body.String() != before {
		t.Error("a refused import changed the file")
	}
}

func TestSettingSearch(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := settingsOf(instance) + "/general"
	b.get(page+"?q=lighthouse").status(200).says("EnableLighthouses").saysNot("GravecrossDeleteBody", "UseHUDColors")
	b.get(page + "?q=nonsense").status(200).says("Nothing matches")
	form, action := b.openForm(t, page+"?q=lighthouse")
	b.sendForm(action, form.with("EnableLighthouses", "0")).leadsTo(page + "?q=lighthouse")
	want := strings.Replace(expansion.Text(expansion.Setting("general").Default()), `"EnableLighthouses": 1`, `"EnableLighthouses": 0`, 1)
	if b.settingText(instance, "general") != want {
		t.Error("what the search hides was changed")
	}
	form, action = b.openForm(t, page)
	b.sendForm(action, form.with("do", "reset:EnableLighthouses")).leadsTo(page)
	if b.settingText(instance, "general") != expansion.Text(expansion.Setting("general").Default()) {
		t.Error("the default was not put back")
	}
}

func TestSettingOutcome(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	page := settingsOf(b.instance("A")) + "/safe-zone"
	form, action := b.openForm(t, page)
	b.sendForm(action, form.with("do", "add:CircleZones")).leadsTo(page)
	b.get(page).says("Safe zones was saved.")
	form, action = b.openForm(t, page)
	b.sendForm(action, form).leadsTo(page)
	b.get(page).says("Nothing was changed.")
	form, action = b.openForm(t, page)
	b.sendForm(action, append(form, sentForm{{"CircleZones[9][_row]", ""}, {"CircleZones[9][Radius]", "77"}}...)).leadsTo(page)
	b.get(page).says("Safe zones was saved.", `value="77"`)
}
