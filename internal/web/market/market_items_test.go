package market_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/revisions"
	"quartermaster/internal/say"
	"quartermaster/internal/web/webtest"
)

func TestGridOfMarketItems(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	ammo, knives := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON), s.Imported(webtest.Categories, "Knives", webtest.KnivesJSON)
	s.Imported("/market-traders", "Weapons", webtest.TraderJSON)
	list := s.Instance + webtest.Items
	s.Get(ammo).Says(list + "/grid?q=category%3A%22Ammo%22")
	s.Get(ammo + "/edit").Says(list + "/grid?q=category%3A%22Ammo%22")
	s.Get(s.Gui + webtest.Categories).Says(list + "/grid")
	s.Get(list+"/grid?q=knife").Status(200).Says(`data-records="`+list+`/grid/rows"`, `value="knife"`)
	all := s.Grid(list, "")
	s.Get(list+"/grid/rows").Says(`"key":"sold_lowest"`, `"given":{"usual_share":75}`)
	if all.Count != 4 || all.Value(t, "ammo_12gaslug", "lowest_price") != 25.0 || all.Value(t, "ammo_45acp", "sell_percent") != 50.0 ||
		webtest.Shown(all.Value(t, "ammo_12gaslug", "variants")) != `["ammo_red","ammo_blue"]` || all.Value(t, "Knife", "largest_stock") != 0.0 {
		t.Errorf("rows %+v", all.Blocks)
	}
	if id := all.CategoryIDs()["Knives"]; webtest.Shown(all.Value(t, "Axe", "category_id")) != id ||
		s.Grid(list, "?category_id="+id).Count != 2 {
		t.Errorf("the category is %s", id)
	}
	for q, want := range map[string]int{
		"kni":                   1,
		"cat:ammo":              2,
		"lowest_price>6":        2,
		"problem:any":           1,
		"problem:none cat:ammo": 1,
		"used:1":                2,
		"by:ada -axe":           3,
	} {
		if got := s.Grid(list, "?q="+strings.ReplaceAll(q, " ", "+")).Count; got != want {
			t.Errorf("%s finds %d, want %d", q, got, want)
		}
	}
	s.Get(list + "/grid/rows?q=price>1").Status(422).Says("market items have no field")
	s.Get(list+"/completion").Status(200).Says(`"lowest_price"`, `"Knives"`)
	s.Get(list + "/" + all.SID(t, "Axe") + "/edit").LeadsTo(knives + "/edit")
	s.Get(list+"/grid/computed").Status(200).Says(`"`+all.SID(t, "ammo_45acp")+`":"Used by 1 trader"`, `:"Ada"`, "“box”", `"changed_at":{"`,
		`":"`+time.Now().UTC().Format("2006-01-02T"))
}

// TestGridOfMarketItemsSavesOneRevision: over two categories, and only the lines of what was changed differ.
func TestGridOfMarketItemsSavesOneRevision(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	ammo, knives := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON), s.Imported(webtest.Categories, "Knives", webtest.KnivesJSON)
	list := s.Instance + webtest.Items
	rows := s.Grid(list, "")
	slug, knife, axe := rows.SID(t, "ammo_12gaslug"), rows.SID(t, "Knife"), rows.SID(t, "Axe")
	before := s.Revision()
	var saved struct {
		Revision int64
		Rows     []string
		Block    webtest.GridBlock
	}
	s.Posted(list, "/grid", `{"changed":[
		{"row":"`+slug+`","was":{"highest_price":45},"now":{"highest_price":46,"variants":["ammo_red"]}},
		{"row":"`+axe+`","was":{"name":"Axe","sell_percent":-1},"now":{"name":"Hatchet","sell_percent":30}}],
		"removed":[{"row":"`+knife+`","was":{"name":"Knife","lowest_price":5}}]}`).Status(200).Into(&saved)
	if s.Revision() != before+1 || saved.Revision != before+1 || !slices.Equal(saved.Rows, []string{slug, axe}) ||
		saved.Block.SIDs[1] == axe || saved.Block.Values[0][1] != "Hatchet" {
		t.Errorf("saved %+v", saved)
	}
	want := strings.NewReplacer(`"MaxPriceThreshold": 45`, `"MaxPriceThreshold": 46`, `["ammo_red", "ammo_blue"]`,
		`["ammo_red"]`).Replace(webtest.CategoryJSON)
	if diff := cmp.Diff(want, s.File(ammo)); diff != "" {
		t.Error(diff)
	}
	want = strings.NewReplacer("    {\"ClassName\": \"Knife\", \"MaxPriceThreshold\": 5, \"MinPriceThreshold\": 5},\n", "", "Axe", "Hatchet",
		"-1.00", "30.0").Replace(webtest.KnivesJSON)
	if diff := cmp.Diff(want, s.File(knives)); diff != "" {
		t.Error(diff)
	}
	var summary string
	const query = `SELECT summary FROM revisions WHERE instance_id = $1 AND number = $2`
	if err := s.DB.QueryRow(t.Context(), query, s.Scope(s.Instance).InstanceID, saved.Revision).Scan(&summary); err != nil {
		t.Fatal(err)
	}
	if got, want := revisions.Summary(say.Parse(summary)), "market items: 4 values in the grid, 1 deleted"; got != want {
		t.Errorf("the revision is %q, want %q", got, want)
	}
	s.Posted(list, "/grid/undo", `{"revision":`+webtest.Shown(saved.Revision)+`}`).Status(200)
	if s.File(ammo) != webtest.CategoryJSON || s.File(knives) != webtest.KnivesJSON {
		t.Errorf("after undo the files are\n%s\n%s", s.File(ammo), s.File(knives))
	}
}

