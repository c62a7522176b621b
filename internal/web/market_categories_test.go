package web

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
)

const categories = "/market-categories"

// ammoForm is the form of the category of categoryJSON as the browser sends it unchanged.
func ammoForm() url.Values {
	return url.Values{
		"name": {"Ammo"}, "display_name": {"Ammo"}, "icon": {"Gun Bullets"}, "color": {"8A3DC1FF"}, "IsExchange": {"0"}, "InitStockPercent": {"100.00"},
		"items[0][ClassName]": {"ammo_12gaslug"}, "items[0][MinPriceThreshold]": {"25"}, "items[0][MaxPriceThreshold]": {"45"}, "items[0][SellPricePercent]": {"-1.0"},
		"items[0][MinStockThreshold]": {"300"}, "items[0][MaxStockThreshold]": {"1000"}, "items[0][QuantityPercent]": {"100"},
		"items[0][Variants]": {"ammo_red\r\nammo_blue"}, "items[0][SpawnAttachments]": {""},
		"items[1][ClassName]": {"ammo_45acp"}, "items[1][MinPriceThreshold]": {"40"}, "items[1][MaxPriceThreshold]": {"90"}, "items[1][SellPricePercent]": {"50.00"},
		"items[1][MinStockThreshold]": {"1"}, "items[1][MaxStockThreshold]": {"1"}, "items[1][QuantityPercent]": {"-1"},
		"items[1][Variants]": {""}, "items[1][SpawnAttachments]": {"box"},
		"items[2][ClassName]": {""}, "items[2][MinPriceThreshold]": {""}, "items[2][Variants]": {""},
	}
}

func TestCategoryFormChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(categories, "Ammo", categoryJSON)
	tests := []struct {
		name string
		sent map[string]string // on top of the unchanged form; "-" leaves a field out, and with "items" all rows
		want []string          // pairs of what is replaced in the file
	}{
		{"nothing", nil, nil},
		{"no items sent", map[string]string{"items": "-"}, nil},
		{"extra fields left out", map[string]string{"IsExchange": "-", "InitStockPercent": "-", "items[1][SellPricePercent]": "-", "items[1][SpawnAttachments]": "-"}, nil},
		{"a price", map[string]string{"items[1][MinPriceThreshold]": "41"}, []string{`"MinPriceThreshold": 40`, `"MinPriceThreshold": 41`}},
		{"a share", map[string]string{"items[1][SellPricePercent]": "62.5"}, []string{`"SellPricePercent": 50.00`, `"SellPricePercent": 62.5`}},
		{"a flag", map[string]string{"IsExchange": "1"}, []string{`"IsExchange": 0`, `"IsExchange": 1`}},
		{"the name in the menu", map[string]string{"display_name": "Bullets"}, []string{`"DisplayName": "Ammo"`, `"DisplayName": "Bullets"`}},
		{"cleared text", map[string]string{"icon": ""}, []string{`"Icon": "Gun Bullets"`, `"Icon": ""`}},
		{"a variant", map[string]string{"items[0][Variants]": "ammo_red"}, []string{`["ammo_red", "ammo_blue"]`, `["ammo_red"]`}},
		{"letter case of a class", map[string]string{"items[0][ClassName]": "Ammo_12gaSlug"}, []string{`"ammo_12gaslug"`, `"Ammo_12gaSlug"`}},
	}
	for _, test := range tests {
		form := ammoForm()
		for name, value := range test.sent {
			form.Set(name, value)
			if value == "-" {
				deleteFields(form, name)
			}
		}
		s.put(address+"/edit", address, form).leadsTo(address + "/edit")
		want := strings.NewReplacer(append(test.want, "\x00", "")...).Replace(categoryJSON)
		if diff := cmp.Diff(want, s.file(address)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		s.importing(categories, uploaded{"Ammo.json", categoryJSON}).status(302)
	}
}

