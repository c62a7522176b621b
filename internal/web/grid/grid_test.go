package grid_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestGridRows(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	b.Get(types).Says(types + "/grid")
	b.Get(types + "/grid/rows").Says(`"within":{"low":0,"of":"nominal"}`)
	b.Get(instance + "/effect-areas/grid/rows").Says(`"within":{"low":0,"high":15360,"map":true}`)
	b.Get(types+"/grid?q=AK").Says(`data-records="`+types+`/grid/rows"`, `value="AK"`)
	all := b.Grid(types, "")
	if all.Columns[0].Key != "name" || all.Columns[0].Edit != "new" || all.Value(t, "AKM", "nominal") == nil {
		t.Errorf("columns %v", all.Columns[:3])
	}
	if found := b.Grid(types, "?q=AKM&sort=-nominal,name"); found.Count != 1 || len(found.Blocks[0].SIDs) != 1 {
		t.Errorf("the filter finds %d", found.Count)
	}
	if none := b.Grid(types, "?q=nothing"); none.Count != 0 || len(none.Blocks) != 0 {
		t.Errorf("a filter for nothing finds %v", none.Blocks)
	}
	b.Get(types + "/grid/rows?q=nominl>1").Status(422).Says("no field")
}

func TestEveryGridOpens(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("Livonia")
	for _, c := range s.RecordPages() {
		path := instance + "/" + c.Resource.Path
		b.Get(path + "/grid").Status(200)
		if g := b.Grid(path, ""); len(g.Columns) < 3 {
			t.Errorf("%s has the columns %v", c.Resource.Name, g.Columns)
		}
		b.Get(path + "/grid/computed").Status(200)
	}
}

func TestGridSaves(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	rows := b.Grid(types, "")
	akm, other := rows.SID(t, "AKM"), rows.SID(t, "Apple")
	var saved struct {
		Revision int64
		Rows     []string
		Block    webtest.GridBlock
	}
	b.Posted(types, "/grid",
		`{"changed":[{"row":"`+akm+`","was":{"nominal":`+
			webtest.Shown(rows.Value(t, "AKM", "nominal"))+`},"now":{"nominal":41,"count_in_map":true}}],
		"again":true,"added":[{"row":"new1","now":{"name":"Brand_New","nominal":3,"usage_ids":[1,2]}},{"row":"new2","now":{"name":"akm"}}],
		"removed":[{"row":"`+other+`","was":{"updated_at":`+webtest.Shown(rows.Value(t, "Apple", "updated_at"))+`}}]}`).Status(200).Into(&saved)
	if !slices.Equal(saved.Rows, []string{akm, "new1", "new2"}) || saved.Block.SIDs[0] != akm || saved.Block.Values[0][1] != "Brand_New" ||
		saved.Revision == 0 {
		t.Errorf("saved %+v", saved)
	}
	now := b.Grid(types, "")
	if now.Value(t, "AKM", "nominal") != 41.0 || now.Value(t, "Brand_New", "nominal") != 3.0 || now.Count != rows.Count+1 {
		t.Errorf("%d records, %v", now.Count, now.Value(t, "AKM", "nominal"))
	}
	b.Get(instance + "/history").Says("types: 2 values in the grid, 2 new, 1 deleted")
	b.Posted(types, "/grid/undo", `{"revision":`+webtest.Shown(saved.Revision)+`}`).Status(200)
	if back := b.Grid(types,
		""); back.Count != rows.Count || webtest.Shown(back.Value(t, "AKM", "nominal")) != webtest.Shown(rows.Value(t, "AKM", "nominal")) {
		t.Errorf("after undo %d records", back.Count)
	}
	b.Posted(types, "/grid/undo", `{"revision":999}`).Status(404)
}

