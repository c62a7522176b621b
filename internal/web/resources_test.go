package web

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/ui"
)

// create sends the form of a new record and returns the record's address.
func (b *browser) create(list string, form url.Values) string {
	b.t.Helper()
	answer := b.submit(list+"/create", list, form).status(302)
	path, made := strings.CutSuffix(strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test"), "/edit")
	if !made {
		b.t.Fatalf("leads to %q: %s", path, b.get(list+"/create").Body)
	}
	return path
}

// field is a stored value of a record.
func (b *browser) field(res *record.Resource, path, name string) any {
	b.t.Helper()
	parts := strings.Split(path, "/")
	return b.stored(strings.Join(parts[:3], "/"), res, path)[res.Index(name)]
}

func TestApplyPreset(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	presets := instance + "/presets"
	preset := b.create(presets, url.Values{"title": {"Rifles"}, "nominal": {"20"}, "lifetime": {"7200"}, "usage_ids[]": {"", "2"}, "enabled": {"0"}})
	apply, edit := preset+"/apply", preset+"/edit"
	b.get(edit).says(`href="` + apply + `"`)
	b.get(apply).leadsTo(edit)
	b.get(edit).says("This preset is disabled.")
	b.submit(edit, apply, nil).leadsTo(edit)
	b.put(edit, preset, url.Values{"enabled": {"1"}}).status(302)

	b.get(apply).says("“Rifles” matches 2 types. All of them will change.", "<li>Lifetime: 2 h</li>", "Change 2 types", "<del>", "<ins>7200 s (2 h)</ins>").saysNot("Restock", "Leave out")
	if n := b.count(`SELECT count(*) FROM types WHERE lifetime = 7200`); n != 0 {
		t.Fatalf("looking changed %d types", n)
	}
	b.submit(apply, apply, nil).leadsTo(edit)
	b.get(edit).says("Rifles was applied: 2 types were changed.", ">Undo</button>")
	if n := b.count(`SELECT count(*) FROM types WHERE lifetime = 7200 AND nominal = 20`); n != 2 {
		t.Errorf("%d types have the values, want 2", n)
	}
	b.get(apply).leadsTo(edit)
	b.get(edit).says("All 2 matching types already have these values.")
	b.get(instance+"/history").says(">updated<", ">AKM</a>", "7200 s")
	b.put(edit, preset, url.Values{"category_id": {"2"}}).status(302)
	b.get(apply).leadsTo(edit)
	b.get(edit).says("No type matches this preset.")
	s.user("Bo", false).get(apply).status(403)
}

func TestTraders(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	sellers, categories, items := instance+"/trader-sellers", instance+"/trader-categories", instance+"/trader-items"
	seller := b.create(sellers, url.Values{"name": {"Boris"}, "position[]": {"1.5", "-2", "3"}, "object_class": {"Boris_1"}, "attachments": {"Hat\r\n\r\n Shirt "}})
	if got := b.field(record.TraderSellers, seller, "position"); got != "[1.5,-2,3]" {
		t.Errorf("position %v", got)
	}
	if got := b.field(record.TraderSellers, seller, "attachments"); got != `["Hat","Shirt"]` {
		t.Errorf("attachments %v", got)
	}
	sellerID := recordform.Shown(record.TraderSellers.Field("id"), b.field(record.TraderSellers, seller, "id"))
	b.get(categories+"?seller_id="+sellerID).says(categories+"/create?list=", "&amp;seller_id="+sellerID)
	b.get(categories + "/create?seller_id=" + sellerID).says(`<option value="` + sellerID + `" selected>Boris</option>`)
	category := b.create(categories, url.Values{"name": {"Food"}, "seller_id": {sellerID}})
	categoryID := recordform.Shown(record.TraderCategories.Field("id"), b.field(record.TraderCategories, category, "id"))

	b.get(items + "/create").says(`<option value="` + categoryID + `">Boris / Food</option>`).saysNot("seller_id")
	b.submit(items+"/create", items, url.Values{"class_name": {""}, "buy": {"x"}}).leadsTo(items + "/create")
	b.get(items+"/create").says("Class name</a>: The name field is required.", "The category id field is required.", "The buy field must be a number.")
	item := b.create(items, url.Values{"class_name": {"Apple"}, "category_id": {categoryID}, "quantity_code": {"5"}, "buy": {"12.345"}, "sell": {"-1.00"}})
	var made record.TraderItem
	record.TraderItems.Decode(b.stored(instance, record.TraderItems, item), &made)
	if made.Name != "Apple" || *made.Quantity != 5 || made.Buy != 1235 || made.Sell != -100 || made.SellerID != b.field(record.TraderSellers, seller, "id") {
		t.Errorf("made %+v", made)
	}
	b.get(items).says(`>Boris / Food<`, `class="num"><span>12.35</span>`)

	other := b.create(sellers, url.Values{"name": {"Anna"}})
	otherID := recordform.Shown(record.TraderSellers.Field("id"), b.field(record.TraderSellers, other, "id"))
	second := b.create(categories, url.Values{"name": {"Food"}, "seller_id": {otherID}})
	secondID := recordform.Shown(record.TraderCategories.Field("id"), b.field(record.TraderCategories, second, "id"))
	b.put(item+"/edit", item, url.Values{"category_id": {secondID}}).leadsTo(item + "/edit")
	if got := b.field(record.TraderItems, item, "seller_id"); got != b.field(record.TraderSellers, other, "id") {
		t.Errorf("the item moved to the category of another seller, but belongs to %v", got)
	}
	b.delete(other+"/edit", other, nil).leadsTo(sellers)
	b.get(sellers).says("Anna was deleted, and with it 1 trader category and 1 trader item.")
}

func TestSellersAreListedAsTheGameReadsThem(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"TraderConfig.txt", "<Trader> Apples\n<Trader> Bread\n<FileEnd>\n"})
	b.importing(instance, nil, uploaded{"TraderConfig.txt", "<Trader> Cars\n<Trader> Bread\n<Trader> Apples\n<FileEnd>\n"})
	for query, want := range map[string]string{"": "Cars Bread Apples", "?sort=-name": "Cars Bread Apples", "?sort=name": "Apples Bread Cars"} {
		names := regexp.MustCompile(`>(Apples|Bread|Cars)<`).FindAllStringSubmatch(b.get(instance+"/trader-sellers"+query).status(200).Body.String(), -1)
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
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	seller := b.create(instance+"/trader-sellers", url.Values{"name": {"Boris"}, "position[]": {"1", "2", "3"}})
	edit := seller + "/edit"
	b.put(edit, seller, url.Values{"position[]": {"1", "", "x"}}).leadsTo(edit)
	b.get(edit).says("The y field is required.", "The z field must be a number.", `name="position[]" value="x"`)
	b.put(edit, seller, url.Values{"name": {"Boris"}}).leadsTo(edit)
	if got := b.field(record.TraderSellers, seller, "position"); got != "[1,2,3]" {
		t.Errorf("position %v", got)
	}
	b.put(edit, seller, url.Values{"position[]": {"", "", ""}}).leadsTo(edit)
	if got := b.field(record.TraderSellers, seller, "position"); got != nil {
		t.Errorf("position %v, want none", got)
	}
	b.get(instance + "/history").says("1, 2, 3")
}