func deleteFields(form url.Values, prefix string) {
	for name := range form {
		if strings.HasPrefix(name, prefix) {
			form.Del(name)
		}
	}
}

func TestCategoryRows(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(categories, "Ammo", categoryJSON)
	rows := func(fields ...string) url.Values {
		form := url.Values{"name": {"Ammo"}}
		for i := 0; i < len(fields); i += 4 {
			n := "items[" + fields[i] + "]"
			form.Set(n+"[ClassName]", fields[i+1])
			form.Set(n+"[MinPriceThreshold]", fields[i+2])
			form.Set(n+"[MaxPriceThreshold]", fields[i+3])
		}
		return form
	}
	s.put(address+"/edit", address, rows("0", "AMMO_45ACP", "40", "90", "4", "new_one", "5", "6")).leadsTo(address + "/edit")
	var file struct{ Items []map[string]any }
	if err := json.Unmarshal([]byte(s.file(address)), &file); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"ClassName": "AMMO_45ACP", "MaxPriceThreshold": 90.0, "MinPriceThreshold": 40.0, "SellPricePercent": 50.0, "MaxStockThreshold": 1.0, "MinStockThreshold": 1.0, "QuantityPercent": -1.0, "SpawnAttachments": []any{"box"}, "Variants": []any{}},
		{"ClassName": "new_one", "MaxPriceThreshold": 6.0, "MinPriceThreshold": 5.0, "SellPricePercent": -1.0, "MaxStockThreshold": 100.0, "MinStockThreshold": 1.0, "QuantityPercent": -1.0, "SpawnAttachments": []any{}, "Variants": []any{}},
	}
	if diff := cmp.Diff(want, file.Items); diff != "" {
		t.Error(diff)
	}
	form := rows("0", "ammo_45acp", "40", "90", "1", "new_one", "5", "6", "2", "blank_boxes", "1", "2")
	for _, key := range []string{"SellPricePercent", "MinStockThreshold", "MaxStockThreshold", "QuantityPercent", "Variants", "SpawnAttachments"} {
		form.Set("items[2]["+key+"]", "")
	}
	form["items[1][Variants][]"] = []string{"a", "b"}
	form.Set("items[0][remove]", "1")
	s.put(address+"/edit", address, form).status(302)
	if err := json.Unmarshal([]byte(s.file(address)), &file); err != nil || len(file.Items) != 2 || file.Items[1]["MaxStockThreshold"] != 100.0 || file.Items[1]["SellPricePercent"] != -1.0 {
		t.Errorf("the items are %v", file.Items)
	}
	if got := s.file(address); strings.Contains(strings.ToLower(got), "ammo_45acp") || !regexp.MustCompile(`"a",\s*"b"`).MatchString(got) {
		t.Errorf("the file is\n%s", got)
	}
}

