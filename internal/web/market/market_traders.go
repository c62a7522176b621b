package market

import (
	"context"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

var traderForm = marketForm{
	document: expansion.Trader,
	sets: []recordform.Set{
		{Title: "Trader", Help: "What players see when they trade.", Fields: []string{"DisplayName", "TraderIcon"}},
		{Title: "Money", Fields: []string{"DisplayCurrencyValue", "DisplayCurrencyName"}},
		{
			Title:  "Who may trade",
			Fields: []string{"MinRequiredReputation", "MaxRequiredReputation", "RequiredFaction", "RequiredCompletedQuestID"},
		},
		{Title: "Items", Help: "What players can buy from and sell to the trader.", Fields: []string{"UseCategoryOrder"}},
	},
}

var tradeLists = []tradeList{
	{"Currencies", "currency", 1, false},
	{"Categories", "category", 3, true},
	{"Items", "item", 3, true},
}

func marketTraderPages() *documents.Pages {
	return &documents.Pages{
		Resource: record.MarketTraders, Param: "expansionMarketTrader", One: "market trader", Many: "market traders",
		Lead:     "The traders of the Expansion market: what they trade, for which currencies, and with whom.",
		Columns:  []string{"name", "display_name", "categories_count", "items_count"},
		Empty:    "Import the files of your server's ExpansionMod/Traders folder, or create a trader.",
		Deletion: "This deletes the trader. Its categories are kept. You can undo this in the history.",
		Show:     showTrader, Draw: drawTrader, Edit: editTrader, Accept: acceptTrader,
	}
}

func acceptTrader(ctx context.Context, r *site.Request, document *jsontree.Object) validate.Errors {
	problems := traderForm.accept(ctx, r, document)
	for _, list := range tradeLists {
		problems = append(problems, list.accept(r, document)...)
	}
	return problems
}

func drawTrader(_ context.Context, r *site.Request, p *documents.Pages, row record.Row) (ui.Form, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return ui.Form{}, err
	}
	sets := traderForm.fieldsets(p, row, document)
	for _, list := range tradeLists {
		sets[list.set].Fields = append(sets[list.set].Fields, tradesField(document, list.key, list.row, list.modes))
	}
	return p.Form(r, row, sets), nil
}

func editTrader(ctx context.Context, r *site.Request, p *documents.Pages, row record.Row, form ui.Form) (*ui.Page, ui.View, error) {
	m, err := readMarket(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	m.warn(form)
	view := ui.FormView{Form: form, Delete: p.DeletionOf(r, row), Suggestions: suggestions(m.names())}
	return p.FormPage(r, row), view, nil
}

// tradesField draws a list of a trader as rows.
func tradesField(document *jsontree.Object, key, row string, withModes bool) ui.Field {
	f := expansion.Trader.Field(key)
	name := ui.Field{
		Name: "name", Label: ui.Capital(row), Kind: ui.Text, Code: true, MaxLength: docform.MaxText, List: suggestionLists[f.Format],
	}
	rows := &ui.Rows{Item: row, Columns: []ui.Field{name}, Spare: recordform.SpareRows, Clears: true}
	if withModes {
		rows.Columns = append(rows.Columns, ui.Field{Name: "mode", Label: "Trade", Kind: ui.Select, Options: modes()})
	}
	for _, t := range storedTrades(document, key) {
		rows.Values = append(rows.Values, ui.RowValues{Values: map[string]string{"name": t.name, "mode": t.mode}, Errors: map[string]string{}})
	}
	return ui.Field{Name: key, Label: f.Label, Help: listHelp[key], Kind: ui.RowList, Rows: rows}
}

// listHelp is the help of the lists.
var listHelp = map[string]string{
	"Currencies": expansion.Trader.Field("Currencies").Help,
	"Categories": "The trader trades all items of these market categories.",
	"Items":      "Additional items of any category. They take precedence over the categories.",
}

// warn marks the rows of a trader's form that refer to missing categories and items. Without any category in the instance there
// are no warnings.
func (m *market) warn(form ui.Form) {
	if len(m.byName) == 0 {
		return
	}
	for _, list := range tradeLists {
		fields := form.Sets[list.set].Fields
		index := slices.IndexFunc(fields, func(f ui.Field) bool { return f.Name == list.key })
		for i, row := range fields[index].Rows.Values {
			if text := m.missing(list.key, row.Values["name"]); text != "" {
				fields[index].Rows.Values[i].Warnings = map[string]string{"name": text}
			}
		}
	}
}
