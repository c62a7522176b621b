package settings_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

func TestSettingsOverview(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		gui := webtest.SettingsOf(b.Instance("A"))
		b.Get(gui).Status(200).Says("Raiding", "RaidSettings.json", "not stored yet", `aria-current="page"`)
		b.Get(gui+"/raid").Status(200).Says("Raiding", "profiles/<wbr>ExpansionMod/<wbr>Settings/<wbr>RaidSettings.json")
		unsaved := func(want int) {
			t.Helper()
			if n := strings.Count(b.Get(gui).Body.String(), "not stored yet"); n != want {
				t.Errorf("%d settings are not stored, want %d", n, want)
			}
		}
		unsaved(len(expansion.Settings()))
		form, action := b.OpenForm(t, gui+"/raid")
		b.SendForm(action, form).LeadsTo(gui + "/raid")
		unsaved(len(expansion.Settings()) - 1)
	})
}

// TestLookingAtASettingStoresNothing, and the first save stores the mod's defaults with what was changed.
func TestLookingAtASettingStoresNothing(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page, revision := webtest.SettingsOf(instance)+"/general", b.SettingRevision(instance)
	b.Get(page).Status(200).Says("not saved yet").SaysNot("/expansion/settings/")
	b.Get(page + "?view=raw").Status(200)
	b.Get(page + "/generate").Status(200)
	if now := b.SettingRevision(instance); now != revision {
		t.Errorf("looking led from revision %d to %d", revision, now)
	}
	early, action := b.OpenForm(t, page)
	b.SendForm(action, early.With("EnableLamps", "1")).LeadsTo(page)
	want := strings.Replace(expansion.Text(expansion.Setting("general").Default()), `"EnableLamps": 3`, `"EnableLamps": 1`, 1)
	if got := b.Get(page + "/generate").Status(200).Body.String(); got != want {
		t.Errorf("the first save stores %s", got)
	}
	b.SendForm(action, early.With("EnableLamps", "0")).LeadsTo(page)
	b.Get(page).Says("Someone has saved this file").SaysNot("not saved yet")
}

func TestEverySettingOpensWithTheDefaults(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	for _, d := range expansion.Settings() {
		page := webtest.SettingsOf(instance) + "/" + d.Slug
		b.Get(page).Status(200).SaysNot("Default:")
		if got := b.Get(page + "/generate").Status(200).Body.String(); got != expansion.Text(d.Default()) {
			t.Errorf("%s: generated %s", d.Slug, got)
		}
	}
}

func TestSettingsAreGuarded(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	page := webtest.SettingsOf(b.Instance("A")) + "/general"
	other, visitor := s.User("Bo", false), s.Visitor()
	requests := []struct {
		method, path string
	}{{"GET", ""}, {"PUT", ""}, {"POST", "/import"}, {"GET", "/generate"}}
	for _, test := range requests {
		form := url.Values{"_token": {other.Token("/instances")}}
		other.Send(test.method, page+test.path, form).Status(403)
		other.Send(test.method, strings.Replace(page+test.path, "general", "nonsense", 1), form).Status(403)
		visitor.Send(test.method, page+test.path, url.Values{"_token": {visitor.Token("/login")}}).LeadsTo("/login")
		form.Set("_token", b.Token("/instances"))
		b.Send(test.method, strings.Replace(page+test.path, "general", "nonsense", 1), form).Status(404)
		if test.method != "GET" {
			b.Send(test.method, page+test.path, nil).Status(419)
		}
	}
	b.Get(webtest.SettingsOf("/instances/none") + "/general").Status(404)
	b.Get(page + "?at=EnableLamps").LeadsTo(page + "#setting-EnableLamps")
	b.Get(page + "?at=Nothing.3").Status(404)
}

