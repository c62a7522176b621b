package market

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// zoneForm leaves the stock out: the server counts it, and nobody else changes it.
var zoneForm = marketForm{
	document: expansion.Zone,
	names:    map[string]string{"m_DisplayName": "DisplayName"},
	sets: []recordform.Set{
		{Title: "Zone", Help: "The area in which traders share their stock.", Fields: []string{"m_DisplayName", "Position", "Radius"}},
		{Title: "Prices", Help: "Prices in this zone, compared with the usual ones.", Fields: []string{"BuyPricePercent", "SellPricePercent"}},
	},
}

func traderZonePages() *documents.Pages {
	return &documents.Pages{
		Resource: record.TraderZones, Param: "expansionTraderZone", One: "trader zone", Many: "trader zones",
		Lead:     "The areas in which the traders of the Expansion market share their stock. A trader outside every zone does not trade.",
		Columns:  []string{"name", "display_name", "stock_count"},
		Empty:    "Import the files of your mission's expansion/traderzones folder, or create a zone below.",
		Deletion: "This deletes the zone and its stock. Traders inside it no longer trade. You can undo this in the history.",
		Edit:     editZone, Draw: drawZone, Accept: zoneForm.accept, CreateOnIndex: true,
	}
}

func drawZone(_ context.Context, r *site.Request, p *documents.Pages, row record.Row) (ui.Form, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return ui.Form{}, err
	}
	return p.Form(r, row, zoneForm.fieldsets(p, row, document)), nil
}

func editZone(ctx context.Context, r *site.Request, p *documents.Pages, row record.Row, form ui.Form) (*ui.Page, ui.View, error) {
	if p.IsNew(row) {
		return p.FormPage(r, row), ui.FormView{Form: form}, nil
	}
	document, m, err := onMarket(ctx, r, p, row)
	if err != nil {
		return nil, nil, err
	}
	view := pages.TraderZone{Form: form, Delete: p.ConfirmDeletion(r, row)}
	view.Stock, view.Total = m.stock(document)
	return p.FormPage(r, row), view, nil
}

// stockShown is the number of classes of a zone's stock on its page.
const stockShown = 100

// stock draws the stock of a zone, and returns its total in words.
func (m *market) stock(document *jsontree.Object) (pages.SummaryTable, string) {
	part := pages.SummaryTable{
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
