package web

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// zoneForm leaves the stock out: the server counts it, and nobody else changes it.
var zoneForm = marketForm{
	document: expansion.Zone,
	names:    map[string]string{"m_DisplayName": "DisplayName"},
	sets: []fieldSet{
		{"Zone", "The area in which traders share their stock.", []string{"m_DisplayName", "Position", "Radius"}},
		{"Prices", "Prices in this zone, compared with the usual ones.", []string{"BuyPricePercent", "SellPricePercent"}},
	},
}

func traderZonePages() *documentPages {
	return &documentPages{
		resource: record.TraderZones, param: "expansionTraderZone", one: "trader zone", many: "trader zones",
		lead:     "The areas in which the traders of the Expansion market share their stock. A trader outside every zone does not trade.",
		columns:  []string{"name", "display_name", "stock_count"},
		empty:    "Import the files of your mission's expansion/traderzones folder, or create a zone below.",
		deletion: "This deletes the zone and its stock. Traders inside it no longer trade. You can undo this in the history.",
		edit:     editZone, accept: zoneForm.accept, createOnIndex: true,
	}
}

func editZone(ctx context.Context, r *request, p *documentPages, row record.Row) (*ui.Page, ui.View, error) {
	document, err := p.documentIn(row)
	if err != nil {
		return nil, nil, err
	}
	form := r.restore(p.form(r, row, zoneForm.fieldsets(p, row, document)))
	if p.isNew(row) {
		return p.formPage(r, row), ui.FormView{Form: form}, nil
	}
	m, err := r.market(ctx)
	if err != nil {
		return nil, nil, err
	}
	view := traderZoneView{Form: form, Delete: p.confirmDeletion(r, row)}
	view.Stock, view.Total = m.stock(document)
	return p.formPage(r, row), view, nil
}

// stockShown is the number of classes of a zone's stock on its page.
const stockShown = 100

// stock draws the stock of a zone, and returns its total in words.
func (m *market) stock(document *jsontree.Object) (summaryTable, string) {
	part := summaryTable{
		ID: "stock", Title: "Stock", Empty: "The server has not recorded any stock for this zone yet.",
		Columns: []ui.Column{{Label: "Class name"}, {Label: "Category"}, {Label: "Stock", Numeric: true}},
	}
	value, _ := document.Get("Stock")
	stock, _ := value.(*jsontree.Object)
	classes, total := stock.Keys(), int64(0)
	slices.SortFunc(classes, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	for i, class := range classes {
		n := wholeOf(stock, class)
		total += max(n, 0)
		if i < stockShown {
			part.Rows = append(part.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: class}, m.categoryCell(class), ui.NumberCell(&n)}})
		}
	}
	if rest := len(classes) - len(part.Rows); rest > 0 {
		part.More = "And " + ui.Plural(rest, "more class", "more classes") + " in the file."
	}
	return part, ui.Plural(len(classes), "class", "classes") + ", " + ui.Plural(int(total), "item", "items") + " in total"
}