func TestSpawnableBlocks(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	list := instance + "/spawnable-types"
	form := url.Values{
		"class_name": {"AKM"}, "blocks[0][kind]": {"cargo"}, "blocks[0][preset]": {"food"}, "blocks[0][chance]": {""}, "blocks[0][items]": {""},
		"blocks[1][kind]": {"attachments"}, "blocks[1][chance]": {"0.5"}, "blocks[1][items]": {"Butt 0.8\r\n\r\nRail\r\n\"odd name\" 2"},
	}
	wrong := cloned(form)
	wrong.Set("blocks[1][items]", "Butt\r\n\r\nRail often")
	b.submit(list+"/create", list, wrong).leadsTo(list + "/create")
	b.get(list+"/create").says("block 2, Items</a>: Line 2: The chance field must be a number.", "Rail often</textarea>")
	path := b.create(list, form)
	want := `[{"kind":"cargo","preset":"food","chance":null,"items":[]},` +
		`{"kind":"attachments","preset":null,"chance":0.5,"items":[{"name":"Butt","chance":0.8},{"name":"Rail","chance":null},{"name":"odd name","chance":2}]}]`
	if diff := cmp.Diff(want, b.field(record.SpawnableTypes, path, "blocks")); diff != "" {
		t.Error(diff)
	}
	b.get(list).says(`data-label="Blocks" class="num"><span>2</span>`)
	sent := formOf(t, b, path+"/edit", "spawnable-type")
	sent.Set("blocks[1][items]", "Butt 0.8")
	b.send("POST", path, sent).leadsTo(path + "/edit")
	if got := b.field(record.SpawnableTypes, path, "blocks").(string); strings.Contains(got, "Rail") || !strings.Contains(got, `"food"`) {
		t.Errorf("blocks %s", got)
	}
	b.get(instance + "/history").says("kind attachments, chance 0.5, items Butt 0.8")
}

