package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// shop is an instance with a trader, a category of it and a class name.
type shop struct {
	client
	instance                string
	seller, category, rifle string // ids
	sellerPath              string
	categoryPath            string
}

func openShop(t testing.TB, c client) shop {
	t.Helper()
	instance, _ := c.instance(t)
	s := shop{client: c, instance: instance, rifle: c.class(t, instance, "AKM", "")}
	s.seller, s.sellerPath = s.sellerNamed(t, "Weapons")
	s.category, s.categoryPath = s.categoryOf(t, s.seller, "Rifles")
	return s
}

func (s shop) sellerNamed(t testing.TB, name string) (id, path string) {
	t.Helper()
	path, n := s.create(t, s.instance+"/trader-sellers", `{"name":"`+name+`"}`)
	return number(n), path
}

func (s shop) categoryOf(t testing.TB, seller, name string) (id, path string) {
	t.Helper()
	path, n := s.create(t, s.instance+"/trader-categories", `{"seller_id":`+seller+`,"name":"`+name+`"}`)
	return number(n), path
}

// item makes an item in the category with the rest of its body.
func (s shop) item(t testing.TB, seller, category, rest string) (path string) {
	t.Helper()
	path, _ = s.create(t, s.instance+"/trader-items", `{"seller_id":`+seller+`,"category_id":`+category+`,"instance_classname_id":`+s.rifle+
		rest+`}`)
	return path
}

func TestTraderSellers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		scenario{
			path: s.instance + "/trader-sellers", required: []string{"name"}, least: `{"name":"Bob"}`,
			fresh: []string{
				"name", `"Bob"`,
				"position", "null",
				"safezone_radius", "null",
				"vehicle_spawn", "null",
				"vehicle_orientation", "null",
				"object_class", "null",
				"orientation", "null",
				"attachments", "[]",
				"categories_count", "0",
				"items_count", "0",
			},
			full: `{"name":"Bob","position":[11590.6,"57.6",14680],"safezone_radius":100,"vehicle_spawn":{"x":1,"y":0.125,"z":1e3},` +
				`"vehicle_orientation":[0,-90,1e-5],
			"object_class":"SurvivorM_Boris","orientation":[180,0,0],"attachments":["TShirt_White"," Jeans_Blue ","TShirt_White"],` +
				`"categories_count":9,"items_count":9}`,
			stored: []string{
				"name", `"Bob"`,
				"position", `[11590.6,57.6,14680]`,
				"safezone_radius", "100",
				"vehicle_spawn", `[1,0.125,1000]`,
				"vehicle_orientation", `[0,-90,1.0e-5]`,
				"object_class", `"SurvivorM_Boris"`,
				"orientation", `[180,0,0]`,
				"attachments", `["TShirt_White","Jeans_Blue","TShirt_White"]`,
				"categories_count", "0",
				"items_count", "0",
			},
			again: `{"name":"Bob"}`,
			cleared: []string{
				"position", "null",
				"safezone_radius", "null",
				"vehicle_spawn", "null",
				"vehicle_orientation", "null",
				"object_class", "null",
				"orientation", "null",
				"attachments", "[]",
			},
			refusals: []refusal{
				{`{"name":"` + strings.Repeat("x", 256) + `"}`, "name", "The name field must not be greater than 255 characters."},
				{`{"position":"here"}`, "position", "The position field must be an array.|The position field must contain 3 items."},
				{`{"position":[1,2]}`, "position", "The position field must contain 3 items."},
				{`{"position":[1,2,3,4]}`, "position", "The position field must contain 3 items."},
				{`{"orientation":[0,"north",0]}`, "orientation.1", "The orientation.1 field must be a number."},
				{`{"orientation":[0,null,0]}`, "orientation.1", "The orientation.1 field is required."},
				{`{"safezone_radius":-1}`, "safezone_radius", "The safezone radius field must be at least 0."},
				{`{"position":null}`, "position", "The position field is required when safezone radius is present."},
				{
					`{"position":null,"safezone_radius":null,"vehicle_spawn":null,"vehicle_orientation":null}`, "position",
					"The position field is required when object class is present.",
				},
				{`{"object_class":null,"orientation":null}`, "object_class", "The object class field is required when attachments is present."},
				{`{"position":[1,2,3],"object_class":"A b"}`, "object_class", "The object class field format is invalid."},
				{`{"position":[1,2,3],"object_class":"A","attachments":["B","<C>"]}`, "attachments.1", "The attachments.1 field format is invalid."},
				{`{"attachments":"TShirt_White"}`, "attachments", "The attachments field must be an array."},
				{`{"attachments":["A",5]}`, "attachments.1", "The attachments.1 field must be a string."},
				{`{"attachments":[" "]}`, "attachments.0", "The attachments.0 field is required."},
			},
		}.run(t, s.client)
		s.sellerNamed(t, "Food")
		s.finds(t, s.instance+"/trader-sellers", "name", map[string]string{
			"": "Weapons Food", "search=OO": "Food", "sort=-name": "Weapons Food", "sort=categories_count": "Food Weapons",
		})
	})
}

