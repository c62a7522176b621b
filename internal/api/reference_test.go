package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMods(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	scenario{
		path: "/api/v1/mods", required: []string{"name"}, least: `{"name":"CF"}`,
		fresh: []string{
			"name", `"CF"`,
			"slug", `"cf"`,
			"steam_id", "null",
			"app_id", "null",
			"description", "null",
			"enabled", "true",
			"classnames_count", "0",
			"user_id", "absent",
		},
		full: `{"name":" DayZ-Expansion: Core (2.0) ` +
			`","steam_id":"2116157322","app_id":"221100","description":"Long\ntext","slug":"x","enabled":false,"classnames_count":5}`,
		stored: []string{
			"name", `"DayZ-Expansion: Core (2.0)"`,
			"slug", `"dayz-expansion-core-2-0"`,
			"steam_id", `"2116157322"`,
			"app_id", `"221100"`,
			"description", `"Long\ntext"`,
			"enabled", "true",
			"classnames_count", "0",
		},
		again:   `{"name":"DayZ-Expansion: Core (2.0)"}`,
		cleared: []string{"steam_id", "null", "app_id", "null", "description", "null"},
		refusals: []refusal{
			{`{"name":"` + strings.Repeat("x", 256) + `"}`, "name", "The name field must not be greater than 255 characters."},
			{`{"steam_id":2116157322}`, "steam_id", "The steam id field must be a string."},
			{`{"steam_id":"21x"}`, "steam_id", "The steam id field format is invalid."},
			{`{"app_id":"-1"}`, "app_id", "The app id field format is invalid."},
			{`{"app_id":"` + strings.Repeat("1", 21) + `"}`, "app_id", "The app id field must not be greater than 20 characters."},
		},
	}.run(t, c)
	path, _ := c.create(t, "/api/v1/mods", `{"name":"Ärger im Süden"}`)
	c.get(t, path).expect(t, 200, "data.slug", `"ärger-im-süden"`)
	c.must(t, 200, "PATCH", path, `{"name":"Trader"}`).expect(t, 200, "data.slug", `"trader"`)
	c.create(t, "/api/v1/mods", `{"name":"Trader"}`)
	c.finds(t, "/api/v1/mods", "slug", map[string]string{"search=TRAD": "trader trader", "search=none": "", "per_page=1": "trader"})
}

func TestCategories(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	scenario{
		path: "/api/v1/categories", required: []string{"name"}, least: `{"name":"boats"}`,
		fresh: []string{"name", `"boats"`, "user_id", "absent"},
		full:  `{"name":" ships ","user_id":null}`, stored: []string{"name", `"ships"`}, again: `{"name":"ships"}`,
		refusals: []refusal{
			{`{"name":[]}`, "name", "The name field is required."}, {`{"name":true}`, "name", "The name field must be a string."},
		},
	}.run(t, c)
	c.create(t, "/api/v1/categories", `{"name":"weapons of mine"}`)
	c.finds(t, "/api/v1/categories", "name", map[string]string{
		"search=WEAPONS": "weapons weapons of mine", "per_page=3": "tools containers clothes", "sort=-name&per_page=2": "weapons of mine weapons",
		"search=x": "explosives",
	})
	s.user(t).finds(t, "/api/v1/categories", "name", map[string]string{"search=weapons": "weapons"})
}

func TestSubcategories(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	mine, theirs := number(c.category(t, "boats")), number(s.user(t).category(t, "ships"))
	scenario{
		path: "/api/v1/subcategories", required: []string{"name", "category_id"}, least: `{"name":"rifles","category_id":6}`,
		fresh: []string{"name", `"rifles"`, "category_id", "6"},
		full:  `{"name":"rafts","category_id":"` + mine + `"}`, stored: []string{"name", `"rafts"`, "category_id", mine},
		again: `{"name":"rafts","category_id":` + mine + `}`,
		refusals: []refusal{
			{`{"category_id":` + theirs + `}`, "category_id", "The selected category id is invalid."},
			{`{"category_id":"x"}`, "category_id", "The category id field must be an integer."},
		},
	}.run(t, c)
	c.create(t, "/api/v1/subcategories", `{"name":"rifles","category_id":6}`)
	c.create(t, "/api/v1/subcategories", `{"name":"rafts","category_id":`+mine+`}`)
	c.finds(t, "/api/v1/subcategories", "name", map[string]string{
		"":                 "rifles rafts",
		"category=6":       "rifles",
		"category=" + mine: "rafts",
		"category=999999":  "",
		"category=x":       "rifles rafts",
		"search=RA":        "rafts",
	})
}

