package problems_test

import (
	"path"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestLintOfModFiles holds that findings in files of the Expansion mod lead to the pages of their records, and that a fix shows
// the value that changes and changes it.
func TestLintOfModFiles(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Modded")
	category := expansion.Category.Default()
	item := expansion.New(expansion.Category.Field("Items").Fields)
	item.Set("ClassName", "<akm>")
	item.Set("MinPriceThreshold", jsontree.Number("7"))
	category.Set("Items", []any{item})
	trader := expansion.Trader.Default()
	trader.Set("Categories", []any{"None"})
	guns := path.Base(b.Add(instance, record.MarketCategories, record.Values{"name": "Guns", "document": expansion.Text(category)}))
	boris := path.Base(b.Add(instance, record.MarketTraders, record.Values{"name": "Boris", "document": expansion.Text(trader)}))
	b.Add(instance, record.ExpansionSettings, record.Values{
		"setting": "ai", "document": `{"m_Version":20,"AccuracyMin":0.9,"AccuracyMax":0.5}`,
	})
	gui := "/instance/" + path.Base(instance) + "/expansion/gui"
	b.Get(instance+"/lint").Says(
		`href="`+gui+"/market-categories/"+guns+`/edit"`, "&lt;akm&gt;", `href="`+gui+"/market-traders/"+boris+`/edit"`,
		"There is no market category “None”.",
		`href="`+gui+`/ai?at=AccuracyMin"`, "AccuracyMin is 0.9 and AccuracyMax 0.5.")
	fix := instance + "/lint/fix?rule=market-min-over-max"
	b.Get(fix).Says("Fix: Market minimum above maximum", "MaxPriceThreshold", "Change 1 record")
	b.Submit(fix, fix, nil).LeadsTo(instance + "/lint")
	b.Get(instance + "/lint").Says("1 record was changed.").SaysNot("highest price")
}