func TestTraderCategories(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		other, _ := s.sellerNamed(t, "Food")
		scenario{
			path: s.instance + "/trader-categories", required: []string{"seller_id", "name"},
			least:  `{"seller_id":` + s.seller + `,"name":"Pistols"}`,
			fresh:  []string{"seller_id", s.seller, "name", `"Pistols"`, "items_count", "0"},
			full:   `{"seller_id":"` + other + `","name":"Fruit","items_count":5}`,
			stored: []string{"seller_id", other, "name", `"Fruit"`, "items_count", "0"},
			again:  `{"seller_id":` + other + `,"name":"Fruit"}`,
			refusals: []refusal{
				{`{"seller_id":999999}`, "seller_id", "The selected seller id is invalid."},
				{`{"seller_id":"x"}`, "seller_id", "The seller id field must be an integer."},
				{`{"name":5}`, "name", "The name field must be a string."},
			},
		}.run(t, s.client)
		s.categoryOf(t, other, "Vegetables")
		s.finds(t, s.instance+"/trader-categories", "name", map[string]string{
			"":                      "Rifles Vegetables",
			"seller_id=" + other:    "Vegetables",
			"seller_id=" + s.seller: "Rifles",
			"seller_id=999999":      "",
			"seller_id=x":           "Rifles Vegetables",
			"search=VEG":            "Vegetables",
		})
	})
}

func TestTraderItems(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		other := s.class(t, s.instance, "M4A1", "")
		seller, _ := s.sellerNamed(t, "Food")
		foreign, _ := s.categoryOf(t, seller, "Fruit")
		refs := `"seller_id":` + s.seller + `,"category_id":` + s.category
		categoryInvalid := "The selected category id is invalid."
		scenario{
			path: s.instance + "/trader-items", required: []string{"seller_id", "category_id", "instance_classname_id"},
			least: `{` + refs + `,"instance_classname_id":` + s.rifle + `}`,
			fresh: []string{
				"seller_id", s.seller,
				"category_id", s.category,
				"instance_classname_id", s.rifle,
				"name", `"AKM"`,
				"quantity", "-1",
				"quantity_code", `"*"`,
				"buy", `"-1.00"`,
				"sell", `"-1.00"`,
			},
			full: `{` + refs + `,"instance_classname_id":` + other + `,"quantity":30,"buy":"1e3","sell":12,"name":"Forged"}`,
			stored: []string{
				"instance_classname_id", other,
				"name", `"M4A1"`,
				"quantity", "30",
				"quantity_code", `"30"`,
				"buy", `"1000.00"`,
				"sell", `"12.00"`,
			},
			again:   `{` + refs + `,"instance_classname_id":` + other + `}`,
			cleared: []string{"quantity", "null", "quantity_code", "null"},
			refusals: []refusal{
				{`{"category_id":` + foreign + `}`, "category_id", categoryInvalid},
				{`{"seller_id":` + seller + `}`, "category_id", categoryInvalid},
				{`{"category_id":999999}`, "category_id", categoryInvalid},
				{`{"seller_id":999999}`, "seller_id", "The selected seller id is invalid."},
				{`{"instance_classname_id":999999}`, "instance_classname_id", "The selected instance classname id is invalid."},
				{`{"buy":"cheap"}`, "buy", "The buy field must be a number."},
				{`{"buy":null}`, "buy", "The buy field must be a number."},
				{`{"sell":2147483648}`, "sell", "The sell field must not be greater than 2147483647."},
				{`{"quantity":2147483648}`, "quantity", "The quantity field must not be greater than 2147483647."},
				{`{"quantity_code":"X"}`, "quantity_code", "The quantity code field format is invalid."},
				{`{"quantity_code":5}`, "quantity_code", "The quantity code field must be a string."},
			},
		}.run(t, s.client)
		path := s.item(t, s.seller, s.category, "")
		s.must(t, 200, "PATCH", path, `{"seller_id":`+seller+`,"category_id":`+foreign+`}`).expect(t, 200, "data.seller_id", seller,
			"data.category_id", foreign)
		s.send(t, "POST", s.instance+"/trader-items", `{"seller_id":`+s.seller+`,"category_id":`+foreign+`,"instance_classname_id":`+other+`}`).
			exactly(t, 422, invalid("category_id", categoryInvalid))
	})
}

func TestTraderItemFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		seller, _ := s.sellerNamed(t, "Food")
		category, _ := s.categoryOf(t, seller, "Fruit")
		second, _ := s.categoryOf(t, seller, "Vegetables")
		s.item(t, s.seller, s.category, `,"buy":1`)
		s.item(t, seller, category, `,"buy":2`)
		s.item(t, seller, second, `,"buy":3`)
		s.finds(t, s.instance+"/trader-items", "buy", map[string]string{
			"":                          "1.00 2.00 3.00",
			"seller_id=" + seller:       "2.00 3.00",
			"category_id=" + s.category: "1.00",
			"seller_id=" + seller + "&category_id=" + s.category: "",
			"search=akm":                    "1.00 2.00 3.00",
			"search=x":                      "",
			"sort=-buy":                     "3.00 2.00 1.00",
			"sort=-buy&seller_id=" + seller: "3.00 2.00",
			"sort=name&per_page=1":          "1.00",
		})
		s.get(t, s.sellerPath).expect(t, 200, "data.items_count", "1", "data.categories_count", "1")
		s.finds(t, s.instance+"/trader-sellers", "items_count", map[string]string{"": "1 2"})
		s.finds(t, s.instance+"/trader-categories", "items_count", map[string]string{"": "1 1 1"})
	})
}

