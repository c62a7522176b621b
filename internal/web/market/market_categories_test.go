package market_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

func TestCategoryFormChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	tests := []struct {
		name string
		sent map[string]string // on top of the unchanged form; "-" leaves a field out, and with "items" all rows
		want []string          // pairs of what is replaced in the file
	}{
		{"nothing", nil, nil},
		{"no items sent", map[string]string{"items": "-"}, nil},
		{
			"extra fields left out",
			map[string]string{"IsExchange": "-", "InitStockPercent": "-", "items[1][SellPricePercent]": "-", "items[1][SpawnAttachments]": "-"},
			nil,
		},
		{"a price", map[string]string{"items[1][MinPriceThreshold]": "41"}, []string{`"MinPriceThreshold": 40`, `"MinPriceThreshold": 41`}},
		{"a share", map[string]string{"items[1][SellPricePercent]": "62.5"}, []string{`"SellPricePercent": 50.00`, `"SellPricePercent": 62.5`}},
		{"a flag", map[string]string{"IsExchange": "1"}, []string{`"IsExchange": 0`, `"IsExchange": 1`}},
		{"the name in the menu", map[string]string{"display_name": "Bullets"}, []string{`"DisplayName": "Ammo"`, `"DisplayName": "Bullets"`}},
		{"cleared text", map[string]string{"icon": ""}, []string{`"Icon": "Gun Bullets"`, `"Icon": ""`}},
		{"a variant", map[string]string{"items[0][Variants]": "ammo_red"}, []string{`["ammo_red", "ammo_blue"]`, `["ammo_red"]`}},
		{"letter case of a class", map[string]string{"items[0][ClassName]": "Ammo_12gaSlug"}, []string{`"ammo_12gaslug"`, `"Ammo_12gaSlug"`}},
	}
	for _, test := range tests {
		form := webtest.AmmoForm()
		for name, value := range test.sent {
			form.Set(name, value)
			if value == "-" {
				deleteFields(form, name)
			}
		}
		s.Put(address+"/edit", address, form).LeadsTo(address + "/edit")
		want := strings.NewReplacer(append(test.want, "\x00", "")...).Replace(webtest.CategoryJSON)
		if diff := cmp.Diff(want, s.File(address)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		s.Import(webtest.Categories, webtest.File{Name: "Ammo.json", Text: webtest.CategoryJSON}).Status(302)
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
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
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
	s.Put(address+"/edit", address, rows("0", "AMMO_45ACP", "40", "90", "4", "new_one", "5", "6")).LeadsTo(address + "/edit")
	var file struct{ Items []map[string]any }
	if err := json.Unmarshal([]byte(s.File(address)), &file); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{
			"ClassName":         "AMMO_45ACP",
			"MaxPriceThreshold": 90.0,
			"MinPriceThreshold": 40.0,
			"SellPricePercent":  50.0,
			"MaxStockThreshold": 1.0,
			"MinStockThreshold": 1.0,
			"QuantityPercent":   -1.0,
			"SpawnAttachments":  []any{"box"},
			"Variants":          []any{},
		},
		{
			"ClassName":         "new_one",
			"MaxPriceThreshold": 6.0,
			"MinPriceThreshold": 5.0,
			"SellPricePercent":  -1.0,
			"MaxStockThreshold": 100.0,
			"MinStockThreshold": 1.0,
			"QuantityPercent":   -1.0,
			"SpawnAttachments":  []any{},
			"Variants":          []any{},
		},
	}
	if diff := cmp.Diff(want, file.Items); diff != "" {
		t.Error(diff)
	}
	form := rows("0", "ammo_45acp", "40", "90", "1", "new_one", "5", "6", "2", "blank_boxes", "1", "2")
	for _, key := range []string{
		"SellPricePercent", "MinStockThreshold", "MaxStockThreshold", "QuantityPercent", "Variants", "SpawnAttachments",
	} {
		form.Set("items[2]["+key+"]", "")
	}
	form["items[1][Variants][]"] = []string{"a", "b"}
	form.Set("items[0][remove]", "1")
	s.Put(address+"/edit", address, form).Status(302)
	if err := json.Unmarshal([]byte(s.File(address)),
		&file); err != nil || len(file.Items) != 2 || file.Items[1]["MaxStockThreshold"] != 100.0 || file.Items[1]["SellPricePercent"] != -1.0 {
		t.Errorf("the items are %v", file.Items)
	}
	if got := s.File(address); strings.Contains(strings.ToLower(got), "ammo_45acp") || !regexp.MustCompile(`"a",\s*"b"`).MatchString(got) {
		t.Errorf("the file is\n%s", got)
	}
}