func TestEventSpawnPositions(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	list := b.instance("A") + "/event-spawns"
	path := b.create(list, url.Values{"name": {"Crash"}, "positions": {"1 2 - 90\r\n3.5 4 0 0 West coast\r\n"}})
	want := `[{"x":1,"z":2,"y":null,"a":90,"group":null},{"x":3.5,"z":4,"y":0,"a":0,"group":"West coast"}]`
	if diff := cmp.Diff(want, b.field(record.EventSpawns, path, "positions")); diff != "" {
		t.Error(diff)
	}
	b.put(path+"/edit", path, url.Values{"positions": {"1 2\n\n3"}}).leadsTo(path + "/edit")
	b.get(path+"/edit").says("Line 2: The z field is required.", "1 2\n3</textarea>")
	b.put(path+"/edit", path, url.Values{"positions": {""}}).leadsTo(path + "/edit")
	if got := b.field(record.EventSpawns, path, "positions"); got != "[]" {
		t.Errorf("positions %v", got)
	}
}

func TestPlayers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	list, spawns := instance+"/player-lists", instance+"/player-spawns"
	ban := b.create(list, url.Values{"type": {"ban"}, "name": {"Cheat"}, "player_id": {"1"}, "note": {"123"}, "expires_at": {"2020-01-31T12:30"}})
	b.create(list, url.Values{"type": {"whitelist"}, "name": {"Friend"}, "player_id": {"2"}, "is_public": {"1"}})
	if note, until := b.field(record.PlayerLists, ban, "note"), b.field(record.PlayerLists, ban, "expires_at"); note != "123" || until != int64(1580473800000000) {
		t.Errorf("note %v, until %v", note, until)
	}
	for query, want := range map[string]string{"?type=ban": "Cheat", "?expired=0": "Friend", "?expired=1": "Cheat", "?public=1": "Friend", "?search=fri": "Friend"} {
		other := map[string]string{"Cheat": ">Friend<", "Friend": ">Cheat<"}[want]
		b.get(list + query).says(">" + want + "</a>").saysNot(other)
	}
	b.get(list).says("<span>whitelist</span>")

	point := b.create(spawns, url.Values{"type": {"fresh"}, "x": {"6063.02"}, "z": {"10"}})
	b.get(spawns).says(`href="` + point + `/edit?list=">fresh 6063.02 10.00</a>`)
	b.get(point + "/edit").says("<h1>fresh 6063.02 10.00</h1>").saysNot(">not set</option>")
}

func TestOverviewCountsEverything(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	page := b.get(instance)
	for _, p := range s.recordPages() {
		n := s.count(`SELECT count(*) FROM ` + p.Resource.Name)
		page.says(`<a href="` + instance + "/" + p.Resource.Path + `">` + p.Title + `</a></dt><dd>` + ui.HumanCount(n) + `</dd>`)
	}
}
