package web

import (
	"path"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// TestLintOfModFiles holds that findings in files of the Expansion mod lead to the pages of their records, and that a fix shows
// the value that changes and changes it.
func TestLintOfModFiles(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Modded")
	category := expansion.Category.Default()
	item := expansion.New(expansion.Category.Field("Items").Fields)
	item.Set("ClassName", "<akm>")
	item.Set("MinPriceThreshold", jsontree.Number("7"))
	category.Set("Items", []any{item})
	trader := expansion.Trader.Default()
	trader.Set("Categories", []any{"None"})
	guns := path.Base(b.add(instance, record.MarketCategories, record.Values{"name": "Guns", "document": expansion.Text(category)}))
	boris := path.Base(b.add(instance, record.MarketTraders, record.Values{"name": "Boris", "document": expansion.Text(trader)}))
	b.add(instance, record.ExpansionSettings, record.Values{"setting": "ai", "document": `{"m_Version":20,"AccuracyMin":0.9,"AccuracyMax":0.5}`})
	gui := "/instance/" + path.Base(instance) + "/expansion/gui"
	b.get(instance+"/lint").says(
		`href="`+gui+"/market-categories/"+guns+`/edit"`, "&lt;akm&gt;", `href="`+gui+"/market-traders/"+boris+`/edit"`, "There is no market category “None”.",
		`href="`+gui+`/ai?at=AccuracyMin"`, "AccuracyMin is 0.9 and AccuracyMax 0.5.")
	fix := instance + "/lint/fix?rule=market-min-over-max"
	b.get(fix).says("Fix: Market minimum above maximum", "MaxPriceThreshold", "Change 1 record")
	b.submit(fix, fix, nil).leadsTo(instance + "/lint")
	b.get(instance + "/lint").says("1 record was changed.").saysNot("highest price")
}