// TestGridOfMarketItemsAddsAndMoves: an item takes what nobody knows along to another category.
func TestGridOfMarketItemsAddsAndMoves(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	ammo, knives := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON), s.Imported(webtest.Categories, "Knives", webtest.KnivesJSON)
	list := s.Instance + webtest.Items
	rows := s.Grid(list, "")
	to := rows.CategoryIDs()["Knives"]
	s.Posted(list, "/grid", `{"changed":[{"row":"`+rows.SID(t, "ammo_12gaslug")+`","was":{},"now":{"category_id":`+to+`}}],
		"added":[{"row":"new-1","now":{"name":"Saw","category_id":`+to+`,"lowest_price":1,"highest_price":2}}]}`).Status(200)
	now := s.Grid(list, "")
	if webtest.Shown(now.Value(t, "ammo_12gaslug", "category_id")) != to || now.Value(t, "Saw", "largest_stock") != 100.0 ||
		now.Value(t, "Saw", "sell_percent") != -1.0 {
		t.Errorf("rows %+v", now.Blocks)
	}
	if file := strings.Join(strings.Fields(s.File(knives)),
		""); !strings.Contains(file, `"Note":"mine"},{"ClassName":"Saw"`) || !strings.Contains(file, `},null,{`) {
		t.Errorf("the file is\n%s", s.File(knives))
	}
	if file := s.File(ammo); strings.Contains(file, "gaslug") || !strings.Contains(file, `"SellPricePercent": 50.00`) {
		t.Errorf("the file is\n%s", file)
	}
}

func TestGridOfMarketItemsMeetsAnother(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	list := s.Instance + webtest.Items
	rows := s.Grid(list, "")
	slug, acp := rows.SID(t, "ammo_12gaslug"), rows.SID(t, "ammo_45acp")
	s.Import(webtest.Categories, webtest.File{
		Name: "Ammo.json",
		Text: strings.NewReplacer(`"MaxPriceThreshold": 45`, `"MaxPriceThreshold": 50`, "ammo_45acp", "ammo_9").Replace(webtest.CategoryJSON),
	}).Status(302)
	before := s.Revision()
	var found struct{ Conflicts []map[string]any }
	s.Posted(list, "/grid", `{"changed":[{"row":"`+slug+
		`","was":{"highest_price":45,"lowest_price":25},"now":{"highest_price":46}}],"removed":[{"row":"`+acp+`"}]}`).Status(409).Into(&found)
	want := `[{"by":"Ada","field":"highest_price","row":"` + slug + `","theirs":50},{"by":"Ada","row":"` + acp + `"}]`
	if webtest.Shown(found.Conflicts) != want || s.Revision() != before {
		t.Errorf("conflicts %s, want %s", webtest.Shown(found.Conflicts), want)
	}
}