func TestGridConflicts(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	rows := b.Grid(types, "")
	akm, gone := rows.SID(t, "AKM"), rows.SID(t, "Apple")
	was := webtest.Shown(rows.Value(t, "AKM", "nominal"))
	ctx, scope := context.Background(), b.Scope(instance)
	if _, err := b.DB.Update(ctx, record.Types, scope, akm, record.Values{"nominal": int64(99), "min": int64(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.DB.Delete(ctx, record.Types, scope, gone); err != nil {
		t.Fatal(err)
	}
	var found struct{ Conflicts []map[string]any }
	body := `{"changed":[{"row":"` + akm + `","was":{"nominal":` + was + `},"now":{"nominal":41}},{"row":"` + gone +
		`","was":{"nominal":1},"now":{"nominal":2}}]}`
	b.Posted(types, "/grid", body).Status(409).Into(&found)
	want := `[{"by":"Ada","field":"nominal","row":"` + akm + `","theirs":99},{"by":"Ada","row":"` + gone + `"}]`
	if webtest.Shown(found.Conflicts) != want {
		t.Errorf("conflicts %s, want %s", webtest.Shown(found.Conflicts), want)
	}
	if got := b.Nominal(instance, "AKM"); got != int64(99) {
		t.Errorf("nominal is %v", got)
	}
	// Another field of the record may have changed: it stays as it is.
	b.Posted(types, "/grid", `{"changed":[{"row":"`+akm+`","was":{"nominal":99},"now":{"nominal":41}}]}`).Status(200)
	if row := b.TypeCalled(instance, "AKM"); row[record.Types.Index("nominal")] != int64(41) || row[record.Types.Index("min")] != int64(1) {
		t.Errorf("stored %v", row)
	}
}

func TestGridRefusesWhatIsWrong(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	akm := b.Grid(types, "").SID(t, "AKM")
	before := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID)
	for body, want := range map[string]string{
		`{"changed":[{"row":"` + akm + `","now":{"nominal":"many"}}]}`: `{"problems":[{"row":"` + akm + `","field":"nominal","text":"The ` +
			`nominal field must be an integer."}]}`,
		`{"changed":[{"row":"` + akm + `","now":{"nominal":1}}],"added":[{"row":"new1","now":{}}]}`: `{"problems":[{"row":"new1",` +
			`"field":"name","text":"The class name field is required."}]}`,
		`{"changed":[{"row":"` + akm + `","now":{"usage_ids":[99999]}}]}`: `"row":"` + akm + `"`,
	} {
		if got := b.Posted(types, "/grid", body).Status(422).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	if after := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID); after != before {
		t.Error("a refused save has made a revision")
	}
	request := httptest.NewRequest("POST", "http://qm.test"+types+"/grid", strings.NewReader(`{}`))
	b.Do(request).Status(419)
}

func TestGridOfTraderItemsFindsTheSeller(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Livonia")
	seller := b.Add(instance, record.TraderSellers, record.Values{"name": "Boris"})
	sellerID := record.TraderSellers.ID(b.Stored(instance, record.TraderSellers, seller))
	category := b.Add(instance, record.TraderCategories, record.Values{"name": "Food", "seller_id": sellerID})
	categoryID := record.TraderCategories.ID(b.Stored(instance, record.TraderCategories, category))
	items := instance + "/trader-items"
	b.Posted(items, "/grid", `{"added":[{"row":"new1","now":{"name":"Apple","category_id":`+webtest.Shown(categoryID)+
		`,"buy":"5.00"}}]}`).Status(200)
	if g := b.Grid(items, ""); g.Value(t, "Apple", "buy") != "5.00" {
		t.Errorf("%+v", g.Blocks)
	}
}

// TestGridOfTraderItemsMakesCategories: items go to new categories, and to those of another trader.
func TestGridOfTraderItemsMakesCategories(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Livonia")
	for _, name := range []string{"Boris", "Ana"} {
		b.Add(instance, record.TraderSellers, record.Values{"name": name})
	}
	items := instance + "/trader-items"
	before := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID)
	b.Posted(items, "/grid", `{"added":[{"row":"new-1","now":{"name":"Apple","category_id":"Boris / Fruit","buy":"5.00"}},
		{"row":"new-2","now":{"name":"Plum","category_id":"boris / fruit","sell":"2.00"}},{"row":"new-3","now":{"name":"Axe",`+
		`"category_id":"Ana / Tools"}}]}`).Status(200)
	if after := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID); after != before+1 {
		t.Errorf("%d revisions", after-before)
	}
	rows := b.Grid(items, "")
	if n := len(rows.Options["trader_categories"]); n != 2 || rows.Value(t, "Apple", "category_id") != rows.Value(t, "Plum", "category_id") {
		t.Errorf("%d categories", n)
	}
	b.Posted(items, "/grid", `{"changed":[{"row":"`+rows.SID(t, "Plum")+`","now":{"category_id":`+
		webtest.Shown(rows.Value(t, "Axe", "category_id"))+`}}]}`).Status(200)
	if found := b.Grid(items, "?q=seller:ana"); found.Count != 2 || found.Value(t, "Plum", "sell") != "2.00" {
		t.Errorf("Ana has %d items", found.Count)
	}
	for category, want := range map[string]string{
		`"Fruit"`: "Write a new category with its trader before it", `"Carla / Fruit"`: "Write a new category", `99`: "invalid",
	} {
		b.Posted(items, "/grid", `{"added":[{"row":"new-1","now":{"name":"Pear","category_id":`+category+
			`}}]}`).Status(422).Says(`"field":"category_id"`,
			want)
	}
}

