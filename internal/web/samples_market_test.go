package web_test

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

const market0 = "/instance/iNsTaNcE01/expansion/gui"

// marketSamples are pages of the Expansion market as handlers draw them.
func marketSamples() []sample {
	category := market0 + "/market-categories/cAtEgOrY01"
	return []sample{
		{"documents", 200, inside("Market categories", ""), sampleDocuments(nil)},
		{"documents-refused", 422, inside("Market categories", ""), sampleDocuments([]string{"Ammo.json: line 3, column 5: a value expected."})},
		{"market-category", 200, inside("Ammo", ""), categorySample(category)},
		{
			"market-category-empty", 200, inside("Ammo", ""),
			pages.MarketCategory{
				Edit: category + "/edit", Traders: pages.SummaryTable{ID: "traders", Title: "Traders", Empty: "No trader uses this category."},
				Delete: sampleCancel(),
			},
		},
		{"market-category-form", 200, inside("Edit Ammo", ""), categoryFormSample(category, false)},
		{"market-category-wrong", 200, inside("Edit Ammo", ""), categoryFormSample(category, true)},
		{
			"market-trader", 200, inside("Weapons", ""),
			pages.MarketTrader{Facts: factSamples(), Delete: sampleCancel(), Parts: []pages.SummaryTable{
				summarySample("categories"), {ID: "items", Title: "Single items", Empty: "The trader has no extra items."},
			}},
		},
		{"market-trader-form", 200, inside("Edit Weapons", ""), traderFormSample()},
		{
			"trader-zone", 200, inside("Green Mountain", ""),
			pages.TraderZone{Form: zoneSample(), Stock: summarySample("stock"), Total: "2 classes, 15 items in total", Delete: sampleCancel()},
		},
		{
			"trader-zone-new", 200, inside("World", ""),
			pages.TraderZone{
				Form: zoneSample(), Stock: pages.SummaryTable{Empty: "The server has not recorded any stock for this zone yet."},
				Delete: sampleCancel(),
			},
		},
	}
}

func sampleDocuments(problems []string) pages.Documents {
	q := query(market0+"/market-categories", "")
	form := zoneSample()
	return pages.Documents{
		Lead: "The items of the market.", Many: "market categories", Import: market0 + "/market-categories/import",
		Limit: "32 MB", Problems: problems, Create: &form, Table: ui.Table{
			Label: "Market categories", Hint: "Search by name or display name", Query: q, Pager: ui.Pager{Query: q, Page: 1, PerPage: 50, Total: 1},
			Columns: []ui.Column{{Key: "name", Label: "Name"}, {Key: "items_count", Label: "Items", Numeric: true}, {Label: "File"}},
			Rows: []ui.Row{{Cells: []ui.Cell{
				{Text: "Ammo", URL: market0 + "/market-categories/cAtEgOrY01"},
				{Text: "42"},
				{Text: "Download", URL: market0 + "/market-categories/cAtEgOrY01/generate"},
			}}},
		},
	}
}

func factSamples() []pages.Fact {
	return []pages.Fact{
		{Label: "Name", Text: "#STR_EXPANSION_MARKET_CATEGORY_AMMO"},
		{Label: "Prices", Text: "25 to 1,575,000,000"},
		{Label: "Icon"},
		{Label: "Color", Text: "8A3DC1FF", Swatch: "#8A3DC1"},
	}
}

func summarySample(id string) pages.SummaryTable {
	return pages.SummaryTable{
		ID: id, Title: "Categories", Columns: []ui.Column{{Label: "Category"}, {Label: "Items", Numeric: true}},
		Rows: []ui.Row{
			{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: "Ammo", URL: market0 + "/market-categories/cAtEgOrY01"}, {Text: "42"}}},
			{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: "Gone", Note: "There is no such category."}, {}}},
		},
	}
}

