package web

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// gridRows is what the rows of a grid are answered with.
type gridRows struct {
	Columns []struct{ Key, Kind, Edit string }
	Options map[string][]struct{ ID, Name string }
	Count   int
	Blocks  []gridBlock
}

type gridBlock struct {
	SIDs   []string
	Values [][]any
}

// value returns a value of the record with a name.
func (g gridRows) value(t *testing.T, name, key string) any {
	t.Helper()
	column := slices.IndexFunc(g.Columns, func(c struct{ Key, Kind, Edit string }) bool { return c.Key == key })
	for _, block := range g.Blocks {
		if i := slices.Index(block.Values[0], any(name)); i >= 0 {
			return block.Values[column][i]
		}
	}
	t.Fatalf("no %s of %s", key, name)
	return nil
}

func (g gridRows) sid(t *testing.T, name string) string {
	t.Helper()
	for _, block := range g.Blocks {
		if i := slices.Index(block.Values[0], any(name)); i >= 0 {
			return block.SIDs[i]
		}
	}
	t.Fatal("no " + name)
	return ""
}

func (a answer) into(value any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), value); err != nil {
		a.t.Fatalf("%v\n%s", err, a.Body)
	}
}

func (b *browser) grid(list, query string) (g gridRows) {
	b.t.Helper()
	b.get(list + "/grid/rows" + query).status(200).into(&g)
	return g
}

