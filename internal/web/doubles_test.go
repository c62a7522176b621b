package web_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// ofOneName are the resources whose records people know by a name or class: a second one of it is asked about, or refused.
func ofOneName(s *webtest.Site) (list []*record.Resource) {
	for _, c := range s.RecordPages() {
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
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	for _, res := range ofOneName(s) {
		sid := webtest.OneOf(t, b, instance, res)
		row := b.Stored(instance, res, sid)
		copied := instance + "/" + res.Path + "/create?copy=" + sid
		fill := func(page webtest.Answer) (webtest.SentForm, string) {
			form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, page.Body.String()), strings.ReplaceAll(s.Pages.CollectionOf(res.Name).One,
				" ", "-"))
			if len(form.Values("class_name")) > 0 {
				form = form.With("class_name", strings.ToUpper(res.TitleOf(row))) // the game does not tell letter case
			}
			if res.Title != nil && res.Title.Unique {
				form = form.With(res.Title.Name, res.TitleOf(row))
			}
			return form, action
		}
		before := b.Count(`SELECT count(*) FROM ` + res.Name)
		form, action := fill(b.Get(copied).Status(200))
		asked := b.SendForm(action, form)
		shown := b.Get(webtest.LocationOf(asked))
		if res.Title != nil && res.Title.Unique {
			shown.Says("already been taken")
			continue
		}
		shown.Says("Not saved yet", "already")
		if now := b.Count(`SELECT count(*) FROM ` + res.Name); now != before {
			t.Errorf("%s: a second record unasked", res.Name)
		}
		again, action := fill(shown)
		b.SendForm(action, again.With("_anyway", "1")).Status(302)
		if now := b.Count(`SELECT count(*) FROM ` + res.Name); now != before+1 {
			t.Errorf("%s: %d records, want %d", res.Name, now, before+1)
		}
	}
}

// TestGridsAskBeforeTheyMakeASecondRecord goes over the grids of all resources: with a new row that has the values of a record.
func TestGridsAskBeforeTheyMakeASecondRecord(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	for _, res := range ofOneName(s) {
		list := instance + "/" + res.Path
		rows := b.Grid(list, "")
		values := map[string]any{}
		for i, column := range rows.Columns {
			// others of a seller need what the grid does not have
			if column.Edit != "never" && (res != record.TraderSellers || column.Key == "name") {
				values[column.Key] = rows.Blocks[0].Values[i][0]
			}
		}
		body := `"added":[{"row":"new-1","now":` + webtest.Shown(values) + `}]}`
		before := b.Count(`SELECT count(*) FROM ` + res.Name)
		asked := b.Posted(list, "/grid", "{"+body)
		if res.Title != nil && res.Title.Unique {
			asked.Status(422).Says("taken")
			continue
		}
		asked.Status(409).Says(`"doubles":[{"row":"new-1"`, `"of":"`+rows.Blocks[0].SIDs[0]+`"`, "already",
			`"block":{"sids":["`+rows.Blocks[0].SIDs[0])
		if now := b.Count(`SELECT count(*) FROM ` + res.Name); now != before {
			t.Errorf("%s: a second record unasked", res.Name)
		}
		b.Posted(list, "/grid", `{"again":true,`+body).Status(200)
		if now := b.Count(`SELECT count(*) FROM ` + res.Name); now != before+1 {
			t.Errorf("%s: %d records, want %d", res.Name, now, before+1)
		}
	}
}

// TestOtherWaysAskBeforeTheyMakeASecondRecord: renaming, pasting, the map, bulk changes, and new rows of the same name.
func TestOtherWaysAskBeforeTheyMakeASecondRecord(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	for _, name := range []string{"StaticA", "StaticB"} {
		b.Accepted(instance, record.Events, `{"name": "`+name+`", "nominal": 1, "min": 0, "max": 0, "lifetime": 1, "restock": 0}`)
	}
	imports(b, instance, mission.Upload{
		Path: "mods/types.xml", Data: []byte(`<types><type name="Mod_Gun"><nominal>1</nominal></type></types>`),
	})
	events, event := instance+"/events", func(name string) string { return b.Grid(instance+"/events", "").SID(t, name) }
	count := func(table string) int64 { return b.Count(`SELECT count(*) FROM ` + table) }
	twice := func(name string) bool {
		return b.Count(`SELECT count(*) FROM events WHERE lower(name) = lower($1)`, name) > 1
	}

	edit := events + "/" + event("StaticB") + "/edit"
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(edit).Status(200).Body.String()), "event")
	b.SendForm(action, form.With("name", "statica")).LeadsTo(edit)
	b.Get(edit).Says("“StaticA” is among the events already")
	b.Posted(events, "/grid", `{"changed":[{"row":"`+event("StaticB")+
		`","was":{"name":"StaticB"},"now":{"name":"STATICA"}}]}`).Status(409).Says(`"doubles"`,
		"StaticA")
	b.Posted(events, "/grid",
		`{"added":[{"row":"new-1","now":{"name":"StaticC","nominal":1,"min":0,"max":0,"lifetime":1}},{"row":"new-2","now":{"name":"staticc",`+
			`"nominal":1,"min":0,"max":0,"lifetime":1}}]}`).
		Status(409).Says(`"row":"new-1"`, `"row":"new-2"`).SaysNot(`"of"`)
	if twice("StaticA") || twice("StaticC") {
		t.Error("a second event unasked")
	}

	types := count("types")
	paste := url.Values{"text": {`<type name="MOD_GUN"><nominal>7</nominal></type>`}}
	b.Submit(instance+"/paste", instance+"/paste", paste).Status(200).Says("1 name is there already",
		"“Mod_Gun” is among the types already, from mods/types.xml.", "Make second records")
	paste.Set("import", "1")
	b.Submit(instance+"/paste", instance+"/paste", paste).Status(200).Says("Make second records")
	if count("types") != types {
		t.Error("a second type was pasted unasked")
	}
	into := url.Values{"text": paste["text"], "into": {"mods/types.xml"}, "import": {"1"}}
	b.Submit(instance+"/paste", instance+"/paste", into).LeadsTo(instance + "/paste")
	if count("types") != types || nominalOf(b, instance, "Mod_Gun") != 7 {
		t.Error("the type was not changed in its file")
	}
	paste.Set("again", "1")
	b.Submit(instance+"/paste", instance+"/paste", paste).LeadsTo(instance + "/paste")
	if count("types") != types+1 {
		t.Error("who insists gets no second type")
	}

	areas := count("effect_areas")
	area := record.EffectAreas.TitleOf(b.Stored(instance, record.EffectAreas, webtest.OneOf(t, b, instance, record.EffectAreas)))
	added := `"added":[{"layer":"effect-areas","name":` + webtest.Shown(strings.ToLower(area)) + `,"now":{"points":[[10,20]],"radius":5}}]}`
	b.Posted(instance+"/map", "", "{"+added).Status(409).Says(`"doubles":["“` + area + `” is among`)
	if count("effect_areas") != areas {
		t.Error("a second area unasked")
	}
	b.Posted(instance+"/map", "", `{"again":true,`+added).Status(200)
	if count("effect_areas") != areas+1 {
		t.Error("who insists gets no second area")
	}
}