// TestCategoryRenamedItem: an item that the form names by its id keeps what the form does not know when its class changes.
func TestCategoryRenamedItem(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	form := webtest.AmmoForm()
	form.Set("items[0][item]", itemID(address, "ammo_12gaslug"))
	form.Set("items[0][ClassName]", "ammo_other")
	s.Put(address+"/edit", address, form).Status(302)
	if want, got := strings.Replace(webtest.CategoryJSON, "ammo_12gaslug", "ammo_other", 1), s.File(address); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func itemID(address, class string) string {
	return record.MarketItemIDs(address[strings.LastIndex(address, "/")+1:], []string{class})[0]
}

func TestCategoryRefused(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	s.Imported(webtest.Categories, "Guns", strings.Replace(webtest.CategoryJSON, "Ammo", "Guns", 1))
	address := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	tests := []struct {
		sent map[string]string
		want string
	}{
		{map[string]string{"name": ""}, `{"message":"The name field is required.","errors":{"name":["The name field is required."]}}`},
		{
			map[string]string{"name": "GUNS"},
			`{"message":"The name has already been taken.","errors":{"name":["The name has already been taken."]}}`,
		},
		{
			map[string]string{"name": "a/b"},
			`{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`,
		},
		{
			map[string]string{"name": `a\b`},
			`{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`,
		},
		{
			map[string]string{"name": "a\x01b"},
			`{"message":"The name field format is invalid.","errors":{"name":["The name field format is invalid."]}}`,
		},
		{
			map[string]string{"name": strings.Repeat("x", 201)},
			`{"message":"The name field must not be greater than 200 characters.","errors":{"name":["The name field must not be greater than 200 ` +
				`characters."]}}`,
		},
		{
			map[string]string{"items[0][ClassName]": ""},
			`{"message":"The items.0.ClassName field is required.","errors":{"items.0.ClassName":["The items.0.ClassName field is required."]}}`,
		},
		{
			map[string]string{"items[1][MinPriceThreshold]": "x"},
			`{"message":"The items.1.MinPriceThreshold field must be an integer.","errors":{"items.1.MinPriceThreshold":["The ` +
				`items.1.MinPriceThreshold field must be an integer."]}}`,
		},
		{
			map[string]string{"items[1][MaxPriceThreshold]": "2.5"},
			`{"message":"The items.1.MaxPriceThreshold field must be an integer.","errors":{"items.1.MaxPriceThreshold":["The ` +
				`items.1.MaxPriceThreshold field must be an integer."]}}`,
		},
		{
			map[string]string{"items[1][MaxPriceThreshold]": "99999999999"},
			`{"message":"The items.1.MaxPriceThreshold field must not be greater than 2147483647.","errors":{"items.1.MaxPriceThreshold":["The ` +
				`items.1.MaxPriceThreshold field must not be greater than 2147483647."]}}`,
		},
		{
			map[string]string{"items[1][MinPriceThreshold]": "-1"},
			`{"message":"The items.1.MinPriceThreshold field must be at least 0.","errors":{"items.1.MinPriceThreshold":["The ` +
				`items.1.MinPriceThreshold field must be at least 0."]}}`,
		},
		{
			map[string]string{"items[0][Variants]": strings.Repeat("x", 256)},
			`{"message":"The items.0.Variants.0 field must not be greater than 255 characters.","errors":{"items.0.Variants.0":["The ` +
				`items.0.Variants.0 field must not be greater than 255 characters."]}}`,
		},
		{
			map[string]string{"InitStockPercent": "1e99"},
			`{"message":"The init stock percent field must be a number.","errors":{"InitStockPercent":["The init stock percent field must be a ` +
				`number."]}}`,
		},
		{
			map[string]string{"display_name": strings.Repeat("x", 256)},
			`{"message":"The display name field must not be greater than 255 characters.","errors":{"display_name":["The display name field must ` +
				`not be greater than 255 characters."]}}`,
		},
	}
	before := s.Revision()
	for _, test := range tests {
		form := webtest.AmmoForm()
		for name, value := range test.sent {
			form.Set(name, value)
		}
		form.Set("_token", s.Token(address+"/edit"))
		got := asProgram(s).Send("PUT", address, form).Status(422).Body.String()
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v: %s", test.sent, diff)
		}
		page := s.Put(address+"/edit", address, form)
		page.LeadsTo(address + "/edit")
		s.Get(address+"/edit").Status(200).Says(`needs your attention`, `aria-invalid="true"`)
	}
	if s.Revision() != before || s.File(address) != webtest.CategoryJSON {
		t.Error("what was refused has changed something")
	}
	form := webtest.AmmoForm()
	form.Set("items[1][MinPriceThreshold]", "cheap")
	s.Put(address+"/edit", address, form).Status(302)
	s.Get(address+"/edit").Says(`value="cheap"`, "The MinPriceThreshold field must be an integer.",
		`href="#market-category-items-1-MinPriceThreshold"`)
	form = webtest.AmmoForm()
	deleteFields(form, "items")
	form.Set("items", "text")
	form.Set("_token", s.Token(address+"/edit"))
	asProgram(s).Send("PUT", address, form).Status(422).Says(`{"items":["The items field must be an array."]}`)
}