// TestCategoryRenamedItem: an item that the form names by its id keeps what the form does not know when its class changes.
func TestCategoryRenamedItem(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(categories, "Ammo", categoryJSON)
	form := ammoForm()
	form.Set("items[0][item]", itemID(address, "ammo_12gaslug"))
	form.Set("items[0][ClassName]", "ammo_other")
	s.put(address+"/edit", address, form).status(302)
	if want, got := strings.Replace(categoryJSON, "ammo_12gaslug", "ammo_other", 1), s.file(address); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func itemID(address, class string) string {
	return record.MarketItemIDs(address[strings.LastIndex(address, "/")+1:], []string{class})[0]
}

func TestCategoryRefused(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.imported(categories, "Guns", strings.Replace(categoryJSON, "Ammo", "Guns", 1))
	address := s.imported(categories, "Ammo", categoryJSON)
	tests := []struct {
		sent map[string]string
		want string
	}{
		{map[string]string{"name": ""}, `{"message":"The name field is required.","errors":{"name":["The name field is required."]}}`},
		{map[string]string{"name": "GUNS"}, `{"message":"The name has already been taken.","errors":{"name":["The name has already been taken."]}}`},
		{map[string]string{"name": "a/b"}, `{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`},
		{map[string]string{"name": `a\b`}, `{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`},
		{map[string]string{"name": "a\x01b"}, `{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`},
		{map[string]string{"name": strings.Repeat("x", 201)}, `{"message":"The name field must not be greater than 200 characters.","errors":{"name":["The name field must not be greater than 200 characters."]}}`},
		{map[string]string{"items[0][ClassName]": ""}, `{"message":"The items.0.ClassName field is required.","errors":{"items.0.ClassName":["The items.0.ClassName field is required."]}}`},
		{map[string]string{"items[1][MinPriceThreshold]": "x"}, `{"message":"The items.1.MinPriceThreshold field must be an integer.","errors":{"items.1.MinPriceThreshold":["The items.1.MinPriceThreshold field must be an integer."]}}`},
		{map[string]string{"items[1][MaxPriceThreshold]": "2.5"}, `{"message":"The items.1.MaxPriceThreshold field must be an integer.","errors":{"items.1.MaxPriceThreshold":["The items.1.MaxPriceThreshold field must be an integer."]}}`},
		{map[string]string{"items[1][MaxPriceThreshold]": "99999999999"}, `{"message":"The items.1.MaxPriceThreshold field must not be greater than 2147483647.","errors":{"items.1.MaxPriceThreshold":["The items.1.MaxPriceThreshold field must not be greater than 2147483647."]}}`},
		{map[string]string{"items[1][MinPriceThreshold]": "-1"}, `{"message":"The items.1.MinPriceThreshold field must be at least 0.","errors":{"items.1.MinPriceThreshold":["The items.1.MinPriceThreshold field must be at least 0."]}}`},
		{map[string]string{"items[0][Variants]": strings.Repeat("x", 256)}, `{"message":"The items.0.Variants.0 field must not be greater than 255 characters.","errors":{"items.0.Variants.0":["The items.0.Variants.0 field must not be greater than 255 characters."]}}`},
		{map[string]string{"InitStockPercent": "1e99"}, `{"message":"The init stock percent field must be a number.","errors":{"InitStockPercent":["The init stock percent field must be a number."]}}`},
		{map[string]string{"display_name": strings.Repeat("x", 256)}, `{"message":"The display name field must not be greater than 255 characters.","errors":{"display_name":["The display name field must not be greater than 255 characters."]}}`},
	}
	before := s.revision()
	for _, test := range tests {
		form := ammoForm()
		for name, value := range test.sent {
			form.Set(name, value)
		}
		form.Set("_token", s.token(address+"/edit"))
		got := s.asProgram().send("PUT", address, form).status(422).Body.String()
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v: %s", test.sent, diff)
		}
		page := s.put(address+"/edit", address, form)
		page.leadsTo(address + "/edit")
		s.get(address+"/edit").status(200).says(`needs your attention`, `aria-invalid="true"`)
	}
	if s.revision() != before || s.file(address) != categoryJSON {
		t.Error("what was refused has changed something")
	}
	form := ammoForm()
	form.Set("items[1][MinPriceThreshold]", "cheap")
	s.put(address+"/edit", address, form).status(302)
	s.get(address+"/edit").says(`value="cheap"`, "The MinPriceThreshold field must be an integer.", `href="#market-category-items-1-MinPriceThreshold"`)
	form = ammoForm()
	deleteFields(form, "items")
	form.Set("items", "text")
	form.Set("_token", s.token(address+"/edit"))
	s.asProgram().send("PUT", address, form).status(422).says(`{"items":["The items field must be an array."]}`)
}