func TestGridOfMarketItemsRefuses(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	list := s.Instance + webtest.Items
	slug := s.Grid(list, "").SID(t, "ammo_12gaslug")
	before := s.Revision()
	for now, want := range map[string]string{
		`"lowest_price":-1`: `{"row":"` + slug +
			`","field":"lowest_price","text":"The lowest price field must be at least 0."}`,
		`"lowest_price":"many"`: `{"row":"` + slug +
			`","field":"lowest_price","text":"The lowest price field must be an integer."}`,
		`"highest_price":99999999999`: `{"row":"` + slug +
			`","field":"highest_price","text":"The highest price field must not be greater than 2147483647."}`,
		`"name":null`:        `{"row":"` + slug + `","field":"name","text":"The class name field is required."}`,
		`"category_id":1234`: `{"row":"` + slug + `","field":"category_id","text":"The selected category is invalid."}`,
		`"variants":["` + strings.Repeat("x",
			256) + `"]`: `{"row":"` + slug + `","field":"variants","text":"The variants field must not be greater than 255 characters."}`,
	} {
		if got := s.Posted(list, "/grid",
			`{"changed":[{"row":"`+slug+`","now":{`+now+`}}]}`).Status(422).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", now, got, want)
		}
	}
	s.Posted(list, "/grid", `{"added":[{"row":"new-1","now":{"name":"A"}}]}`).Status(422).Says(
		`"field":"lowest_price","text":"The lowest price field is required."`, `"field":"category_id","text":"The category field is required."`)
	if s.Revision() != before {
		t.Error("a refused save has made a revision")
	}
}

// TestGridOfDoubledItems: an item whose id follows from how often its class is there gets it anew.
func TestGridOfDoubledItems(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Categories, "Ammo",
		`{"m_Version":12,"DisplayName":"Ammo","Items":[{"ClassName":"A","MinPriceThreshold":1},{"ClassName":"a","MinPriceThreshold":2}]}`)
	list := s.Instance + webtest.Items
	block := s.Grid(list, "").Blocks[0]
	var saved struct {
		Rows  []string
		Block webtest.GridBlock
	}
	s.Posted(list, "/grid", `{"removed":[{"row":"`+block.SIDs[0]+`","was":{"lowest_price":1}}]}`).Status(200).Into(&saved)
	if !slices.Equal(saved.Rows, block.SIDs[1:]) || !slices.Equal(saved.Block.SIDs, block.SIDs[:1]) ||
		!strings.Contains(s.File(address), `"a"`) {
		t.Errorf("saved %+v", saved)
	}
}

// TestGridOfGenuineItems: a price that is raised and taken back leaves each genuine file as it was.
func TestGridOfGenuineItems(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	files := genuineFiles(t, "profiles/ExpansionMod/Market")
	files = files[:min(len(files), 12)]
	s.Import(webtest.Categories, files...).Status(302)
	list := s.Instance + webtest.Items
	rows := s.Grid(list, "")
	prices := slices.IndexFunc(rows.Columns, func(c struct{ Key, Kind, Edit string }) bool { return c.Key == "highest_price" })
	save := func(from, by float64) {
		var changed []string
		for _, block := range rows.Blocks {
			for i, sid := range block.SIDs {
				price := block.Values[prices][i].(float64)
				changed = append(changed, `{"row":"`+sid+`","was":{"highest_price":`+webtest.Shown(price+from)+`},"now":{"highest_price":`+
					webtest.Shown(price+from+by)+`}}`)
			}
		}
		s.Posted(list, "/grid", `{"changed":[`+strings.Join(changed, ",")+`]}`).Status(200)
	}
	save(0, 1)
	for _, file := range files {
		was, is := strings.Split(file.Text, "\n"),
			strings.Split(s.File(s.Address(webtest.Categories, strings.TrimSuffix(file.Name, ".json"))), "\n")
		for i := range was {
			if len(is) != len(was) || was[i] != is[i] && !strings.Contains(was[i], "MaxPriceThreshold") {
				t.Fatalf("%s: line %d differs", file.Name, i+1)
			}
		}
	}
	save(1, -1)
	for _, file := range files {
		if s.File(s.Address(webtest.Categories, strings.TrimSuffix(file.Name, ".json"))) != file.Text {
			t.Errorf("%s is not as it was", file.Name)
		}
	}
}