func TestGridComputes(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	akm := b.Grid(types, "").SID(t, "AKM")
	class := b.TypeCalled(instance, "AKM")[record.Types.Index("instance_classname_id")]
	b.Add(instance, record.SpawnableTypes, record.Values{"instance_classname_id": class})
	b.Add(instance, record.Events, record.Values{
		"name":     "StaticA",
		"nominal":  int64(1),
		"min":      int64(0),
		"max":      int64(0),
		"lifetime": int64(1),
		"children": `[{"type":"AKM","min":0,"max":1,"lootmin":0,"lootmax":0}]`,
	})
	if _, err := b.DB.Update(context.Background(), record.Types, b.Scope(instance), akm, record.Values{
		"nominal": int64(1), "min": int64(5),
	}); err != nil {
		t.Fatal(err)
	}
	var found map[string]struct {
		All  any
		Of   map[string]any
		Says map[string]string
		Tone map[string]string
	}
	b.Get(types + "/grid/computed").Status(200).Into(&found)
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
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.ManyTypes(300)
		types := instance + "/types"
		rows := b.Grid(types, "")
		var changed []string
		for _, sid := range rows.Blocks[0].SIDs {
			changed = append(changed, `{"row":"`+sid+`","was":{"lifetime":14400},"now":{"lifetime":7200}}`)
		}
		before := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID)
		b.Posted(types, "/grid", `{"changed":[`+strings.Join(changed, ",")+`]}`).Status(200)
		if after := b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID); after != before+1 {
			t.Errorf("%d revisions", after-before)
		}
		authors, err := b.DB.LastAuthors(context.Background(), b.Scope(instance), nil)
		if err != nil || authors[rows.Blocks[0].SIDs[0]] != "Ada" {
			t.Errorf("authors %v, %v", authors, err)
		}
		others, err := b.DB.LastAuthors(context.Background(), store.Scope{UserID: b.User.ID + 1, InstanceID: b.Scope(instance).InstanceID}, nil)
		if err != nil || len(others) > 0 {
			t.Errorf("someone else sees %d authors, %v", len(others), err)
		}
	})
}

// TestGridInPieces holds that the page comes with the first rows, and that the others come in pieces: a page that takes in thousands at
// once does not answer keys meanwhile.
func TestGridInPieces(t *testing.T) {
	t.Parallel()
	const most, first = 250, 200
	b := webtest.Open(t).User("Ada", false)
	types := b.ManyTypes(3*most) + "/types"
	page := webtest.ParseHTML(t, b.Get(types+"/grid").Status(200).Body.String())
	if rows := embeddedRows(t, page); len(rows.First.SIDs) != first || rows.Count != 3*most || len(rows.Columns) == 0 {
		t.Errorf("the page has %d of %d rows", len(rows.First.SIDs), rows.Count)
	}
	total := 0
	for _, block := range b.Grid(types, "").Blocks {
		if total += len(block.SIDs); len(block.SIDs) > most {
			t.Errorf("a piece has %d rows", len(block.SIDs))
		}
	}
	if total != 3*most {
		t.Errorf("all pieces have %d rows", total)
	}
	for _, query := range []string{"?sort=-nominal", "?q=nominl>1"} {
		if body := b.Get(types + "/grid" + query).Status(200).Body.String(); strings.Contains(body, "data-grid-first") {
			t.Errorf("the page at %s has rows", query)
		}
	}
}

// embeddedRows are those that the page of a grid comes with.
func embeddedRows(t *testing.T, page webtest.Document) (rows webtest.GridRows) {
	t.Helper()
	for _, script := range page.Named("script") {
		if script.Has("data-grid-first") {
			if err := json.Unmarshal([]byte(script.Text.String()), &rows); err != nil {
				t.Fatal(err)
			}
		}
	}
	return rows
}