func TestCategoryItem(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	address := s.imported(categories, "Ammo", categoryJSON)
	item := address + "/items/" + itemID(address, "ammo_45acp")
	s.get(address).says(`action="`+item+`"`, "Ammo", "25 to 90", `fill="#8A3DC1"`, "2 variants", "No trader uses this category.")
	form := url.Values{"ClassName": {"ammo_45acp"}, "MinPriceThreshold": {"41"}, "MaxPriceThreshold": {"90"}}
	s.put(address, item, form).leadsTo(address)
	s.get(address).says("ammo_45acp was saved.")
	if want, got := strings.Replace(categoryJSON, `"MinPriceThreshold": 40`, `"MinPriceThreshold": 41`, 1), s.file(address); got != want {
		t.Error(cmp.Diff(want, got))
	}
	s.put(address, item, url.Values{"ClassName": {"ammo_45acp"}, "MinPriceThreshold": {"x"}, "MaxPriceThreshold": {"90"}}).leadsTo(address)
	s.get(address).says("The min price threshold field must be an integer.", `value="x"`)

	program := s.asProgram()
	form.Set("_token", s.token(address))
	form.Set("Variants", "a\nb")
	want := `{"data":{"sid":"` + itemID(address, "ammo_45acp") + `","ClassName":"ammo_45acp","MaxPriceThreshold":90,"MinPriceThreshold":41,"SellPricePercent":50.00,` +
		`"MaxStockThreshold":1,"MinStockThreshold":1,"QuantityPercent":-1,"SpawnAttachments":["box"],"Variants":["a","b"]}}`
	if diff := cmp.Diff(want, program.send("PUT", item, form).status(200).Body.String()); diff != "" {
		t.Error(diff)
	}
	form.Set("ClassName", "renamed")
	program.send("PUT", item, form).status(200).says(`"sid":"` + itemID(address, "renamed") + `"`)
	program.send("PUT", item, form).status(404)
	form.Set("MaxPriceThreshold", "")
	program.send("PUT", address+"/items/"+itemID(address, "renamed"), form).status(422).
		says(`{"message":"The max price threshold field is required.","errors":{"MaxPriceThreshold":["The max price threshold field is required."]}}`)
	form.Set("_token", "wrong")
	program.send("PUT", item, form).status(419)
}

// TestGenuineMarket imports the market of a server, generates it byte for byte, and raises prices.
func TestGenuineMarket(t *testing.T) {
	t.Parallel()
	categoryFiles, traders := genuineFiles(t, "profiles/ExpansionMod/Market"), genuineFiles(t, "profiles/ExpansionMod/Traders")
	s := openShop(t)
	s.importing(categories, categoryFiles...).leadsTo(s.gui + categories)
	s.get(s.gui+categories).says("76 market categories were imported", "Rows 1 to 50 of 76")
	s.importing("/market-traders", traders...).leadsTo(s.gui + "/market-traders")
	s.get(s.gui + "/market-traders").says("17 market traders were imported")
	for list, files := range map[string][]uploaded{categories: categoryFiles, "/market-traders": traders} {
		for _, file := range files {
			address := s.address(list, strings.TrimSuffix(file.name, ".json"))
			if s.file(address) != file.text {
				t.Errorf("%s came out changed", file.name)
			}
			s.get(address).status(200)
			s.sendForm(address, s.untouched(t, address)).leadsTo(address + "/edit")
			if got := s.file(address); got != file.text {
				t.Errorf("%s: saving the form changes %s", file.name, cmp.Diff(file.text, got))
			}
		}
	}
	s.raisePrices(t, "Rifles", 20)
}

// untouched is what a browser sends of the form of a record in which nothing was edited.
func (s *shop) untouched(t *testing.T, address string) sentForm {
	t.Helper()
	id := "market-category"
	if strings.Contains(address, "/market-traders/") {
		id = "market-trader"
	}
	form, _ := untouchedForm(t, parseHTML(t, s.get(address+"/edit").status(200).Body.String()), id)
	return form
}