func TestSaveSetting(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	const text = "{\n  \"m_Version\": 15,\n  \"EnableLamps\": 3,\n  \"GravecrossTimeThreshold\": 0.3499999940395355,\n  \"Odd\": [1],\n  " +
		"\"UseDeathScreen\": true,\n  \"HUDColors\": {\"StaminaBarColor\": \"FFFFFFFF\", \"Own\": 1}\n}"
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
		page := webtest.SettingsOf(instance) + "/general"
		b.ImportJSON(page, "GeneralSettings.json", text).LeadsTo(page)
		form, action := b.OpenForm(t, page)
		revision := b.SettingRevision(instance)
		b.SendForm(action, form.With(test.change[0], test.change[1])).LeadsTo(page)
		want := strings.Replace(text, test.old, test.new, 1)
		if got := b.SettingText(instance, "general"); got != want {
			t.Errorf("%s: got %s", test.name, got)
		}
		if changed := b.SettingRevision(instance) != revision; changed != (want != text) {
			t.Errorf("%s: revision changed %v", test.name, changed)
		}
	}
	b.Get(webtest.SettingsOf(instance)+"/general").Says("General was saved.", "Unknown keys, kept as they are", "<li>Odd</li>",
		"this editor supports 16", "not in the file")
}

func TestSettingErrors(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/general"
	form, action := b.OpenForm(t, page)
	before := b.SettingText(instance, "general")
	b.SendForm(action, form.With("LampAmount_OneInX", "few").With("GravecrossTimeThreshold", "soon").With("InGameMenuLogoPath",
		"mine")).LeadsTo(page)
	b.Get(page).Says("2 entries need your attention", "The One lamp in field must be an integer.",
		"The Playing time for a full cross field must be a number.",
		`value="soon"`, `value="mine"`)
	program := &webtest.Browser{Site: s, Cookies: b.Cookies, User: b.User, Header: map[string]string{"Accept": "application/json"}}
	program.SendForm(action, form.With("LampAmount_OneInX",
		"few")).Status(422).Says(`{"LampAmount_OneInX":["The LampAmount_OneInX field must be an integer."]}`)
	if b.SettingText(instance, "general") != before {
		t.Error("something was saved")
	}
}

func TestSettingsOfOtherHandsStay(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/general"
	early, action := b.OpenForm(t, page)
	b.SendForm(action, early.With("EnableLamps", "1")).LeadsTo(page)
	b.SendForm(action, early.With("LampAmount_OneInX", "7")).LeadsTo(page)
	if got := b.SettingText(instance,
		"general"); !strings.Contains(got, `"EnableLamps": 1`) || !strings.Contains(got, `"LampAmount_OneInX": 7`) {
		t.Error("two fields were not both kept")
	}
	b.Get(page).Says("Someone else has changed Street lamps in the meantime; that was kept.")
	b.SendForm(action, early.With("LampAmount_OneInX", "8").With("EnableLamps", "2")).LeadsTo(page)
	if got := b.SettingText(instance,
		"general"); !strings.Contains(got, `"EnableLamps": 1`) || !strings.Contains(got, `"LampAmount_OneInX": 7`) {
		t.Error("the earlier page was saved over the later one")
	}
	shown := b.Get(page).Says("Nothing was saved yet", "Someone has saved this file", "by Ada")
	again, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, shown.Body.String()), "setting")
	if !strings.Contains(again.Encode(), "LampAmount_OneInX=8") {
		t.Error("what was entered is lost")
	}
	b.SendForm(action, append(again, [2]string{"_theirs[]", "EnableLamps"})).LeadsTo(page)
	if got := b.SettingText(instance,
		"general"); !strings.Contains(got, `"LampAmount_OneInX": 8`) || !strings.Contains(got, `"EnableLamps": 1`) {
		t.Error("the choice of each field was not saved")
	}
}

// TestNewEntriesAreStoredWhenSaved: the page of a new entry stores nothing until it is saved, with what was entered.
func TestNewEntriesAreStoredWhenSaved(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.Instance("A")
		page := webtest.SettingsOf(instance) + "/ai-patrol"
		b.ImportJSON(page, "AIPatrolSettings.json", patrolsText).LeadsTo(page)
		add := page + "?at=Patrols&new=1"
		b.Get(page).Says(`href="` + strings.ReplaceAll(add, "&", "&amp;") + `"`)
		form, action := b.OpenForm(t, add)
		if got := b.SettingText(instance, "ai-patrol"); got != patrolsText {
			t.Fatalf("opening the page stored %s", got)
		}
		b.SendForm(action, form.With("NumberOfAI", "few")).LeadsTo(add)
		b.Get(add).Says("must be an integer", `value="few"`)
		b.SendForm(action, form.With("Name", "C")).LeadsTo(page + "?at=Patrols.2")
		if got := patrolNames(t, b.SettingText(instance, "ai-patrol")); got != "A+,B,C" {
			t.Errorf("stored %s", got)
		}
		b.Get(page + "?at=Nothing&new=1").Status(404)
	})
}