func TestCategoryItem(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	address := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	item := address + "/items/" + itemID(address, "ammo_45acp")
	s.Get(address).Says(`action="`+item+`"`, "Ammo", "25 to 90", `fill="#8A3DC1"`, "2 variants", "No trader uses this category.")
	form := url.Values{"ClassName": {"ammo_45acp"}, "MinPriceThreshold": {"41"}, "MaxPriceThreshold": {"90"}}
	s.Put(address, item, form).LeadsTo(address)
	s.Get(address).Says("ammo_45acp was saved.")
	if want, got := strings.Replace(webtest.CategoryJSON, `"MinPriceThreshold": 40`, `"MinPriceThreshold": 41`, 1),
		s.File(address); got != want {
		t.Error(cmp.Diff(want, got))
	}
	s.Put(address, item, url.Values{"ClassName": {"ammo_45acp"}, "MinPriceThreshold": {"x"}, "MaxPriceThreshold": {"90"}}).LeadsTo(address)
	s.Get(address).Says("The min price threshold field must be an integer.", `value="x"`)

	program := asProgram(s)
	form.Set("_token", s.Token(address))
	form.Set("Variants", "a\nb")
	want := `{"data":{"sid":"` + itemID(address, "ammo_45acp") +
		`","ClassName":"ammo_45acp","MaxPriceThreshold":90,"MinPriceThreshold":41,"SellPricePercent":50.00,` +
		`"MaxStockThreshold":1,"MinStockThreshold":1,"QuantityPercent":-1,"SpawnAttachments":["box"],"Variants":["a","b"]}}`
	if diff := cmp.Diff(want, program.Send("PUT", item, form).Status(200).Body.String()); diff != "" {
		t.Error(diff)
	}
	form.Set("ClassName", "renamed")
	program.Send("PUT", item, form).Status(200).Says(`"sid":"` + itemID(address, "renamed") + `"`)
	program.Send("PUT", item, form).Status(404)
	form.Set("MaxPriceThreshold", "")
	program.Send("PUT", address+"/items/"+itemID(address, "renamed"), form).Status(422).
		Says(`{"message":"The max price threshold field is required.","errors":{"MaxPriceThreshold":["The max price threshold field is ` +
			`required."]}}`)
	form.Set("_token", "wrong")
	program.Send("PUT", item, form).Status(419)
}

// TestGenuineMarket imports the market of a server, generates it byte for byte, and raises prices.
func TestGenuineMarket(t *testing.T) {
	t.Parallel()
	categoryFiles, traders := genuineFiles(t, "profiles/ExpansionMod/Market"), genuineFiles(t, "profiles/ExpansionMod/Traders")
	s := webtest.OpenShop(t)
	s.Import(webtest.Categories, categoryFiles...).LeadsTo(s.Gui + webtest.Categories)
	s.Get(s.Gui+webtest.Categories).Says("76 market categories were imported", "Rows 1 to 50 of 76")
	s.Import("/market-traders", traders...).LeadsTo(s.Gui + "/market-traders")
	s.Get(s.Gui + "/market-traders").Says("17 market traders were imported")
	for list, files := range map[string][]webtest.File{webtest.Categories: categoryFiles, "/market-traders": traders} {
		for _, file := range files {
			address := s.Address(list, strings.TrimSuffix(file.Name, ".json"))
			if s.File(address) != file.Text {
				t.Errorf("%s came out changed", file.Name)
			}
			s.Get(address).Status(200)
			s.SendForm(address, untouched(s, t, address)).LeadsTo(address + "/edit")
			if got := s.File(address); got != file.Text {
				t.Errorf("%s: saving the form changes %s", file.Name, cmp.Diff(file.Text, got))
			}
		}
	}
	raisePrices(s, t, "Rifles", 20)
}