// TestLimits: the names of the game's own limits are there for everyone, and read-only.
func TestLimits(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		c.finds(t, "/api/v1/type-values", "name", map[string]string{"": "Tier1 Tier2 Tier3 Tier4 Unique", "search=TIER1": "Tier1"})
		c.finds(t, "/api/v1/type-tags", "name", map[string]string{"": "floor shelves ground", "sort=name": "floor ground shelves"})
		c.finds(t, "/api/v1/type-usages", "name", map[string]string{
			"per_page=100": "Military Police Medic Firefighter Industrial Farm Coast Town Village Hunting Office School Prison Lunapark " +
				"SeasonalEvent ContaminatedArea Historical Special Underground",
			"search=mil": "Military", "search=age": "Village", "per_page=2&page=2": "Medic Firefighter",
		})
		c.finds(t, "/api/v1/categories", "name", map[string]string{"": "tools containers clothes lootdispatch food weapons books explosives"})
		for _, path := range []string{"/api/v1/type-values", "/api/v1/type-tags", "/api/v1/type-usages"} {
			first := c.get(t, path)
			one := path + "/" + strings.Trim(first.at("data.0.sid"), `"`)
			c.get(t, one).expect(t, 200, "data", first.at("data.0"))
			c.send(t, "POST", path, `{"name":"x"}`).expect(t, 405)
			c.send(t, "DELETE", one, "").expect(t, 405)
		}
	})
}

func TestWorkshopMods(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	mods := []record.WorkshopMod{
		{
			SteamID: "1559212036", Name: "CF", Title: "CF [2026]", Description: "Community Framework", PreviewURL: "https://example.org/a.jpg",
			Subscriptions: 1200000,
		},
		{SteamID: "1590841260", Name: "Trader", Title: "Shop", Subscriptions: 7},
	}
	rows := make([]record.Row, len(mods))
	for i := range mods {
		rows[i] = record.WorkshopMods.Encode(&mods[i])
	}
	check(t, s.db.EditCatalog(t.Context(), func(e *store.Edit) error {
		return e.InsertAll(t.Context(), record.WorkshopMods, rows)
	}))
	c.finds(t, "/api/v1/workshop-mods", "steam_id", map[string]string{
		"": "1559212036 1590841260", "search=cf": "1559212036", "search=shop": "1590841260", "search=framework": "",
		"sort=subscriptions": "1590841260 1559212036",
	})
	sid := strings.Trim(c.get(t, "/api/v1/workshop-mods").at("data.0.sid"), `"`)
	c.get(t, "/api/v1/workshop-mods/"+sid).expect(t, 200, "data.name", `"CF"`, "data.title", `"CF [2026]"`, "data.description",
		`"Community Framework"`,
		"data.preview_url", `"https://example.org/a.jpg"`, "data.subscriptions", "1200000")
}

// TestWhatIsDeletedLeavesNullBehind: records that refer to a category, subcategory or mod stay without it.
func TestWhatIsDeletedLeavesNullBehind(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Mine")
		tests := []struct {
			gone    *record.Resource
			field   string
			holders []*record.Resource
		}{
			{record.Mods, "data.mod_id", []*record.Resource{record.InstanceClassnames}},
			{
				record.Categories, "data.category_id",
				[]*record.Resource{record.InstanceClassnames, record.Types, record.TypePresets, record.Subcategories},
			},
			{record.Subcategories, "data.sub_category_id", []*record.Resource{record.InstanceClassnames}},
		}
		for _, tt := range tests {
			for _, holder := range tt.holders {
				f.get(t, f.one(holder)).expect(t, 200, tt.field, number(f.ids[tt.gone.Name]))
			}
			f.send(t, "DELETE", f.one(tt.gone), "").exactly(t, 200, `{"result":true}`)
			f.get(t, f.one(tt.gone)).exactly(t, 404, body404)
			for _, holder := range tt.holders {
				f.get(t, f.one(holder)).expect(t, 200, tt.field, "null")
			}
		}
	})
}

func TestClassnamesAreFoundByWhatTheyReferTo(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Mine")
		list := "/api/v1/instances/" + f.instance + "/classnames"
		for param, r := range map[string]*record.Resource{
			"category": record.Categories, "subcategory": record.Subcategories, "mod": record.Mods,
		} {
			f.finds(t, list, "name", map[string]string{
				param + "=" + number(f.ids[r.Name]): "Mine name", param + "=999999": "", param + "=x": "ImportedMine Mine name",
				param + "=": "ImportedMine Mine name",
			})
		}
		f.get(t, f.one(record.Mods)).expect(t, 200, "data.classnames_count", "1")
	})
}

// TestWhatGoesAlongWithAClassname is told by resource, and stands in the history as one change.
func TestWhatGoesAlongWithAClassname(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		f := furnish(t, s.user(t), "Mine")
		_, before, _ := s.latest(t, f.scope)
		f.send(t, "DELETE", f.one(record.InstanceClassnames), "").
			exactly(t, 200, `{"result":true,"deleted":{"types":1,"spawnable-types":1,"trader-items":1,"trader-currencies":1}}`)
		for _, r := range []*record.Resource{record.Types, record.SpawnableTypes, record.TraderItems, record.TraderCurrencies} {
			f.get(t, f.one(r)).exactly(t, 404, body404)
		}
		if _, after, changes := s.latest(t, f.scope); after != before+1 || len(changes) != 5 {
			t.Errorf("%d revisions, %d changes", after-before, len(changes))
		}
		f.get(t, f.one(record.TraderSellers)).expect(t, 200, "data.items_count", "0", "data.categories_count", "1")
	})
}