// A page of an element that has moved to another place, or a button that names a place, changes nothing.
func TestSettingsThatMovedStay(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/ai-patrol"
	b.ImportJSON(page, "AIPatrolSettings.json", patrolsText).LeadsTo(page)
	whole, wholeAction := b.OpenForm(t, page)
	element, action := b.OpenForm(t, page+"?at=Patrols.0")
	b.SendForm(wholeAction, whole.With("do", "remove:Patrols.0")).LeadsTo(page)
	stored := b.SettingText(instance, "ai-patrol")
	b.SendForm(action, element.With("NumberOfAI", "9")).LeadsTo(page + "?at=Patrols.0")
	b.Get(page + "?at=Patrols.0").Says("Someone has saved this file")
	b.SendForm(wholeAction, whole.With("do", "remove:Patrols.0")).LeadsTo(page)
	if got := b.SettingText(instance, "ai-patrol"); got != stored {
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
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/ai-patrol"
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
		b.ImportJSON(page, "AIPatrolSettings.json", patrolsText).LeadsTo(page)
		at := page
		if test.at != "" {
			at += "?at=" + test.at
		}
		form, action := b.OpenForm(t, at)
		b.SendForm(action, form.With("do", test.do)).LeadsTo(page + test.leads)
		if got := patrolNames(t, b.SettingText(instance, "ai-patrol")); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
	b.ImportJSON(page, "AIPatrolSettings.json", patrolsText).LeadsTo(page)
	form, action := b.OpenForm(t, page+"?at=Patrols.1")
	b.SendForm(action, form.With("Name", "C")).LeadsTo(page + "?at=Patrols.1")
	if got := b.SettingText(instance, "ai-patrol"); got != strings.Replace(patrolsText, `"B"`, `"C"`, 1) {
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
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/raid"
	const text = `{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": [{"Weekday": "MONDAY", "StartHour": 1, "Own": 1}, ` +
		`{"Weekday": "TUESDAY", "StartHour": 2}]}`
	row := func(n, of, day string) webtest.SentForm {
		name := "Schedule[" + n + "]"
		return webtest.SentForm{{name + "[_row]", of}, {name + "[Weekday]", day}}
	}
	tests := []struct {
		name string
		rows webtest.SentForm
		want string
	}{
		{"left out", nil, text},
		{"emptied", webtest.SentForm{{"Schedule", ""}}, `{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": []}`},
		{"first removed", row("1", "1", "TUESDAY"), strings.Replace(text, `{"Weekday": "MONDAY", "StartHour": 1, "Own": 1}, `, "", 1)},
		{
			"swapped with gaps", append(row("7", "1", "TUESDAY"), row("3", "0", "MONDAY")...),
			`{"m_Version": 9, "EnableExplosiveWhitelist": 0, "Schedule": [{"Weekday": "TUESDAY", "StartHour": 2}, {"Weekday": "MONDAY", ` +
				`"StartHour": 1, "Own": 1}]}`,
		},
		{"changed", append(row("0", "0", "SUNDAY"), row("1", "1", "TUESDAY")...), strings.Replace(text, "MONDAY", "SUNDAY", 1)},
	}
	for _, test := range tests {
		b.ImportJSON(page, "RaidSettings.json", text).LeadsTo(page)
		form := append(webtest.SentForm{{"_method", "PUT"}, {"_token", b.Token(page)}}, test.rows...)
		b.SendForm(page, form).LeadsTo(page)
		if got := b.SettingText(instance, "raid"); got != test.want {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}

func TestSettingEntries(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/hardline"
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
			b.ImportJSON(page, "HardlineSettings.json", text).LeadsTo(page)
			form := webtest.SentForm{
				{"_method", "PUT"},
				{"_token", b.Token(page)},
				{place.name + "[_row]", test.of},
				{place.name + "[key]", test.key},
				{place.name + "[value]", test.value},
			}
			b.SendForm(page+place.at, form).LeadsTo(page + place.at)
			if got := b.SettingText(instance, "hardline"); got != test.want {
				t.Errorf("%s at %q: %s", test.name, place.at, got)
			}
			if test.name == "twice" {
				b.Get(page+place.at).Says("is given more than once.", `value="akm"`)
			}
		}
	}
}

func TestSettingsOverJSON(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/hardline"
	b.ImportJSON(page, "HardlineSettings.json", `{"ItemRarity": {"akm": 1}, "EntityReputation": {"x": 5}}`).LeadsTo(page)
	body := `{"_token":"` + b.Token(page) + `","ItemRarity":{"akm":1,"m4":2},"EntityReputation":{},"Nonsense":1}`
	sendJSON(b, "PUT", page, body).LeadsTo(page)
	if got, want := b.SettingText(instance, "hardline"), `{"ItemRarity": {"akm": 1, "m4": 2}, "EntityReputation": {}}`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestSettingSource(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/core"
	raw := page + "?view=raw"
	b.Get(raw).Status(200).Says("Edit as JSON", "m_Version")
	b.Put(raw, raw, url.Values{"document": {"{\n  \"m_Version\": }"}}).Status(422).Says("Line 2, column 16", "Nothing was saved",
		"&#34;m_Version&#34;: }")
	b.Put(raw, raw, url.Values{"document": {`{"EnableInventoryCargoTidy": "x"}`}}).Status(422).Says("must be")
	b.Put(raw, raw, url.Values{"document": {""}}).Status(422)
	b.Put(raw, raw, url.Values{"document": {"{}"}, "_base": {"0"}}).Status(422).Says("Someone has saved this file")
	b.Put(raw, raw, url.Values{"document": {`{"m_Version": 1, "ForceExactCEItemLifetime": 1, "Own": [2]}`}}).LeadsTo(raw)
	if got := b.SettingText(instance, "core"); !strings.Contains(got, `"Own": [`) || strings.Contains(got, "Enable") {
		t.Errorf("stored %s", got)
	}
}

func TestSettingImportRefused(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		page := webtest.SettingsOf(instance) + "/general"
		before := b.Get(page + "/generate").Body.String()
		tests := []struct{ name, file, text, want string }{
			{"broken", "GeneralSettings.json", "{\n  \"a\": }", "line 2, column 8"},
			{"no object", "GeneralSettings.json", "[]", "holds no JSON object"},
			{"another file", "GeneralSettings.json", `{"Patrols": []}`, "it has none of its keys"},
			{"another name", "RaidSettings.json", `{"EnableLamps": 1}`, "belongs to the settings Raiding"},
			{"no file", "", "", "The json file field is required."},
		}
		for _, test := range tests {
			b.ImportJSON(page, test.file, test.text).Status(422).Says(test.want, "Nothing was imported")
		}
		if b.Get(page+"/generate").Body.String() != before {
			t.Error("a refused import changed the file")
		}
	})
}

func TestSettingSearch(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.SettingsOf(instance) + "/general"
	b.Get(page+"?q=lighthouse").Status(200).Says("EnableLighthouses").SaysNot("GravecrossDeleteBody", "UseHUDColors")
	b.Get(page + "?q=nonsense").Status(200).Says("Nothing matches")
	form, action := b.OpenForm(t, page+"?q=lighthouse")
	b.SendForm(action, form.With("EnableLighthouses", "0")).LeadsTo(page + "?q=lighthouse")
	want := strings.Replace(expansion.Text(expansion.Setting("general").Default()), `"EnableLighthouses": 1`, `"EnableLighthouses": 0`, 1)
	if b.SettingText(instance, "general") != want {
		t.Error("what the search hides was changed")
	}
	form, action = b.OpenForm(t, page)
	b.SendForm(action, form.With("do", "reset:EnableLighthouses")).LeadsTo(page)
	if b.SettingText(instance, "general") != expansion.Text(expansion.Setting("general").Default()) {
		t.Error("the default was not put back")
	}
}

func TestSettingOutcome(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	page := webtest.SettingsOf(b.Instance("A")) + "/safe-zone"
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("do", "add:CircleZones")).LeadsTo(page)
	b.Get(page).Says("Safe zones was saved.")
	form, action = b.OpenForm(t, page)
	b.SendForm(action, form).LeadsTo(page)
	b.Get(page).Says("Nothing was changed.")
	form, action = b.OpenForm(t, page)
	b.SendForm(action, append(form, webtest.SentForm{{"CircleZones[9][_row]", ""}, {"CircleZones[9][Radius]", "77"}}...)).LeadsTo(page)
	b.Get(page).Says("Safe zones was saved.", `value="77"`)
}