// raisePrices raises the prices of the first items of a category by 10 %: exactly these lines differ.
func (s *shop) raisePrices(t *testing.T, name string, n int) {
	t.Helper()
	address := s.address(categories, name)
	before := s.file(address)
	form := s.untouched(t, address)
	want := 0
	for i, pair := range form {
		row, _, _ := strings.Cut(strings.TrimPrefix(pair[0], "items["), "]")
		index, err := strconv.Atoi(row)
		price, _ := strconv.Atoi(pair[1])
		if err == nil && index < n && strings.HasSuffix(pair[0], "PriceThreshold]") && price >= 10 {
			form[i][1] = strconv.Itoa(price + price/10)
			want++
		}
	}
	revision := s.revision()
	s.sendForm(address, form).status(302)
	if s.revision() != revision+1 {
		t.Errorf("%d revisions", s.revision()-revision)
	}
	old, now := strings.Split(before, "\n"), strings.Split(s.file(address), "\n")
	changed := 0
	for i := range old {
		if len(now) != len(old) || old[i] != now[i] && !strings.Contains(now[i], "PriceThreshold") {
			t.Fatalf("line %d: %s", i+1, old[i])
		}
		if old[i] != now[i] {
			changed++
		}
	}
	if changed != want {
		t.Errorf("%d lines changed, want %d", changed, want)
	}
}

func TestCategoryIndex(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.get(s.gui+categories).says("No market categories yet", "ExpansionMod/Market", "/create", "Import market categories")
	s.imported(categories, "Ammo", categoryJSON)
	s.imported(categories, "Guns", strings.Replace(categoryJSON, `"Ammo"`, `"50% <Off>"`, 1))
	s.get(s.gui + categories).says("The market category Guns was imported.")
	s.get(s.gui+categories+"?search=AMM").says("Ammo", "Rows 1 to 1 of 1").saysNot("Guns")
	s.get(s.gui+categories+"?search=50%25").says("50% &lt;Off&gt;", "Guns").saysNot("<Off>")
	s.get(s.gui + categories + "?search=_").says("Nothing matches")
	s.get(s.gui+categories+"?per_page=1&sort=-name").says("Guns", "Rows 1 to 1 of 2", "Next", "Search by name or display name").saysNot(">Ammo<")
	s.importing(categories, uploaded{"x.json", `{"Items": 1}`}).status(422).says("Nothing was imported", "x.json: the file does not have the shape of its kind (Market category).")
	s.importing(categories, uploaded{"x.json", "{\n\"Items\":\n]"}).status(422).says("line 3")
	s.importing(categories, uploaded{"y.json", categoryJSON}, uploaded{"x.json", "{}"}).status(422)
	s.asProgram().importing(categories).status(422).says(`{"json_file":["The json file field is required."]}`)
	s.get(s.gui + categories).says("Rows 1 to 2 of 2")
	address := s.address(categories, "Guns")
	s.get(address + "/edit").says("Delete Guns?")
	s.delete(address, address, nil).leadsTo(s.gui + categories)
	s.get(s.gui + categories).says("Guns was deleted.")
	s.get(address).status(404)
}

func TestCategoryCreated(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	create := s.gui + categories + "/create"
	s.get(create).status(200).says("New market category", `value="FBFCFEFF"`, `name="items[0][ClassName]"`)
	s.submit(create, s.gui+categories, url.Values{"name": {"Boats"}, "items[0][ClassName]": {"boat"}}).leadsTo(create)
	s.get(create).says("The MinPriceThreshold field is required.", `value="Boats"`, `value="boat"`)
	s.submit(create, s.gui+categories, url.Values{"name": {"Boats"}, "items[0][ClassName]": {"boat"}, "items[0][MinPriceThreshold]": {"1"}, "items[0][MaxPriceThreshold]": {"2"}}).status(302)
	address := s.address(categories, "Boats")
	s.get(address+"/edit").says("Boats was created.", `value="boat"`)
	if got := s.file(address); !strings.Contains(got, `"m_Version": 12`) || !strings.Contains(got, `"InitStockPercent": 75.0`) {
		t.Errorf("the new file is\n%s", got)
	}
}
