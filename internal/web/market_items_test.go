package web

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const items = "/expansion/market-items"

// knivesJSON is a second category, whose list holds what is no item.
const knivesJSON = `{
  "m_Version": 12, "DisplayName": "Knives",
  "Items": [
    {"ClassName": "Knife", "MaxPriceThreshold": 5, "MinPriceThreshold": 5},
    null,
    {"ClassName": "Axe", "MaxPriceThreshold": 7, "MinPriceThreshold": 6, "SellPricePercent": -1.00}
  ]
}
`

// categoryIDs are the ids of the categories that the grid offers, by name.
func (g gridRows) categoryIDs() map[string]string {
	ids := map[string]string{}
	for _, o := range g.Options["expansion_market_categories"] {
		ids[o.Name] = o.ID
	}
	return ids
}

func TestGridOfMarketItems(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	ammo, knives := s.imported(categories, "Ammo", categoryJSON), s.imported(categories, "Knives", knivesJSON)
	s.imported("/market-traders", "Weapons", traderJSON)
	list := s.instance + items
	s.get(ammo).says(list + "/grid?q=category%3A%22Ammo%22")
	s.get(ammo + "/edit").says(list + "/grid?q=category%3A%22Ammo%22")
	s.get(s.gui + categories).says(list + "/grid")
	s.get(list+"/grid?q=knife").status(200).says(`data-records="`+list+`/grid/rows"`, `value="knife"`)
	all := s.grid(list, "")
	s.get(list+"/grid/rows").says(`"key":"sold_lowest"`, `"usual":75`)
	if all.Count != 4 || all.value(t, "ammo_12gaslug", "lowest_price") != 25.0 || all.value(t, "ammo_45acp", "sell_percent") != 50.0 ||
		shown(all.value(t, "ammo_12gaslug", "variants")) != `["ammo_red","ammo_blue"]` || all.value(t, "Knife", "largest_stock") != 0.0 {
		t.Errorf("rows %+v", all.Blocks)
	}
	if id := all.categoryIDs()["Knives"]; shown(all.value(t, "Axe", "category_id")) != id || s.grid(list, "?category_id="+id).Count != 2 {
		t.Errorf("the category is %s", id)
	}
	for q, want := range map[string]int{"kni": 1, "cat:ammo": 2, "lowest_price>6": 2, "problem:any": 1, "problem:none cat:ammo": 1, "used:1": 2, "by:ada -axe": 3} {
		if got := s.grid(list, "?q="+strings.ReplaceAll(q, " ", "+")).Count; got != want {
			t.Errorf("%s finds %d, want %d", q, got, want)
		}
	}
	s.get(list + "/grid/rows?q=price>1").status(422).says("market items have no field")
	s.get(list+"/completion").status(200).says(`"lowest_price"`, `"Knives"`)
	s.get(list + "/" + all.sid(t, "Axe") + "/edit").leadsTo(knives + "/edit")
	s.get(list+"/grid/computed").status(200).says(`"`+all.sid(t, "ammo_45acp")+`":"Used by 1 trader"`, `:"Ada"`, "“box”", `"changed_at":{"`, `":"`+time.Now().UTC().Format("2006-01-02T"))
}

