package market

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showCategory shows a category: who trades it, and its items with their prices.
func showCategory(ctx context.Context, r *site.Request, p *documents.Pages, row record.Row) (*ui.Page, ui.View, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return nil, nil, err
	}
	traders, err := tradersOf(ctx, r, p.Resource.TitleOf(row))
	if err != nil {
		return nil, nil, err
	}
	m, err := readMarket(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	url := p.RecordURL(r, row)
	view := pages.MarketCategory{
		Facts: categoryFacts(document), Traders: traders, Edit: url + "/edit", Delete: p.ConfirmDeletion(r, row),
		Items: m.shownItems(r, url, p.Resource.SID(row), itemsOf(document)),
	}
	page := p.ShowPage(r, row)
	page.Actions = slices.Insert(page.Actions, 1, itemsLink(r, row))
	return page, view, nil
}

func categoryFacts(document *jsontree.Object) []pages.Fact {
	var prices priceRange
	for _, item := range itemsOf(document) {
		prices.add(pricesOf(item))
	}
	facts := []pages.Fact{
		{Label: "Name", Text: factOf(expansion.Category, document, "DisplayName")},
		{Label: "Items", Text: ui.HumanCount(prices.items)},
		{Label: "Prices", Text: prices.String()},
		{Label: "Icon", Text: factOf(expansion.Category, document, "Icon")},
		{Label: "Color", Text: factOf(expansion.Category, document, "Color")},
		{Label: "Initial stock", Text: factOf(expansion.Category, document, "InitStockPercent")},
	}
	facts[4].Swatch = ui.Swatch(facts[4].Text)
	if isExchange(document) {
		facts = append(facts, pages.Fact{Label: "Currencies", Text: "all items are money"})
	}
	return facts
}

// factOf returns a value of a document with its unit.
func factOf(d *expansion.Schema, document *jsontree.Object, key string) string {
	f := d.Field(key)
	text := docform.Text(f, document)
	if text != "" && f.Unit == "%" {
		text += " %"
	}
	return text
}

// shownItems draws the items of a category with the forms of their prices.
func (m *market) shownItems(r *site.Request, url, sid string, items []*jsontree.Object) []pages.MarketItem {
	list := make([]pages.MarketItem, len(items))
	seen := map[string]bool{}
	for i, id := range itemIDs(sid, items) {
		list[i] = shownItem(r, url, id, items[i])
		class := strings.ToLower(list[i].ClassName)
		switch other := m.ofClass[class]; {
		case seen[class]:
			list[i].Warning = "Listed more than once; the first entry counts."
		case other != nil && other.url != url:
			list[i].Warning = "Also in " + other.name + ", which is read first and counts."
		}
		seen[class] = true
	}
	return list
}

func shownItem(r *site.Request, url, id string, item *jsontree.Object) pages.MarketItem {
	text := func(key string) string { return docform.Text(itemFields.Field(key), item) }
	list := func(key string) []string {
		value, _ := item.Get(key)
		return ui.MemberTexts(value)
	}
	drawn := pages.MarketItem{
		ID: id, Action: url + "/items/" + id, ClassName: classNameOf(item), Sell: unlessInherited(text("SellPricePercent")),
		Quantity: unlessInherited(text("QuantityPercent")), Stock: text("MinStockThreshold") + " to " + text("MaxStockThreshold"),
		Variants: list("Variants"), Attachments: list("SpawnAttachments"),
	}
	if text("MinStockThreshold") == text("MaxStockThreshold") {
		drawn.Stock = text("MaxStockThreshold")
	}
	form := r.Restore(priceForm(id, item))
	drawn.Base = form.Base
	for _, c := range form.Merged.Conflicts {
		drawn.Error = strings.TrimSpace(drawn.Error + " " + site.ConflictText(form.One, c))
	}
	for _, problem := range form.Problems() {
		drawn.Error = strings.TrimSpace(drawn.Error + " " + problem.Text)
	}
	for _, field := range form.Sets[0].Fields {
		field.Error = ""
		drawn.Prices = append(drawn.Prices, ui.Bind(form.ID, field))
	}
	return drawn
}

// priceForm draws the form of an item's prices.
func priceForm(id string, item *jsontree.Object) ui.Form {
	form := ui.Form{ID: "item-" + id, One: "item", Method: http.MethodPut, Sets: []ui.Fieldset{{}}}
	for _, column := range itemColumns[1:3] {
		field := marketControl(itemFields.Field(column.key), item, column.key)
		field.Label, field.Help, field.Required = column.label+" of "+classNameOf(item), "", true
		form.Sets[0].Fields = append(form.Sets[0].Fields, field)
	}
	return form
}

// unlessInherited leaves out -1, for which the mod takes another value.
func unlessInherited(text string) string {
	if strings.HasPrefix(text, "-") {
		return ""
	}
	return text
}

// tradersOf lists the traders of a category.
func tradersOf(ctx context.Context, r *site.Request, category string) (pages.SummaryTable, error) {
	part := pages.SummaryTable{
		ID: "traders", Title: "Traders", Columns: []ui.Column{{Label: "Trader"}, {Label: "Trade"}},
		Empty: "No trader uses this category. Players cannot trade its items until one does.",
	}
	res := record.MarketTraders
	rows, err := r.Site.DB.All(ctx, res, r.Scope(), "")
	if err != nil {
		return part, err
	}
	slices.SortFunc(rows, func(a, b record.Row) int { return cmp.Compare(res.TitleOf(a), res.TitleOf(b)) })
	for _, row := range rows {
		document, err := expansion.Parse(string(res.FileOf(row)))
		if err != nil {
			return part, err
		}
		categories, _ := document.Get("Categories")
		for _, entry := range ui.MemberTexts(categories) {
			if name, mode := splitMode(entry); strings.EqualFold(name, category) {
				cell := ui.Cell{Kind: ui.CodeCell, Text: res.TitleOf(row), URL: documents.URL(r) + "/market-traders/" + res.SID(row)}
				part.Rows = append(part.Rows, ui.Row{Cells: []ui.Cell{cell, {Text: modeLabel(mode)}}})
			}
		}
	}
	return part, nil
}