// posted sends JSON as the scripts of a grid do.
func (b *browser) posted(list, path, body string) answer {
	b.t.Helper()
	request := httptest.NewRequest("POST", "http://qm.test"+list+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-TOKEN", b.token(list))
	return b.do(request)
}

func TestGridRows(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	b.get(types).says(types + "/grid")
	b.get(types + "/grid/rows").says(`"within":{"low":0,"of":"nominal"}`)
	b.get(instance + "/effect-areas/grid/rows").says(`"within":{"low":0,"high":15360,"map":true}`)
	b.get(types+"/grid?q=AK").says(`data-records="`+types+`/grid/rows"`, `value="AK"`)
	all := b.grid(types, "")
	if all.Columns[0].Key != "name" || all.Columns[0].Edit != "new" || all.value(t, "AKM", "nominal") == nil {
		t.Errorf("columns %v", all.Columns[:3])
	}
	if found := b.grid(types, "?q=AKM&sort=-nominal,name"); found.Count != 1 || len(found.Blocks[0].SIDs) != 1 {
		t.Errorf("the filter finds %d", found.Count)
	}
	if none := b.grid(types, "?q=nothing"); none.Count != 0 || len(none.Blocks) != 0 {
		t.Errorf("a filter for nothing finds %v", none.Blocks)
	}
	b.get(types + "/grid/rows?q=nominl>1").status(422).says("no field")
}

func TestEveryGridOpens(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("Livonia")
	for _, c := range s.recordPages() {
		path := instance + "/" + c.Resource.Path
		b.get(path + "/grid").status(200)
		if g := b.grid(path, ""); len(g.Columns) < 3 {
			t.Errorf("%s has the columns %v", c.Resource.Name, g.Columns)
		}
		b.get(path + "/grid/computed").status(200)
	}
}

func TestGridSaves(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	rows := b.grid(types, "")
	akm, other := rows.sid(t, "AKM"), rows.sid(t, "Apple")
	var saved struct {
		Revision int64
		Rows     []string
		Block    gridBlock
	}
	b.posted(types, "/grid", `{"changed":[{"row":"`+akm+`","was":{"nominal":`+shown(rows.value(t, "AKM", "nominal"))+`},"now":{"nominal":41,"count_in_map":true}}],
		"again":true,"added":[{"row":"new1","now":{"name":"Brand_New","nominal":3,"usage_ids":[1,2]}},{"row":"new2","now":{"name":"akm"}}],
		"removed":[{"row":"`+other+`","was":{"updated_at":`+shown(rows.value(t, "Apple", "updated_at"))+`}}]}`).status(200).into(&saved)
	if !slices.Equal(saved.Rows, []string{akm, "new1", "new2"}) || saved.Block.SIDs[0] != akm || saved.Block.Values[0][1] != "Brand_New" || saved.Revision == 0 {
		t.Errorf("saved %+v", saved)
	}
	now := b.grid(types, "")
	if now.value(t, "AKM", "nominal") != 41.0 || now.value(t, "Brand_New", "nominal") != 3.0 || now.Count != rows.Count+1 {
		t.Errorf("%d records, %v", now.Count, now.value(t, "AKM", "nominal"))
	}
	b.get(instance + "/history").says("types: 2 values in the grid, 2 new, 1 deleted")
	b.posted(types, "/grid/undo", `{"revision":`+shown(saved.Revision)+`}`).status(200)
	if back := b.grid(types, ""); back.Count != rows.Count || shown(back.value(t, "AKM", "nominal")) != shown(rows.value(t, "AKM", "nominal")) {
		t.Errorf("after undo %d records", back.Count)
	}
	b.posted(types, "/grid/undo", `{"revision":999}`).status(404)
}

func shown(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func TestGridConflicts(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	rows := b.grid(types, "")
	akm, gone := rows.sid(t, "AKM"), rows.sid(t, "Apple")
	was := shown(rows.value(t, "AKM", "nominal"))
	ctx, scope := context.Background(), b.scope(instance)
	if _, err := b.db.Update(ctx, record.Types, scope, akm, record.Values{"nominal": int64(99), "min": int64(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.db.Delete(ctx, record.Types, scope, gone); err != nil {
		t.Fatal(err)
	}
	var found struct{ Conflicts []map[string]any }
	body := `{"changed":[{"row":"` + akm + `","was":{"nominal":` + was + `},"now":{"nominal":41}},{"row":"` + gone + `","was":{"nominal":1},"now":{"nominal":2}}]}`
	b.posted(types, "/grid", body).status(409).into(&found)
	want := `[{"by":"Ada","field":"nominal","row":"` + akm + `","theirs":99},{"by":"Ada","row":"` + gone + `"}]`
	if shown(found.Conflicts) != want {
		t.Errorf("conflicts %s, want %s", shown(found.Conflicts), want)
	}
	if got := b.nominal(instance, "AKM"); got != int64(99) {
		t.Errorf("nominal is %v", got)
	}
	// Another field of the record may have changed: it stays as it is.
	b.posted(types, "/grid", `{"changed":[{"row":"`+akm+`","was":{"nominal":99},"now":{"nominal":41}}]}`).status(200)
	if row := b.typeCalled(instance, "AKM"); row[record.Types.Index("nominal")] != int64(41) || row[record.Types.Index("min")] != int64(1) {
		t.Errorf("stored %v", row)
	}
}

func TestGridRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	akm := b.grid(types, "").sid(t, "AKM")
	before := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID)
	for body, want := range map[string]string{
		`{"changed":[{"row":"` + akm + `","now":{"nominal":"many"}}]}`:                              `{"problems":[{"row":"` + akm + `","field":"nominal","text":"The nominal field must be an integer."}]}`,
		`{"changed":[{"row":"` + akm + `","now":{"nominal":1}}],"added":[{"row":"new1","now":{}}]}`: `{"problems":[{"row":"new1","field":"name","text":"The class name field is required."}]}`,
		`{"changed":[{"row":"` + akm + `","now":{"usage_ids":[99999]}}]}`:                           `"row":"` + akm + `"`,
	} {
		if got := b.posted(types, "/grid", body).status(422).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	if after := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID); after != before {
		t.Error("a refused save has made a revision")
	}
	request := httptest.NewRequest("POST", "http://qm.test"+types+"/grid", strings.NewReader(`{}`))
	b.do(request).status(419)
}

func TestGridOfTraderItemsFindsTheSeller(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Livonia")
	seller := b.add(instance, record.TraderSellers, record.Values{"name": "Boris"})
	sellerID := record.TraderSellers.ID(b.stored(instance, record.TraderSellers, seller))
	category := b.add(instance, record.TraderCategories, record.Values{"name": "Food", "seller_id": sellerID})
	categoryID := record.TraderCategories.ID(b.stored(instance, record.TraderCategories, category))
	items := instance + "/trader-items"
	b.posted(items, "/grid", `{"added":[{"row":"new1","now":{"name":"Apple","category_id":`+shown(categoryID)+`,"buy":"5.00"}}]}`).status(200)
	if g := b.grid(items, ""); g.value(t, "Apple", "buy") != "5.00" {
		t.Errorf("%+v", g.Blocks)
	}
}

// TestGridOfTraderItemsMakesCategories: items go to new categories, and to those of another trader.
func TestGridOfTraderItemsMakesCategories(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Livonia")
	for _, name := range []string{"Boris", "Ana"} {
		b.add(instance, record.TraderSellers, record.Values{"name": name})
	}
	items := instance + "/trader-items"
	before := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID)
	b.posted(items, "/grid", `{"added":[{"row":"new-1","now":{"name":"Apple","category_id":"Boris / Fruit","buy":"5.00"}},
		{"row":"new-2","now":{"name":"Plum","category_id":"boris / fruit","sell":"2.00"}},{"row":"new-3","now":{"name":"Axe","category_id":"Ana / Tools"}}]}`).status(200)
	if after := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID); after != before+1 {
		t.Errorf("%d revisions", after-before)
	}
	rows := b.grid(items, "")
	if n := len(rows.Options["trader_categories"]); n != 2 || rows.value(t, "Apple", "category_id") != rows.value(t, "Plum", "category_id") {
		t.Errorf("%d categories", n)
	}
	b.posted(items, "/grid", `{"changed":[{"row":"`+rows.sid(t, "Plum")+`","now":{"category_id":`+shown(rows.value(t, "Axe", "category_id"))+`}}]}`).status(200)
	if found := b.grid(items, "?q=seller:ana"); found.Count != 2 || found.value(t, "Plum", "sell") != "2.00" {
		t.Errorf("Ana has %d items", found.Count)
	}
	for category, want := range map[string]string{`"Fruit"`: "Write a new category with its trader before it", `"Carla / Fruit"`: "Write a new category", `99`: "invalid"} {
		b.posted(items, "/grid", `{"added":[{"row":"new-1","now":{"name":"Pear","category_id":`+category+`}}]}`).status(422).says(`"field":"category_id"`, want)
	}
}

func TestGridComputes(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	akm := b.grid(types, "").sid(t, "AKM")
	class := b.typeCalled(instance, "AKM")[record.Types.Index("instance_classname_id")]
	b.add(instance, record.SpawnableTypes, record.Values{"instance_classname_id": class})
	b.add(instance, record.Events, record.Values{"name": "StaticA", "nominal": int64(1), "min": int64(0), "max": int64(0), "lifetime": int64(1), "children": `[{"type":"AKM","min":0,"max":1,"lootmin":0,"lootmax":0}]`})
	if _, err := b.db.Update(context.Background(), record.Types, b.scope(instance), akm, record.Values{"nominal": int64(1), "min": int64(5)}); err != nil {
		t.Fatal(err)
	}
	var found map[string]struct {
		All  any
		Of   map[string]any
		Says map[string]string
		Tone map[string]string
	}
	b.get(types + "/grid/computed").status(200).into(&found)
	used, problems := found["used"], found["problems"]
	if used.Of[akm] != 2.0 || used.Says[akm] != "Used by 1 event, 1 spawnable type" || found["changed_by"].All != "Ada" {
		t.Errorf("computed %+v", found)
	}
	if n, _ := problems.Of[akm].(float64); n < 1 || problems.Says[akm] == "" || problems.Tone[akm] == "" {
		t.Errorf("problems %+v", problems)
	}
}

// A save of many cells is a few statements and one revision.
func TestGridSavesManyCellsAtOnce(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.manyTypes(300)
	types := instance + "/types"
	rows := b.grid(types, "")
	var changed []string
	for _, sid := range rows.Blocks[0].SIDs {
		changed = append(changed, `{"row":"`+sid+`","was":{"lifetime":14400},"now":{"lifetime":7200}}`)
	}
	before := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID)
	b.posted(types, "/grid", `{"changed":[`+strings.Join(changed, ",")+`]}`).status(200)
	if after := b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID); after != before+1 {
		t.Errorf("%d revisions", after-before)
	}
	authors, err := b.db.LastAuthors(context.Background(), b.scope(instance), nil)
	if err != nil || authors[rows.Blocks[0].SIDs[0]] != "Ada" {
		t.Errorf("authors %v, %v", authors, err)
	}
	others, err := b.db.LastAuthors(context.Background(), store.Scope{UserID: b.user.ID + 1, InstanceID: b.scope(instance).InstanceID}, nil)
	if err != nil || len(others) > 0 {
		t.Errorf("somebody else sees %d authors, %v", len(others), err)
	}
}
