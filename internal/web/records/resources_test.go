package records_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

// create sends the form of a new record and returns the record's address.
func create(b *webtest.Browser, list string, form url.Values) string {
	b.TB.Helper()
	answer := b.Submit(list+"/create", list, form).Status(302)
	path, made := strings.CutSuffix(strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test"), "/edit")
	if !made {
		b.TB.Fatalf("leads to %q: %s", path, b.Get(list+"/create").Body)
	}
	return path
}

func TestApplyPreset(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	presets := instance + "/presets"
	preset := create(b, presets, url.Values{
		"title": {"Rifles"}, "nominal": {"20"}, "lifetime": {"7200"}, "usage_ids[]": {"", "2"}, "enabled": {"0"},
	})
	apply, edit := preset+"/apply", preset+"/edit"
	b.Get(edit).Says(`href="` + apply + `"`)
	b.Get(apply).LeadsTo(edit)
	b.Get(edit).Says("This preset is disabled.")
	b.Submit(edit, apply, nil).LeadsTo(edit)
	b.Put(edit, preset, url.Values{"enabled": {"1"}}).Status(302)

	b.Get(apply).Says("“Rifles” matches 2 types. All of them change.", "<li>Lifetime: 2 h</li>", "Change 2 types", "<del>",
		"<ins>7200 s (2 h)</ins>").SaysNot("Restock",
		"Leave out")
	if n := b.Count(`SELECT count(*) FROM types WHERE lifetime = 7200`); n != 0 {
		t.Fatalf("looking changed %d types", n)
	}
	b.Submit(apply, apply, nil).LeadsTo(edit)
	b.Get(edit).Says("Rifles was applied: 2 types were changed.", ">Undo</button>")
	if n := b.Count(`SELECT count(*) FROM types WHERE lifetime = 7200 AND nominal = 20`); n != 2 {
		t.Errorf("%d types have the values, want 2", n)
	}
	b.Get(apply).LeadsTo(edit)
	b.Get(edit).Says("All 2 matching types already have these values.")
	b.Get(instance+"/history").Says(">updated<", ">AKM</a>", "7200 s")
	b.Put(edit, preset, url.Values{"category_id": {"2"}}).Status(302)
	b.Get(apply).LeadsTo(edit)
	b.Get(edit).Says("No type matches this preset.")
	s.User("Bo", false).Get(apply).Status(403)
}

func TestTraders(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	sellers, categories, items := instance+"/trader-sellers", instance+"/trader-categories", instance+"/trader-items"
	seller := create(b, sellers, url.Values{
		"name": {"Boris"}, "position[]": {"1.5", "-2", "3"}, "object_class": {"Boris_1"}, "attachments": {"Hat\r\n\r\n Shirt "},
	})
	if got := b.Field(record.TraderSellers, seller, "position"); got != "[1.5,-2,3]" {
		t.Errorf("position %v", got)
	}
	if got := b.Field(record.TraderSellers, seller, "attachments"); got != `["Hat","Shirt"]` {
		t.Errorf("attachments %v", got)
	}
	sellerID := recordform.Shown(record.TraderSellers.Field("id"), b.Field(record.TraderSellers, seller, "id"))
	b.Get(categories+"?seller_id="+sellerID).Says(categories+"/create?list=", "&amp;seller_id="+sellerID)
	b.Get(categories + "/create?seller_id=" + sellerID).Says(`<option value="` + sellerID + `" selected>Boris</option>`)
	category := create(b, categories, url.Values{"name": {"Food"}, "seller_id": {sellerID}})
	categoryID := recordform.Shown(record.TraderCategories.Field("id"), b.Field(record.TraderCategories, category, "id"))

	b.Get(items + "/create").Says(`<option value="` + categoryID + `">Boris / Food</option>`).SaysNot("seller_id")
	b.Submit(items+"/create", items, url.Values{"class_name": {""}, "buy": {"x"}}).LeadsTo(items + "/create")
	b.Get(items+"/create").Says("Class name</a>: The name field is required.", "The category id field is required.",
		"The buy field must be a number.")
	item := create(b, items, url.Values{
		"class_name": {"Apple"}, "category_id": {categoryID}, "quantity_code": {"5"}, "buy": {"12.345"}, "sell": {"-1.00"},
	})
	var made record.TraderItem
	record.TraderItems.Decode(b.Stored(instance, record.TraderItems, item), &made)
	if made.Name != "Apple" || *made.Quantity != 5 || made.Buy != 1235 || made.Sell != -100 ||
		made.SellerID != b.Field(record.TraderSellers, seller, "id") {
		t.Errorf("made %+v", made)
	}
	b.Get(items).Says(`>Boris / Food<`, `class="num"><span>12.35</span>`)

	other := create(b, sellers, url.Values{"name": {"Anna"}})
	otherID := recordform.Shown(record.TraderSellers.Field("id"), b.Field(record.TraderSellers, other, "id"))
	second := create(b, categories, url.Values{"name": {"Food"}, "seller_id": {otherID}})
	secondID := recordform.Shown(record.TraderCategories.Field("id"), b.Field(record.TraderCategories, second, "id"))
	b.Put(item+"/edit", item, url.Values{"category_id": {secondID}}).LeadsTo(item + "/edit")
	if got := b.Field(record.TraderItems, item, "seller_id"); got != b.Field(record.TraderSellers, other, "id") {
		t.Errorf("the item moved to the category of another seller, but belongs to %v", got)
	}
	b.Delete(other+"/edit", other, nil).LeadsTo(sellers)
	b.Get(sellers).Says("Anna was deleted, and with it 1 trader category and 1 trader item.")
}

func TestSellersAreListedAsTheGameReadsThem(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "TraderConfig.txt", Text: "<Trader> Apples\n<Trader> Bread\n<FileEnd>\n"})
	b.Import(instance, nil, webtest.File{Name: "TraderConfig.txt", Text: "<Trader> Cars\n<Trader> Bread\n<Trader> Apples\n<FileEnd>\n"})
	for query, want := range map[string]string{
		"": "Cars Bread Apples", "?sort=-name": "Cars Bread Apples", "?sort=name": "Apples Bread Cars",
	} {
		names := regexp.MustCompile(`>(Apples|Bread|Cars)<`).FindAllStringSubmatch(
			b.Get(instance+"/trader-sellers"+query).Status(200).Body.String(),
			-1)
		var got []string
		for _, name := range names {
			got = append(got, name[1])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", query, got, want)
		}
	}
}