func categorySample(url string) pages.MarketCategory {
	prices := func(id string) []ui.Control {
		return []ui.Control{
			ui.Bind("item-"+id, ui.Field{Name: "MinPriceThreshold", Label: "Lowest price", Kind: ui.Number, Value: "25", Min: "0", Required: true}),
			ui.Bind("item-"+id, ui.Field{Name: "MaxPriceThreshold", Label: "Highest price", Kind: ui.Number, Value: "45", Min: "0", Required: true}),
		}
	}
	return pages.MarketCategory{
		Facts: factSamples(), Traders: summarySample("traders"), Edit: url + "/edit", Delete: sampleCancel(),
		Items: []pages.MarketItem{
			{
				ID: "iTeM000001", Action: url + "/items/iTeM000001", ClassName: "ammo_12gaslug", Prices: prices("iTeM000001"), Stock: "300 to 1000",
				Variants: []string{"ammo_red"}, Attachments: []string{"box", "lid"},
			},
			{
				ID: "iTeM000002", Action: url + "/items/iTeM000002", ClassName: "ammo_45acp", Prices: prices("iTeM000002"), Stock: "1", Sell: "50",
				Quantity: "80", Warning: "Also in Guns, which comes first and counts.", Error: "The min price threshold field must be an integer.",
			},
		},
	}
}

func categoryFormSample(url string, wrong bool) pages.MarketCategoryForm {
	items := ui.Field{Name: "items", Label: "Items", Kind: ui.RowList, Rows: &ui.Rows{Item: "item", Spare: 3, Columns: sampleItemColumns()}}
	for _, class := range []string{"ammo_12gaslug", "ammo_45acp"} {
		values := map[string]string{
			"item": "iTeM000001", "ClassName": class, "MinPriceThreshold": "25", "MaxPriceThreshold": "45", "Variants": "ammo_red\nammo_blue",
		}
		items.Rows.Values = append(items.Rows.Values, ui.RowValues{Values: values, Errors: map[string]string{}})
	}
	if wrong {
		items.Error = "The items field must be an array."
		items.Rows.Values[1].Errors["MinPriceThreshold"], items.Rows.Values[1].Errors["Variants"] = "The MinPriceThreshold field must be an "+
			"integer.",
			"Line 1: too long."
		items.Rows.Values[0].Values["remove"] = "1"
	}
	color := docform.Box(expansion.Category.Field("Color"), expansion.Category.Default(), "color")
	suggestions := []ui.Suggestions{{ID: "icons", Values: []string{"Airdrop", "Gun"}}}
	form := ui.Form{
		ID: "market-category", Action: url, Method: "PUT", Submit: "Save", Cancel: url,
		Sets: []ui.Fieldset{{Title: "Category", Fields: []ui.Field{color}}, {Title: "Items", Fields: []ui.Field{items}}},
	}
	return pages.NewMarketCategoryForm(form, suggestions, sampleCancel())
}

func sampleItemColumns() (columns []ui.Field) {
	items := expansion.Category.Field("Items")
	for _, key := range []string{
		"ClassName", "MinPriceThreshold", "MaxPriceThreshold", "SellPricePercent", "MinStockThreshold", "MaxStockThreshold", "QuantityPercent",
		"Variants", "SpawnAttachments",
	} {
		columns = append(columns, docform.Box(items.Field(key), expansion.New(items.Fields), key))
	}
	return append(columns, ui.Field{Name: "item", Label: "Item"}, ui.Field{Name: "remove", Label: "Remove", Kind: ui.Switch})
}

func traderFormSample() ui.FormView {
	rows := &ui.Rows{
		Item: "category", Spare: 1, Clears: true,
		Columns: []ui.Field{
			{Name: "name", Label: "Category", Kind: ui.Text, List: "market-categories"},
			{
				Name: "mode", Label: "Trade", Kind: ui.Select,
				Options: []ui.Option{{Value: "1", Label: "buy and sell"}, {Value: "3", Label: "attachment"}},
			},
		}, Values: []ui.RowValues{
			{Values: map[string]string{"name": "Gone", "mode": "3"}, Warnings: map[string]string{"name": "There is no such category."}},
		},
	}
	return ui.FormView{
		Form: single("market-trader", market0+"/market-traders", "Save", ui.Field{
			Name: "Categories", Label: "Categories", Kind: ui.RowList, Rows: rows,
		}),
		Suggestions: []ui.Suggestions{{ID: "market-categories", Values: []string{"Ammo"}}},
	}
}

func zoneSample() ui.Form {
	position := docform.Box(expansion.Zone.Field("Position"), expansion.Zone.Default(), "Position")
	return single("trader-zone", market0+"/trader-zones", "Create trader zone",
		ui.Field{Name: "name", Label: "File name", Kind: ui.Text, Required: true}, position)
}
