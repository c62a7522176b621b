package web

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// ofOneName are the resources whose records people know by a name or class: a second one of it is asked about, or refused.
func ofOneName(s *testSite) (list []*record.Resource) {
	for _, c := range s.recordPages() {
		if len(c.Resource.Key) > 0 {
			list = append(list, c.Resource)
		}
	}
	return list
}

// TestFormsAskBeforeTheyMakeASecondRecord goes over the forms of all resources: one that is filled in as a record that is there asks, and
// who insists gets it, unless names are unique.
func TestFormsAskBeforeTheyMakeASecondRecord(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	for _, res := range ofOneName(s) {
		sid := oneOf(t, b, instance, res)
		row := b.stored(instance, res, sid)
		copied := instance + "/" + res.Path + "/create?copy=" + sid
		fill := func(page answer) (sentForm, string) {
			form, action := untouchedForm(t, parseHTML(t, page.Body.String()), strings.ReplaceAll(s.web.CollectionOf(res.Name).One, " ", "-"))
			if len(form.values("class_name")) > 0 {
				form = form.with("class_name", strings.ToUpper(res.TitleOf(row))) // the game does not tell letter case
			}
			if res.Title != nil && res.Title.Unique {
				form = form.with(res.Title.Name, res.TitleOf(row))
			}
			return form, action
		}
		before := b.count(`SELECT count(*) FROM ` + res.Name)
		form, action := fill(b.get(copied).status(200))
		asked := b.sendForm(action, form)
		shown := b.get(locationOf(asked))
		if res.Title != nil && res.Title.Unique {
			shown.says("already been taken")
			continue
		}
		shown.says("Not saved yet", "already")
		if now := b.count(`SELECT count(*) FROM ` + res.Name); now != before {
			t.Errorf("%s: a second record unasked", res.Name)
		}
		again, action := fill(shown)
		b.sendForm(action, again.with("_anyway", "1")).status(302)
		if now := b.count(`SELECT count(*) FROM ` + res.Name); now != before+1 {
			t.Errorf("%s: %d records, want %d", res.Name, now, before+1)
		}
	}
}

// TestGridsAskBeforeTheyMakeASecondRecord goes over the grids of all resources: with a new row that has the values of a record.
func TestGridsAskBeforeTheyMakeASecondRecord(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	for _, res := range ofOneName(s) {
		list := instance + "/" + res.Path
		rows := b.grid(list, "")
		values := map[string]any{}
		for i, column := range rows.Columns {
			if column.Edit != "never" && (res != record.TraderSellers || column.Key == "name") { // others of a seller need what the grid does not have
				values[column.Key] = rows.Blocks[0].Values[i][0]
			}
		}
		body := `"added":[{"row":"new-1","now":` + shown(values) + `}]}`
		before := b.count(`SELECT count(*) FROM ` + res.Name)
		asked := b.posted(list, "/grid", "{"+body)
		if res.Title != nil && res.Title.Unique {
			asked.status(422).says("taken")
			continue
		}
		asked.status(409).says(`"doubles":[{"row":"new-1"`, `"of":"`+rows.Blocks[0].SIDs[0]+`"`, "already", `"block":{"sids":["`+rows.Blocks[0].SIDs[0])
		if now := b.count(`SELECT count(*) FROM ` + res.Name); now != before {
			t.Errorf("%s: a second record unasked", res.Name)
		}
		b.posted(list, "/grid", `{"again":true,`+body).status(200)
		if now := b.count(`SELECT count(*) FROM ` + res.Name); now != before+1 {
			t.Errorf("%s: %d records, want %d", res.Name, now, before+1)
		}
	}
}