// untouched is what a browser sends of the form of a record in which nothing was edited.
func untouched(s *webtest.Shop, t *testing.T, address string) webtest.SentForm {
	t.Helper()
	id := "market-category"
	if strings.Contains(address, "/market-traders/") {
		id = "market-trader"
	}
	form, _ := webtest.UntouchedForm(t, webtest.ParseHTML(t, s.Get(address+"/edit").Status(200).Body.String()), id)
	return form
}

// raisePrices raises the prices of the first items of a category by 10 %: exactly these lines differ.
func raisePrices(s *webtest.Shop, t *testing.T, name string, n int) {
	t.Helper()
	address := s.Address(webtest.Categories, name)
	before := s.File(address)
	form := untouched(s, t, address)
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
	revision := s.Revision()
	s.SendForm(address, form).Status(302)
	if s.Revision() != revision+1 {
		t.Errorf("%d revisions", s.Revision()-revision)
	}
	old, now := strings.Split(before, "\n"), strings.Split(s.File(address), "\n")
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
	s := webtest.OpenShop(t)
	s.Get(s.Gui+webtest.Categories).Says("No market categories yet", "ExpansionMod/Market", "/create", "Import market categories")
	s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	s.Imported(webtest.Categories, "Guns", strings.Replace(webtest.CategoryJSON, `"Ammo"`, `"50% <Off>"`, 1))
	s.Get(s.Gui + webtest.Categories).Says("The market category Guns was imported.")
	s.Get(s.Gui+webtest.Categories+"?search=AMM").Says("Ammo", "Rows 1 to 1 of 1").SaysNot("Guns")
	s.Get(s.Gui+webtest.Categories+"?search=50%25").Says("50% &lt;Off&gt;", "Guns").SaysNot("<Off>")
	s.Get(s.Gui + webtest.Categories + "?search=_").Says("Nothing matches")
	s.Get(s.Gui+webtest.Categories+"?per_page=1&sort=-name").Says("Guns", "Rows 1 to 1 of 2", "Next",
		"Search by name or display name").SaysNot(">Ammo<")
	s.Import(webtest.Categories, webtest.File{Name: "x.json", Text: `{"Items": 1}`}).Status(422).Says("Nothing was imported",
		"x.json: the file does not have the shape of its kind (Market category).")
	s.Import(webtest.Categories, webtest.File{Name: "x.json", Text: "{\n\"Items\":\n]"}).Status(422).Says("line 3")
	s.Import(webtest.Categories, webtest.File{Name: "y.json", Text: webtest.CategoryJSON}, webtest.File{
		Name: "x.json", Text: "{}",
	}).Status(422)
	asProgram(s).Import(webtest.Categories).Status(422).Says(`{"json_file":["The json file field is required."]}`)
	s.Get(s.Gui + webtest.Categories).Says("Rows 1 to 2 of 2")
	address := s.Address(webtest.Categories, "Guns")
	s.Get(address + "/edit").Says("Delete Guns?")
	s.Delete(address, address, nil).LeadsTo(s.Gui + webtest.Categories)
	s.Get(s.Gui + webtest.Categories).Says("Guns was deleted.")
	s.Get(address).Status(404)
}

func TestCategoryCreated(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	create := s.Gui + webtest.Categories + "/create"
	s.Get(create).Status(200).Says("New market category", `value="FBFCFEFF"`, `name="items[0][ClassName]"`)
	s.Submit(create, s.Gui+webtest.Categories, url.Values{"name": {"Boats"}, "items[0][ClassName]": {"boat"}}).LeadsTo(create)
	s.Get(create).Says("The MinPriceThreshold field is required.", `value="Boats"`, `value="boat"`)
	s.Submit(create, s.Gui+webtest.Categories, url.Values{
		"name": {"Boats"}, "items[0][ClassName]": {"boat"}, "items[0][MinPriceThreshold]": {"1"}, "items[0][MaxPriceThreshold]": {"2"},
	}).Status(302)
	address := s.Address(webtest.Categories, "Boats")
	s.Get(address+"/edit").Says("Boats was created.", `value="boat"`)
	if got := s.File(address); !strings.Contains(got, `"m_Version": 12`) || !strings.Contains(got, `"InitStockPercent": 75.0`) {
		t.Errorf("the new file is\n%s", got)
	}
}