// TestGridOfMarketItemsSavesOneRevision: over two categories, and only the lines of what was changed differ.
func TestGridOfMarketItemsSavesOneRevision(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	ammo, knives := s.imported(categories, "Ammo", categoryJSON), s.imported(categories, "Knives", knivesJSON)
	list := s.instance + items
	rows := s.grid(list, "")
	slug, knife, axe := rows.sid(t, "ammo_12gaslug"), rows.sid(t, "Knife"), rows.sid(t, "Axe")
	before := s.revision()
	var saved struct {
		Revision int64
		Rows     []string
		Block    gridBlock
	}
	s.posted(list, "/grid", `{"changed":[
		{"row":"`+slug+`","was":{"highest_price":45},"now":{"highest_price":46,"variants":["ammo_red"]}},
		{"row":"`+axe+`","was":{"name":"Axe","sell_percent":-1},"now":{"name":"Hatchet","sell_percent":30}}],
		"removed":[{"row":"`+knife+`","was":{"name":"Knife","lowest_price":5}}]}`).status(200).into(&saved)
	if s.revision() != before+1 || saved.Revision != before+1 || !slices.Equal(saved.Rows, []string{slug, axe}) || saved.Block.SIDs[1] == axe || saved.Block.Values[0][1] != "Hatchet" {
		t.Errorf("saved %+v", saved)
	}
	want := strings.NewReplacer(`"MaxPriceThreshold": 45`, `"MaxPriceThreshold": 46`, `["ammo_red", "ammo_blue"]`, `["ammo_red"]`).Replace(categoryJSON)
	if diff := cmp.Diff(want, s.file(ammo)); diff != "" {
		t.Error(diff)
	}
	want = strings.NewReplacer("    {\"ClassName\": \"Knife\", \"MaxPriceThreshold\": 5, \"MinPriceThreshold\": 5},\n", "", "Axe", "Hatchet", "-1.00", "30.0").Replace(knivesJSON)
	if diff := cmp.Diff(want, s.file(knives)); diff != "" {
		t.Error(diff)
	}
	if n := s.count(`SELECT count(*) FROM revisions WHERE instance_id = $1 AND number = $2 AND summary = 'market items: 4 values in the grid, 1 deleted'`, s.scope(s.instance).InstanceID, saved.Revision); n != 1 {
		t.Error("the revision has another summary")
	}
	s.posted(list, "/grid/undo", `{"revision":`+shown(saved.Revision)+`}`).status(200)
	if s.file(ammo) != categoryJSON || s.file(knives) != knivesJSON {
		t.Errorf("after undo the files are\n%s\n%s", s.file(ammo), s.file(knives))
	}
}

// TestGridOfMarketItemsAddsAndMoves: an item takes what nobody knows along to another category.
func TestGridOfMarketItemsAddsAndMoves(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	ammo, knives := s.imported(categories, "Ammo", categoryJSON), s.imported(categories, "Knives", knivesJSON)
	list := s.instance + items
	rows := s.grid(list, "")
	to := rows.categoryIDs()["Knives"]
	s.posted(list, "/grid", `{"changed":[{"row":"`+rows.sid(t, "ammo_12gaslug")+`","was":{},"now":{"category_id":`+to+`}}],
		"added":[{"row":"new-1","now":{"name":"Saw","category_id":`+to+`,"lowest_price":1,"highest_price":2}}]}`).status(200)
	now := s.grid(list, "")
	if shown(now.value(t, "ammo_12gaslug", "category_id")) != to || now.value(t, "Saw", "largest_stock") != 100.0 || now.value(t, "Saw", "sell_percent") != -1.0 {
		t.Errorf("rows %+v", now.Blocks)
	}
	if file := strings.Join(strings.Fields(s.file(knives)), ""); !strings.Contains(file, `"Note":"mine"},{"ClassName":"Saw"`) || !strings.Contains(file, `},null,{`) {
		t.Errorf("the file is\n%s", s.file(knives))
	}
	if file := s.file(ammo); strings.Contains(file, "gaslug") || !strings.Contains(file, `"SellPricePercent": 50.00`) {
		t.Errorf("the file is\n%s", file)
	}
}

func TestGridOfMarketItemsMeetsAnother(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.imported(categories, "Ammo", categoryJSON)
	list := s.instance + items
	rows := s.grid(list, "")
	slug, acp := rows.sid(t, "ammo_12gaslug"), rows.sid(t, "ammo_45acp")
	s.importing(categories, uploaded{"Ammo.json", strings.NewReplacer(`"MaxPriceThreshold": 45`, `"MaxPriceThreshold": 50`, "ammo_45acp", "ammo_9").Replace(categoryJSON)}).status(302)
	before := s.revision()
	var found struct{ Conflicts []map[string]any }
	s.posted(list, "/grid", `{"changed":[{"row":"`+slug+`","was":{"highest_price":45,"lowest_price":25},"now":{"highest_price":46}}],"removed":[{"row":"`+acp+`"}]}`).status(409).into(&found)
	want := `[{"by":"Ada","field":"highest_price","row":"` + slug + `","theirs":50},{"by":"Ada","row":"` + acp + `"}]`
	if shown(found.Conflicts) != want || s.revision() != before {
		t.Errorf("conflicts %s, want %s", shown(found.Conflicts), want)
	}
}