// TestOtherWaysAskBeforeTheyMakeASecondRecord: renaming, pasting, the map, bulk changes, and new rows of the same name.
func TestOtherWaysAskBeforeTheyMakeASecondRecord(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	for _, name := range []string{"StaticA", "StaticB"} {
		b.accepted(instance, record.Events, `{"name": "`+name+`", "nominal": 1, "min": 0, "max": 0, "lifetime": 1, "restock": 0}`)
	}
	b.imports(instance, mission.Upload{Path: "mods/types.xml", Data: []byte(`<types><type name="Mod_Gun"><nominal>1</nominal></type></types>`)})
	events, event := instance+"/events", func(name string) string { return b.grid(instance+"/events", "").sid(t, name) }
	count := func(table string) int64 { return b.count(`SELECT count(*) FROM ` + table) }
	twice := func(name string) bool {
		return b.count(`SELECT count(*) FROM events WHERE lower(name) = lower($1)`, name) > 1
	}

	edit := events + "/" + event("StaticB") + "/edit"
	form, action := untouchedForm(t, parseHTML(t, b.get(edit).status(200).Body.String()), "event")
	b.sendForm(action, form.with("name", "statica")).leadsTo(edit)
	b.get(edit).says("“StaticA” is among the events already")
	b.posted(events, "/grid", `{"changed":[{"row":"`+event("StaticB")+`","was":{"name":"StaticB"},"now":{"name":"STATICA"}}]}`).status(409).says(`"doubles"`, "StaticA")
	b.posted(events, "/grid", `{"added":[{"row":"new-1","now":{"name":"StaticC","nominal":1,"min":0,"max":0,"lifetime":1}},{"row":"new-2","now":{"name":"staticc","nominal":1,"min":0,"max":0,"lifetime":1}}]}`).
		status(409).says(`"row":"new-1"`, `"row":"new-2"`).saysNot(`"of"`)
	if twice("StaticA") || twice("StaticC") {
		t.Error("a second event unasked")
	}

	types := count("types")
	paste := url.Values{"text": {`<type name="MOD_GUN"><nominal>7</nominal></type>`}}
	b.submit(instance+"/paste", instance+"/paste", paste).status(200).says("1 name is there already", "“Mod_Gun” is among the types already, from mods/types.xml.", "Make second records")
	paste.Set("import", "1")
	b.submit(instance+"/paste", instance+"/paste", paste).status(200).says("Make second records")
	if count("types") != types {
		t.Error("a second type was pasted unasked")
	}
	into := url.Values{"text": paste["text"], "into": {"mods/types.xml"}, "import": {"1"}}
	b.submit(instance+"/paste", instance+"/paste", into).leadsTo(instance + "/paste")
	if count("types") != types || b.nominalOf(instance, "Mod_Gun") != 7 {
		t.Error("the type was not changed in its file")
	}
	paste.Set("again", "1")
	b.submit(instance+"/paste", instance+"/paste", paste).leadsTo(instance + "/paste")
	if count("types") != types+1 {
		t.Error("who insists gets no second type")
	}

	areas := count("effect_areas")
	area := record.EffectAreas.TitleOf(b.stored(instance, record.EffectAreas, oneOf(t, b, instance, record.EffectAreas)))
	added := `"added":[{"layer":"effect-areas","name":` + shown(strings.ToLower(area)) + `,"now":{"points":[[10,20]],"radius":5}}]}`
	b.posted(instance+"/map", "", "{"+added).status(409).says(`"doubles":["“` + area + `” is among`)
	if count("effect_areas") != areas {
		t.Error("a second area unasked")
	}
	b.posted(instance+"/map", "", `{"again":true,`+added).status(200)
	if count("effect_areas") != areas+1 {
		t.Error("who insists gets no second area")
	}
}

// imports takes files in.
func (b *browser) imports(instance string, uploads ...mission.Upload) {
	b.t.Helper()
	if _, err := b.missions.Import(b.t.Context(), b.scope(instance), uploads, mission.Options{}); err != nil {
		b.t.Fatal(err)
	}
}

// TestNamesAreFoundInTheWholeList that the filter of the grid does not show, in any letter case.
func TestNamesAreFoundInTheWholeList(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	_, types := armed(b)
	var found struct{ Block gridBlock }
	b.posted(types, "/grid/names", `{"names":["akm","APPLE","nothing"]}`).status(200).into(&found)
	names := []string{}
	for _, name := range found.Block.Values[0] {
		names = append(names, name.(string))
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"AKM", "Apple"}) {
		t.Errorf("found %v", names)
	}
	other := s.user("Eve", false)
	own := other.instance("Own")
	other.posted(own+"/types", "/grid/names", `{"names":["AKM"]}`).status(200).into(&found)
	if len(found.Block.SIDs) != 0 {
		t.Errorf("another user's types: %v", found.Block)
	}
	b.posted(types, "/grid/names", `{"names":[`+strings.Repeat(`"a",`, 20_000)+`"a"]}`).status(422)
	b.posted(types, "/grid/names", `{}`).status(200)
}

// TestMarketAsksBeforeAClassStandsTwice: in the grid of items and in the form of a category, in the same category and in another one.
func TestMarketAsksBeforeAClassStandsTwice(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	ammo, knives := s.imported(categories, "Ammo", categoryJSON), s.imported(categories, "Knives", knivesJSON)
	list := s.instance + items
	to := s.grid(list, "").categoryIDs()["Knives"]
	added := `"added":[{"row":"new-1","now":{"name":"AMMO_45acp","category_id":` + to + `,"lowest_price":1,"highest_price":2}}]}`
	s.posted(list, "/grid", "{"+added).status(409).says(`"doubles":[{"row":"new-1"`, "“ammo_45acp” is among the market items already")
	if s.file(knives) != knivesJSON {
		t.Error("a second item unasked")
	}

	edit := ammo + "/edit"
	for class, want := range map[string]string{
		"Ammo_45ACP": "“Ammo_45ACP” is in this category already",
		"axe":        "“axe” is in the category “Knives” already",
	} {
		form := ammoForm()
		form.Set("_asks", "1")
		s.put(edit, ammo, form).leadsTo(edit)
		form.Set("items[2][ClassName]", class)
		form.Set("items[2][MinPriceThreshold]", "1")
		form.Set("items[2][MaxPriceThreshold]", "2")
		s.put(edit, ammo, form).leadsTo(edit)
		s.get(edit).says("Not saved yet", want, `name="_asks" value="1"`, "Save anyway")
		if s.file(ammo) != categoryJSON {
			t.Errorf("%s: a second item unasked", class)
		}
		form.Set("_anyway", "1")
		s.put(edit, ammo, form).leadsTo(edit)
		if !strings.Contains(s.file(ammo), `"`+class+`"`) {
			t.Errorf("%s: who insists gets no second item", class)
		}
		s.importing(categories, uploaded{"Ammo.json", categoryJSON}).status(302)
	}
	form := ammoForm()
	form.Set("_asks", "1")
	form.Set("name", "More")
	s.submit(s.gui+categories+"/create", s.gui+categories, form).leadsTo(s.gui + categories + "/create")
	s.get(s.gui+categories+"/create").says("Not saved yet", "“ammo_45acp” is in the category “Ammo” already")
}
