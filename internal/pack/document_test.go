package pack

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

// boats returns the packs that the program has, and that of boats.
func boats(t *testing.T) *Set {
	t.Helper()
	set, wrong := new(Set).with(fstest.MapFS{"boats/pack.json": {Data: []byte(soundPack)}})
	if len(wrong) > 0 {
		t.Fatal(asTexts(wrong))
	}
	return set
}

// TestFieldsOfPack: a pack names the values of a file, and what it does not know of them follows from the file.
func TestFieldsOfPack(t *testing.T) {
	t.Parallel()
	text := strings.Replace(soundSample, `"Most": 2,`, `"Most": 2, "Crew": "Anna",`, 1)
	text = strings.Replace(text, `"Prices"`, `"Fuel": 2.5, "Prices"`, 1)
	d := boats(t).Document("profiles/boats/HARBOURSnorth.json", text)
	if d.Title != "Boats: Harbours (HARBOURSnorth)" || d.Pack != "boats" || d.Misfit != "" {
		t.Errorf("%q of pack %q: %s", d.Title, d.Pack, d.Misfit)
	}
	harbours := d.Field("Harbours")
	for _, test := range []struct {
		field    *expansion.Field
		of       expansion.Type
		label    string
		inferred bool
	}{
		{d.Field("Enabled"), expansion.Bool, "Enabled", false},
		{d.Field("Fuel"), expansion.Float, "Fuel", true},
		{harbours.Field("Place"), expansion.Vector, "Place", false},
		{harbours.Field("Boat"), expansion.String, "Class", false},
		{harbours.Field("Crew"), expansion.String, "Crew", true},
	} {
		if f := test.field; f == nil || f.Type != test.of || f.Label != test.label || f.Inferred != test.inferred {
			t.Errorf("%s: %+v", test.label, f)
		}
	}
	if other := d.In("other"); len(other) != 1 || other[0].Name != "Fuel" {
		t.Errorf("keys that the pack does not know: %v", other)
	}
}

// TestMisfits: a file that a pack does not fit is inferred as a whole, and says so.
func TestMisfits(t *testing.T) {
	t.Parallel()
	set := boats(t)
	plain := strings.Replace(soundPack, `"has": ["Harbours"],`, "", 1)
	without, _ := new(Set).with(fstest.MapFS{"boats/pack.json": {Data: []byte(plain)}})
	for _, test := range []struct {
		set        *Set
		text, want string
	}{
		{without, `[1, 2]`, "The pack of Boats does not fit this file: it is a list, and the pack expects an object."},
		{without, `{"Ships": []}`, "The pack of Boats does not fit this file: it has none of the keys that the pack knows."},
		{without, `{"Harbours": {"North": 1}}`, "The pack of Boats does not fit this file: Harbours is an object."},
		{set, `{"Enabled": 1}`, ""}, // which the pack is not about
		{set, `{"Harbours": []}`, ""},
	} {
		d := test.set.Document("Boats/Harbours.json", test.text)
		if tree, err := d.Read(test.text); d.Misfit != test.want || err != nil || len(d.Fields()) == 0 && tree.Len() > 0 {
			t.Errorf("%s: %q, %v", test.text, d.Misfit, err)
		}
	}
}

// TestWhatPacksKnow: paths are known below any folder and in any letter case, and run-time data by their paths.
func TestWhatPacksKnow(t *testing.T) {
	t.Parallel()
	set := boats(t)
	for path, want := range map[string]bool{
		"Boats/Harbours.json": true, "SC/profiles/boats/harbours_2.JSON": true, "MyBoats/Harbours.json": false,
		"Boats/HarboursOld.json": false, "Boats/more/Harbours.json": false, "Boats/staff.txt": true,
	} {
		if set.Knows(path) != want {
			t.Errorf("%s: known is %t", path, !want)
		}
	}
	for path, want := range map[string]bool{"profiles/Boats/Players/a/b.json": true, "Boats/Harbours.json": false, "Boats/Players": false} {
		if (set.RunTime(path) != nil) != want {
			t.Errorf("%s: run-time data is %t", path, !want)
		}
	}
}

// TestRules: what terms of rules compare.
func TestRules(t *testing.T) {
	t.Parallel()
	object := jsontree.ParseBody([]byte(`{"Least": 3, "Most": 2.0, "Name": "North End", "Empty": [], "List": [1], "In": {"Deep": "x"}, ` +
		`"Text": "7"}`))
	for when, want := range map[string]bool{
		"Least>$Most": true, "Least<$Most": false, "Most:2": true, "Least:1..3": true, "Least:4..": false, "-Least:3": false,
		`Name:"North End"`: true, "Name:north*": true, "Name:South*": false, "Empty:none": true, "Gone:none": true, "List:none": false,
		"In.Deep:x": true, "Text>6": true, "Least>$Gone": false, "Least:1,3": true, "Name>3": false,
	} {
		n := notation.New("pack.json", members("id", "a", "when", when, "says", "b"))
		r := ruleOf(n)
		if got := r.holds(objectOf(notation.New("", object))); got != want || len(n.Mistakes()) > 0 {
			t.Errorf("%s: %t %v", when, got, n.Mistakes())
		}
	}
}

