package market

import (
	"context"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

var categoryForm = marketForm{
	document: expansion.Category,
	names:    map[string]string{"DisplayName": "display_name", "Icon": "icon", "Color": "color"},
	sets: []recordform.Set{
		{Title: "Category", Help: "What players see in the menu of the market.", Fields: []string{"DisplayName", "Icon", "Color"}},
		{Title: "Trade", Fields: []string{"InitStockPercent", "IsExchange"}},
	},
}

func marketCategoryPages() *documents.Pages {
	return &documents.Pages{
		Resource: record.MarketCategories, Param: categoryParam, One: "market category", Many: "market categories",
		Lead:    "The items of the Expansion market with their prices and stock. Traders name the categories that they trade.",
		Columns: []string{"name", "display_name", "items_count"}, Hint: "Search by name or display name",
		Empty:    "Import the files of your server's ExpansionMod/Market folder, or create a category.",
		Deletion: "This deletes the category and its items. Traders no longer trade them. You can undo this in the history.",
		Show:     showCategory, Draw: drawCategory, Edit: editCategory, Accept: acceptCategory, Doubt: doubtCategory,
		More: func(r *site.Request) []ui.Link {
			grid := itemsLink(r, nil)
			grid.Label = "Grid of all items"
			return []ui.Link{
				grid,
				{Label: "Download the market", URL: documents.URL(r) + marketArchiveURL, Download: true},
				r.ConvertTraders(tradermod.Expansion),
			}
		},
	}
}

func acceptCategory(ctx context.Context, r *site.Request, document *jsontree.Object) validate.Errors {
	return append(categoryForm.accept(ctx, r, document), acceptItems(r, document)...)
}

func drawCategory(_ context.Context, r *site.Request, p *documents.Pages, row record.Row) (ui.Form, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return ui.Form{}, err
	}
	sets := append(categoryForm.fieldsets(p, row, document), ui.Fieldset{Title: "Items", Fields: []ui.Field{itemsField(p, row, document)}})
	return p.Form(r, row, sets), nil
}

func editCategory(_ context.Context, r *site.Request, p *documents.Pages, row record.Row, form ui.Form) (*ui.Page, ui.View, error) {
	page := p.FormPage(r, row)
	if !p.IsNew(row) {
		page.Actions = append(ui.Quietly(itemsLink(r, row)), page.Actions...)
	}
	return page, pages.NewMarketCategoryForm(form, suggestions(nil), p.DeletionOf(r, row)), nil
}

// itemsField draws the table of the items.
func itemsField(p *documents.Pages, row record.Row, document *jsontree.Object) ui.Field {
	rows := &ui.Rows{Item: "item", Columns: itemControlColumns(), Spare: recordform.SpareRows}
	items, sid := itemsOf(document), ""
	if !p.IsNew(row) {
		sid = p.Resource.SID(row)
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
	"West", "East", "Raiders", "Mercenaries", "Civilian", "Passive", "Guards", "InvincibleGuards", "Shamans", "Observers",
	"InvincibleObservers",
	"YeetBrigade", "InvincibleYeetBrigade", "Brawlers", "Lunatics",
}

// suggestions returns the lists of suggestions for the market's forms.
func suggestions(categories []string) []ui.Suggestions {
	return []ui.Suggestions{
		{ID: "icons", Values: icons},
		{ID: "factions", Values: slices.Sorted(slices.Values(factions))},
		{ID: "market-categories", Values: categories},
	}
}