// TestQuantityAndItsCodeAgree: the one that changes counts, the code where both do.
func TestQuantityAndItsCodeAgree(t *testing.T) {
	t.Parallel()
	s := openShop(t, start(t).user(t))
	path := s.item(t, s.seller, s.category, `,"quantity_code":"W"`)
	steps := []struct{ body, quantity, code string }{
		{`{}`, "-1", `"W"`},
		{`{"quantity":-1}`, "-1", `"W"`},
		{`{"quantity":30}`, "30", `"30"`},
		{`{"quantity_code":"m"}`, "-1", `"m"`},
		{`{"quantity_code":"5"}`, "5", `"5"`},
		{`{"quantity":7,"quantity_code":"5"}`, "7", `"7"`},
		{`{"quantity":7,"quantity_code":"VNK"}`, "-1", `"VNK"`},
		{`{"quantity":8,"quantity_code":"9"}`, "9", `"9"`},
		{`{"quantity":8,"quantity_code":null}`, "8", `"8"`},
		{`{"quantity":null}`, "null", "null"},
		{`{"quantity":null,"quantity_code":"K"}`, "-1", `"K"`},
		{`{"quantity_code":null}`, "null", "null"},
		{`{"quantity":-1}`, "-1", `"*"`},
		{`{"quantity":2147483647}`, "2147483647", `"2147483647"`},
		{`{"quantity_code":"9999999999"}`, "2147483647", `"9999999999"`},
	}
	for _, step := range steps {
		r := s.must(t, 200, "PATCH", path, step.body)
		r.expect(t, 200, "data.quantity", step.quantity, "data.quantity_code", step.code)
		s.must(t, 200, "PUT", path, r.at("data")).exactly(t, 200, r.body)
	}
}

func TestTraderCategoryMovesWithItsItems(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		seller, _ := s.sellerNamed(t, "Food")
		stays, _ := s.categoryOf(t, s.seller, "Pistols")
		moved, kept := s.item(t, s.seller, s.category, ""), s.item(t, s.seller, stays, "")
		s.must(t, 200, "PATCH", s.categoryPath, `{"seller_id":`+seller+`}`).expect(t, 200, "data.seller_id", seller, "data.items_count", "1")
		s.get(t, moved).expect(t, 200, "data.seller_id", seller, "data.category_id", s.category)
		s.get(t, kept).expect(t, 200, "data.seller_id", s.seller)
		s.finds(t, s.instance+"/trader-items", "category_id", map[string]string{
			"seller_id=" + seller: s.category, "seller_id=" + s.seller: stays,
		})
	})
}

func TestWhatGoesAlongWithATrader(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		second, secondPath := s.categoryOf(t, s.seller, "Pistols")
		for _, category := range []string{s.category, s.category, second} {
			s.item(t, s.seller, category, "")
		}
		s.send(t, "DELETE", secondPath, "").exactly(t, 200, `{"result":true,"deleted":{"trader-items":1}}`)
		s.send(t, "DELETE", s.sellerPath, "").exactly(t, 200, `{"result":true,"deleted":{"trader-items":2,"trader-categories":1}}`)
		for _, list := range []string{"/trader-sellers", "/trader-categories", "/trader-items"} {
			s.get(t, s.instance+list).expect(t, 200, "meta.total", "0")
		}
		s.get(t, s.instance+"/classnames").expect(t, 200, "meta.total", "1")
	})
}

func TestTraderCurrencies(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := openShop(t, start(t).user(t))
		other := s.class(t, s.instance, "MoneyRuble100", "")
		scenario{
			path: s.instance + "/trader-currencies", required: []string{"instance_classname_id", "value"},
			least:  `{"instance_classname_id":` + s.rifle + `,"value":100}`,
			fresh:  []string{"instance_classname_id", s.rifle, "name", `"AKM"`, "value", `"100.00"`},
			full:   `{"instance_classname_id":` + other + `,"value":"0.015","name":"Forged"}`,
			stored: []string{"instance_classname_id", other, "name", `"MoneyRuble100"`, "value", `"0.02"`},
			again:  `{"instance_classname_id":` + other + `,"value":"0.02"}`,
			refusals: []refusal{
				{`{"value":"x"}`, "value", "The value field must be a number."},
				{`{"value":[]}`, "value", "The value field is required."},
				{`{"value":2147483648}`, "value", "The value field must not be greater than 2147483647."},
				{`{"instance_classname_id":0}`, "instance_classname_id", "The selected instance classname id is invalid."},
			},
		}.run(t, s.client)
	})
}