// TestDrafts: a first version of a pack follows from samples, and fits them.
func TestDrafts(t *testing.T) {
	t.Parallel()
	samples := []Sample{
		{"D:/server/profiles/Boats/North.json", `{"Name": "North", "Places": [[1500, 2, 3]], "Crew": [{"Id": "76561198000000001", "Rank": 1}]}`},
		{"D:/other/profiles/Boats/North.json", `{"Name": "North", "Places": [], "Crew": [], "Fuel": 2.5}`},
		{"D:/server/profiles/Boats/South.json", `{"Name": "South", "Places": [], "Crew": [{"Id": "76561198000000002", "Rank": 2.5}]}`},
		{"D:/server/profiles/Boats/staff.txt", "76561198000000001\n"},
		{"D:/server/profiles/Boats/list.json", `[{"UseFuel": 1}]`},
	}
	text, wrong := Draft("boats", "Boats", samples)
	files := fstest.MapFS{"boats/pack.json": {Data: []byte(text)}}
	for _, s := range samples {
		files["boats/samples/"+belowProfiles(s.Path)] = &fstest.MapFile{Data: []byte(s.Text)}
	}
	packs, found := Check(files, ".")
	if wrong = append(wrong, found...); len(wrong) > 0 || len(packs) != 1 || len(packs[0].Files) != 3 {
		t.Errorf("%s\n%s", asTexts(wrong), text)
	}
	if !strings.Contains(text, `"Boats/*.json"`) || !strings.Contains(text, `"x-mark": "steam-id"`) {
		t.Errorf("the draft is %s", text)
	}
}

// TestSecretsOfPacks: what a pack calls a secret is not in a text that others see, whatever its key, and all else is.
func TestSecretsOfPacks(t *testing.T) {
	t.Parallel()
	const text = `{"Connections": [{"Name": "Staff", "ContextURL": "https://example.org", "Address": "/1/abc", "Types": [{"Name": "Kick", ` +
		`"Enabled": 1}]}]}`
	got := BuiltIn().Document("profiles/CommunityOnlineTools/Webhooks.json", text).Redact(text)
	if want := strings.NewReplacer("https://example.org", "********", "/1/abc", "********").Replace(text); got != want {
		t.Error(got)
	}
	const inMap = `{"slug": "m", "name": "M", "about": "M", "version": "1", "files": [{"name": "m", "title": "M", "about": "M", ` +
		`"paths": ["M/M.json"], "schema": {"type": "object", "properties": {"Doors": {"type": "object", "title": "Doors", ` +
		`"additionalProperties": {"type": "object", "properties": {"Code": {"type": "string", "title": "Code", "x-mark": "secret"}}}}}}}]}`
	own, wrong := Parse([]byte(inMap))
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	const doors = `{"Doors": {"Gate": {"Code": "1234"}, "Code": {"Code": "5678"}}}`
	got = BuiltIn().And([]*Pack{own}).Document("profiles/M/M.json", doors).Redact(doors)
	if want := strings.NewReplacer("1234", "********", "5678", "********").Replace(doors); got != want {
		t.Error(got)
	}
	const keys = "SteamApiKey = \"abc\";\nUrl = \"https://x/api/webhooks/1/abc\";\nName = \"Staff\";\n"
	got = BuiltIn().Document("profiles/Mod/settings.cfg", keys).Redact(keys)
	if want := "SteamApiKey = \"********\";\nUrl = \"********\";\nName = \"Staff\";\n"; got != want {
		t.Error(got)
	}
	const broken = "{\"Name\": \"Staff\",\n\"Password\": \"abc\""
	if got = BuiltIn().Document("profiles/Mod/settings.json", broken).Redact(broken); got != "{\"Name\": \"Staff\",\n********" {
		t.Error(got)
	}
}

// TestREADME: the pack that packs/README.md shows has no mistakes.
func TestREADME(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../packs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "```json\n")
	shown, _, _ := strings.Cut(after, "```")
	if packs, wrong := Check(fstest.MapFS{"boats/pack.json": {Data: []byte(shown)}, "boats/samples/Boats/Players/a": {}},
		"."); len(packs) != 1 || len(wrong) > 0 {
		t.Error(asTexts(wrong))
	}
	for _, keyword := range known(t, `{"keyword":1}`) {
		if !strings.Contains(string(text), "`"+keyword+"`") && !strings.HasPrefix(keyword, "$s") && keyword != "$comment" {
			t.Errorf("%s is not told", keyword)
		}
	}
	for _, mark := range known(t, `{"x-mark":"mark"}`) {
		if !strings.Contains(string(text), "`"+mark+"`") {
			t.Errorf("the mark %s is not told", mark)
		}
	}
}

// known returns what could have stood in a schema for what is in this one.
func known(t *testing.T, schema string) []string {
	t.Helper()
	_, wrong := Parse([]byte(boatsWith(schema, "")))
	_, list, isTold := strings.Cut(wrong[0].Text, "known are ")
	if !isTold {
		_, list, isTold = strings.Cut(wrong[0].Text, "must be one of ")
	}
	if !isTold {
		t.Fatal(asTexts(wrong))
	}
	return strings.Split(list, ", ")
}