// imports takes files in.
func imports(b *webtest.Browser, instance string, uploads ...mission.Upload) {
	b.TB.Helper()
	if _, err := b.Missions.Import(b.TB.Context(), b.Scope(instance), uploads, mission.Options{}); err != nil {
		b.TB.Fatal(err)
	}
}

// TestNamesAreFoundInTheWholeList that the filter of the grid does not show, in any letter case.
func TestNamesAreFoundInTheWholeList(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	_, types := webtest.ArmedInstance(b)
	var found struct{ Block webtest.GridBlock }
	b.Posted(types, "/grid/names", `{"names":["akm","APPLE","nothing"]}`).Status(200).Into(&found)
	names := []string{}
	for _, name := range found.Block.Values[0] {
		names = append(names, name.(string))
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"AKM", "Apple"}) {
		t.Errorf("found %v", names)
	}
	other := s.User("Eve", false)
	own := other.Instance("Own")
	other.Posted(own+"/types", "/grid/names", `{"names":["AKM"]}`).Status(200).Into(&found)
	if len(found.Block.SIDs) != 0 {
		t.Errorf("another user's types: %v", found.Block)
	}
	b.Posted(types, "/grid/names", `{"names":[`+strings.Repeat(`"a",`, 20_000)+`"a"]}`).Status(422)
	b.Posted(types, "/grid/names", `{}`).Status(200)
}

// TestMarketAsksBeforeAClassStandsTwice: in the grid of items and in the form of a category, in the same category and in another one.
func TestMarketAsksBeforeAClassStandsTwice(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	ammo, knives := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON), s.Imported(webtest.Categories, "Knives", webtest.KnivesJSON)
	list := s.Instance + webtest.Items
	to := s.Grid(list, "").CategoryIDs()["Knives"]
	added := `"added":[{"row":"new-1","now":{"name":"AMMO_45acp","category_id":` + to + `,"lowest_price":1,"highest_price":2}}]}`
	s.Posted(list, "/grid", "{"+added).Status(409).Says(`"doubles":[{"row":"new-1"`, "“ammo_45acp” is among the market items already")
	if s.File(knives) != webtest.KnivesJSON {
		t.Error("a second item unasked")
	}

	edit := ammo + "/edit"
	for class, want := range map[string]string{
		"Ammo_45ACP": "“Ammo_45ACP” is in this category already",
		"axe":        "“axe” is in the category “Knives” already",
	} {
		form := webtest.AmmoForm()
		form.Set("_asks", "1")
		s.Put(edit, ammo, form).LeadsTo(edit)
		form.Set("items[2][ClassName]", class)
		form.Set("items[2][MinPriceThreshold]", "1")
		form.Set("items[2][MaxPriceThreshold]", "2")
		s.Put(edit, ammo, form).LeadsTo(edit)
		s.Get(edit).Says("Not saved yet", want, `name="_asks" value="1"`, "Save anyway")
		if s.File(ammo) != webtest.CategoryJSON {
			t.Errorf("%s: a second item unasked", class)
		}
		form.Set("_anyway", "1")
		s.Put(edit, ammo, form).LeadsTo(edit)
		if !strings.Contains(s.File(ammo), `"`+class+`"`) {
			t.Errorf("%s: who insists gets no second item", class)
		}
		s.Import(webtest.Categories, webtest.File{Name: "Ammo.json", Text: webtest.CategoryJSON}).Status(302)
	}
	form := webtest.AmmoForm()
	form.Set("_asks", "1")
	form.Set("name", "More")
	s.Submit(s.Gui+webtest.Categories+"/create", s.Gui+webtest.Categories, form).LeadsTo(s.Gui + webtest.Categories + "/create")
	s.Get(s.Gui+webtest.Categories+"/create").Says("Not saved yet", "“ammo_45acp” is in the category “Ammo” already")
}