// TestPosition clears and breaks a position of three numbers.
func TestPosition(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	seller := create(b, instance+"/trader-sellers", url.Values{"name": {"Boris"}, "position[]": {"1", "2", "3"}})
	edit := seller + "/edit"
	b.Put(edit, seller, url.Values{"position[]": {"1", "", "x"}}).LeadsTo(edit)
	b.Get(edit).Says("The y field is required.", "The z field must be a number.", `name="position[]" value="x"`)
	b.Put(edit, seller, url.Values{"name": {"Boris"}}).LeadsTo(edit)
	if got := b.Field(record.TraderSellers, seller, "position"); got != "[1,2,3]" {
		t.Errorf("position %v", got)
	}
	b.Put(edit, seller, url.Values{"position[]": {"", "", ""}}).LeadsTo(edit)
	if got := b.Field(record.TraderSellers, seller, "position"); got != nil {
		t.Errorf("position %v, want none", got)
	}
	b.Get(instance + "/history").Says("1, 2, 3")
}

func TestSpawnableBlocks(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	list := instance + "/spawnable-types"
	form := url.Values{
		"class_name":        {"AKM"},
		"blocks[0][kind]":   {"cargo"},
		"blocks[0][preset]": {"food"},
		"blocks[0][chance]": {""},
		"blocks[0][items]":  {""},
		"blocks[1][kind]":   {"attachments"},
		"blocks[1][chance]": {"0.5"},
		"blocks[1][items]":  {"Butt 0.8\r\n\r\nRail\r\n\"odd name\" 2"},
	}
	wrong := webtest.Cloned(form)
	wrong.Set("blocks[1][items]", "Butt\r\n\r\nRail often")
	b.Submit(list+"/create", list, wrong).LeadsTo(list + "/create")
	b.Get(list+"/create").Says("block 2, Items</a>: Line 2: The chance field must be a number.", "Rail often</textarea>")
	path := create(b, list, form)
	want := `[{"kind":"cargo","preset":"food","chance":null,"items":[]},` +
		`{"kind":"attachments","preset":null,"chance":0.5,"items":[{"name":"Butt","chance":0.8},{"name":"Rail","chance":null},{"name":"odd ` +
		`name","chance":2}]}]`
	if diff := cmp.Diff(want, b.Field(record.SpawnableTypes, path, "blocks")); diff != "" {
		t.Error(diff)
	}
	b.Get(list).Says(`data-label="Blocks" class="num"><span>2</span>`)
	sent := webtest.FormOf(t, b, path+"/edit", "spawnable-type")
	sent.Set("blocks[1][items]", "Butt 0.8")
	b.Send("POST", path, sent).LeadsTo(path + "/edit")
	if got := b.Field(record.SpawnableTypes, path, "blocks").(string); strings.Contains(got, "Rail") || !strings.Contains(got, `"food"`) {
		t.Errorf("blocks %s", got)
	}
	b.Get(instance + "/history").Says("kind attachments, chance 0.5, items Butt 0.8")
}