func TestGridOfMarketItemsRefuses(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.imported(categories, "Ammo", categoryJSON)
	list := s.instance + items
	slug := s.grid(list, "").sid(t, "ammo_12gaslug")
	before := s.revision()
	for now, want := range map[string]string{
		`"lowest_price":-1`:                               `{"row":"` + slug + `","field":"lowest_price","text":"The lowest price field must be at least 0."}`,
		`"lowest_price":"many"`:                           `{"row":"` + slug + `","field":"lowest_price","text":"The lowest price field must be an integer."}`,
		`"highest_price":99999999999`:                     `{"row":"` + slug + `","field":"highest_price","text":"The highest price field must not be greater than 2147483647."}`,
		`"name":null`:                                     `{"row":"` + slug + `","field":"name","text":"The class name field is required."}`,
		`"category_id":1234`:                              `{"row":"` + slug + `","field":"category_id","text":"The selected category is invalid."}`,
		`"variants":["` + strings.Repeat("x", 256) + `"]`: `{"row":"` + slug + `","field":"variants","text":"The variants field must not be greater than 255 characters."}`,
	} {
		if got := s.posted(list, "/grid", `{"changed":[{"row":"`+slug+`","now":{`+now+`}}]}`).status(422).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", now, got, want)
		}
	}
	s.posted(list, "/grid", `{"added":[{"row":"new-1","now":{"name":"A"}}]}`).status(422).says(
		`"field":"lowest_price","text":"The lowest price field is required."`, `"field":"category_id","text":"The category field is required."`)
	if s.revision() != before {
		t.Error("a refused save has made a revision")
	}
}

// TestGridOfDoubledItems: an item whose id follows from how often its class is there gets it anew.
func TestGridOfDoubledItems(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(categories, "Ammo", `{"m_Version":12,"DisplayName":"Ammo","Items":[{"ClassName":"A","MinPriceThreshold":1},{"ClassName":"a","MinPriceThreshold":2}]}`)
	list := s.instance + items
	block := s.grid(list, "").Blocks[0]
	var saved struct {
		Rows  []string
		Block gridBlock
	}
	s.posted(list, "/grid", `{"removed":[{"row":"`+block.SIDs[0]+`","was":{"lowest_price":1}}]}`).status(200).into(&saved)
	if !slices.Equal(saved.Rows, block.SIDs[1:]) || !slices.Equal(saved.Block.SIDs, block.SIDs[:1]) || !strings.Contains(s.file(address), `"a"`) {
		t.Errorf("saved %+v", saved)
	}
}

// TestGridOfGenuineItems: a price that is raised and taken back leaves each genuine file as it was.
func TestGridOfGenuineItems(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	files := genuineFiles(t, "profiles/ExpansionMod/Market")
	files = files[:min(len(files), 12)]
	s.importing(categories, files...).status(302)
	list := s.instance + items
	rows := s.grid(list, "")
	prices := slices.IndexFunc(rows.Columns, func(c struct{ Key, Kind, Edit string }) bool { return c.Key == "highest_price" })
	save := func(from, by float64) {
		var changed []string
		for _, block := range rows.Blocks {
			for i, sid := range block.SIDs {
				price := block.Values[prices][i].(float64)
				changed = append(changed, `{"row":"`+sid+`","was":{"highest_price":`+shown(price+from)+`},"now":{"highest_price":`+shown(price+from+by)+`}}`)
			}
		}
		s.posted(list, "/grid", `{"changed":[`+strings.Join(changed, ",")+`]}`).status(200)
	}
	save(0, 1)
	for _, file := range files {
		was, is := strings.Split(file.text, "\n"), strings.Split(s.file(s.address(categories, strings.TrimSuffix(file.name, ".json"))), "\n")
		for i := range was {
			if len(is) != len(was) || was[i] != is[i] && !strings.Contains(was[i], "MaxPriceThreshold") {
				t.Fatalf("%s: line %d differs", file.name, i+1)
			}
		}
	}
	save(1, -1)
	for _, file := range files {
		if s.file(s.address(categories, strings.TrimSuffix(file.name, ".json"))) != file.text {
			t.Errorf("%s is not as it was", file.name)
		}
	}
}
