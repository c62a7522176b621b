package web

import (
	"context"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/ui"
)

var categoryForm = marketForm{
	document: expansion.Category,
	names:    map[string]string{"DisplayName": "display_name", "Icon": "icon", "Color": "color"},
	sets: []fieldSet{
		{"Category", "What players see in the menu of the market.", []string{"DisplayName", "Icon", "Color"}},
		{"Trade", "", []string{"InitStockPercent", "IsExchange"}},
	},
}

func marketCategoryPages() *documentPages {
	return &documentPages{
		resource: record.MarketCategories, param: categoryParam, one: "market category", many: "market categories",
		lead:    "The items of the Expansion market with their prices and stock. Traders name the categories that they trade.",
		columns: []string{"name", "display_name", "items_count"}, hint: "Search by name or display name",
		empty:    "Import the files of your server's ExpansionMod/Market folder, or create a category.",
		deletion: "This deletes the category and its items. Traders no longer trade them. You can undo this in the history.",
		show:     showCategory, edit: editCategory, accept: acceptCategory,
		more: func(r *request) []ui.Link {
			return []ui.Link{{Label: "Download the market", URL: r.guiURL() + marketArchiveURL, Download: true}}
		},
	}
}

func acceptCategory(ctx context.Context, r *request, document *jsontree.Object) validate.Errors {
	return append(categoryForm.accept(ctx, r, document), acceptItems(r, document)...)
}

// itemColumns are the fields of an item in the order of the table, with labels that its columns have room for.
var itemColumns = []struct{ key, label string }{
	{"ClassName", "Class name"},
	{"MinPriceThreshold", "Lowest price"},
	{"MaxPriceThreshold", "Highest price"},
	{"SellPricePercent", "Selling %"},
	{"MinStockThreshold", "Smallest stock"},
	{"MaxStockThreshold", "Largest stock"},
	{"QuantityPercent", "Quantity %"},
	{"Variants", "Variants"},
	{"SpawnAttachments", "Attachments"},
}

func editCategory(_ context.Context, r *request, p *documentPages, row record.Row) (*ui.Page, ui.View, error) {
	document, err := p.documentIn(row)
	if err != nil {
		return nil, nil, err
	}
	sets := append(categoryForm.fieldsets(p, row, document), ui.Fieldset{Title: "Items", Fields: []ui.Field{itemsField(p, row, document)}})
	form := r.restore(p.form(r, row, sets))
	return p.formPage(r, row), newCategoryFormView(form, r.suggestions(nil), p.deletionOf(r, row)), nil
}

// itemsField draws the table of the items.
func itemsField(p *documentPages, row record.Row, document *jsontree.Object) ui.Field {
	rows := &ui.Rows{Item: "item", Columns: itemControlColumns(), Spare: spareRows}
	items, sid := itemsOf(document), ""
	if !p.isNew(row) {
		sid = p.resource.SID(row)
	}
	ids := itemIDs(sid, items)
	for i, item := range items {
		rows.Values = append(rows.Values, ui.RowValues{Values: itemValues(ids[i], item), Errors: map[string]string{}})
	}
	return ui.Field{Name: "items", Label: "Items", Kind: ui.RowList, Rows: rows, Wide: true}
}

// itemControlColumns returns the columns of the table: the fields of an item, its id, and the mark that removes it.
func itemControlColumns() (columns []ui.Field) {
	for _, column := range itemColumns {
		drawn := marketControl(itemFields.Field(column.key), newItem(), column.key)
		drawn.Label, drawn.Unit, drawn.Help = column.label, "", ""
		columns = append(columns, drawn)
	}
	return append(columns, ui.Field{Name: "item", Label: "Item"}, ui.Field{Name: "remove", Label: "Remove", Kind: ui.Switch})
}

// itemValues returns the texts of an item's controls.
func itemValues(id string, item *jsontree.Object) map[string]string {
	values := map[string]string{"item": id}
	for _, f := range itemFields.Fields {
		values[f.Name] = docform.Text(f, item)
	}
	return values
}

// icons are keys of the mod's icon list.
var icons = []string{
	"Airdrop", "Backpack", "Boat", "Bottle", "Can Of Beans Big", "Car", "Coins", "Deliver", "Fishing", "Gas", "Grenade", "Gun", "Hammer",
	"Helicopter", "Human Skull", "Map Marker", "Marker", "Medic Box", "Nails", "Persona", "Questionmark", "Scrap Metal", "Shotgun",
	"Skull 1", "Skull 2", "Skull 3", "Territory", "Trader",
}

// factions are those of the mod's AI.
var factions = []string{
	"West", "East", "Raiders", "Mercenaries", "Civilian", "Passive", "Guards", "InvincibleGuards", "Shamans", "Observers", "InvincibleObservers",
	"YeetBrigade", "InvincibleYeetBrigade", "Brawlers", "Lunatics",
}

// suggestions returns the lists of suggestions for the market's forms.
func (r *request) suggestions(categories []string) []ui.Suggestions {
	return []ui.Suggestions{
		{ID: classNamesList, URL: r.classNamesURL()},
		{ID: "icons", Values: icons},
		{ID: "factions", Values: slices.Sorted(slices.Values(factions))},
		{ID: "market-categories", Values: categories},
	}
}