func TestEventSpawnPositions(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	list := b.Instance("A") + "/event-spawns"
	path := create(b, list, url.Values{"name": {"Crash"}, "positions": {"1 2 - 90\r\n3.5 4 0 0 West coast\r\n"}})
	want := `[{"x":1,"z":2,"y":null,"a":90,"group":null},{"x":3.5,"z":4,"y":0,"a":0,"group":"West coast"}]`
	if diff := cmp.Diff(want, b.Field(record.EventSpawns, path, "positions")); diff != "" {
		t.Error(diff)
	}
	b.Put(path+"/edit", path, url.Values{"positions": {"1 2\n\n3"}}).LeadsTo(path + "/edit")
	b.Get(path+"/edit").Says("Line 2: The z field is required.", "1 2\n3</textarea>")
	b.Put(path+"/edit", path, url.Values{"positions": {""}}).LeadsTo(path + "/edit")
	if got := b.Field(record.EventSpawns, path, "positions"); got != "[]" {
		t.Errorf("positions %v", got)
	}
}

func TestPlayers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	list, spawns := instance+"/player-lists", instance+"/player-spawns"
	ban := create(b, list, url.Values{
		"type": {"ban"}, "name": {"Cheat"}, "player_id": {"1"}, "note": {"123"}, "expires_at": {"2020-01-31T12:30"},
	})
	create(b, list, url.Values{"type": {"whitelist"}, "name": {"Friend"}, "player_id": {"2"}, "is_public": {"1"}})
	if note, until := b.Field(record.PlayerLists, ban, "note"),
		b.Field(record.PlayerLists, ban, "expires_at"); note != "123" || until != int64(1580473800000000) {
		t.Errorf("note %v, until %v", note, until)
	}
	for query, want := range map[string]string{
		"?type=ban": "Cheat", "?expired=0": "Friend", "?expired=1": "Cheat", "?public=1": "Friend", "?search=fri": "Friend",
	} {
		other := map[string]string{"Cheat": ">Friend<", "Friend": ">Cheat<"}[want]
		b.Get(list + query).Says(">" + want + "</a>").SaysNot(other)
	}
	b.Get(list).Says("<span>whitelist</span>")

	point := create(b, spawns, url.Values{"type": {"fresh"}, "x": {"6063.02"}, "z": {"10"}})
	b.Get(spawns).Says(`href="` + point + `/edit?list=">fresh 6063.02 10.00</a>`)
	b.Get(point + "/edit").Says("<h1>fresh 6063.02 10.00</h1>").SaysNot(">not set</option>")
}

func TestOverviewCountsEverything(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := webtest.Furnish(b)
		webtest.FurnishMore(b, instance)
		page := b.Get(instance)
		for _, p := range s.RecordPages() {
			n := s.Count(`SELECT count(*) FROM ` + p.Resource.Name)
			page.Says(`<a href="` + instance + "/" + p.Resource.Path + `">` + p.Title + `</a></dt><dd>` + ui.HumanCount(n) + `</dd>`)
		}
	})
}
