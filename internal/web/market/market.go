// Package market holds the pages of the Expansion market: traders, categories with their items, and trader zones.
package market

import (
	"archive/zip"
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const categoryParam = "expansionMarketCategory"

// marketArchiveURL is the address of an archive of all categories and traders.
const marketArchiveURL = "/market/generate-all"

// Add adds the pages of the market.
func Add(s *site.Site) {
	categories := marketCategoryPages()
	for _, p := range []*documents.Pages{marketTraderPages(), categories, traderZonePages()} {
		p.Add(s)
	}
	in := s.ForInstances(documents.Base)
	in.Get(marketArchiveURL, generateMarket)
	in.Put("/"+categories.Segment()+"/{"+categoryParam+"}/items/{item}", func(ctx context.Context, r *site.Request) (site.Response, error) {
		return updateItem(ctx, categories, r)
	})
}

// generateMarket downloads the files of all categories and traders as an archive. The same files make the same archive.
func generateMarket(ctx context.Context, r *site.Request) (site.Response, error) {
	return r.Download(ctx, "ExpansionMarket.zip", func(ctx context.Context, w io.Writer) error {
		archive := zip.NewWriter(w)
		for _, res := range []*record.Resource{record.MarketCategories, record.MarketTraders} {
			rows, err := r.Site.DB.All(ctx, res, r.Scope(), "")
			if err != nil {
				return err
			}
			if err := zipDocuments(archive, res, rows); err != nil {
				return err
			}
		}
		return archive.Close()
	})
}

// zipDocuments adds the files of records to an archive, sorted by name and below ExpansionMod as in the profiles folder.
func zipDocuments(w *zip.Writer, res *record.Resource, rows []record.Row) error {
	folder := strings.TrimPrefix(path.Dir(res.DocumentOf("").Path), "profiles/")
	slices.SortFunc(rows, func(a, b record.Row) int { return cmp.Compare(res.TitleOf(a), res.TitleOf(b)) })
	for _, row := range rows {
		entry, err := w.CreateHeader(&zip.FileHeader{
			Name: path.Join(folder, res.TitleOf(row)+".json"), Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			return err
		}
		if _, err := entry.Write(res.FileOf(row)); err != nil {
			return err
		}
	}
	return nil
}

// market holds the items of all categories of an instance.
type market struct {
	byName  map[string]*marketCategory // in lower case
	ofClass map[string]*marketCategory // by class names in lower case; of several categories the first counts, as for the mod
}

// marketCategory is what the pages of traders and zones show of a category.
type marketCategory struct {
	name, url string
	exchange  bool // its items are money
	prices    priceRange
	ofItem    map[string]priceRange // by class names in lower case, including those of variants
}

// priceRange holds the lowest and the highest price of some items. Without items it has no prices.
type priceRange struct {
	low, high int64
	items     int64
}

func (p *priceRange) add(item priceRange) {
	if p.items == 0 || item.low < p.low {
		p.low = item.low
	}
	p.high = max(p.high, item.high)
	p.items += item.items
}

func (p priceRange) String() string {
	switch {
	case p.items == 0:
		return ""
	case p.low == p.high:
		return ui.HumanCount(p.low)
	}
	return ui.HumanCount(p.low) + " to " + ui.HumanCount(p.high)
}

// market reads the categories of the instance.
func readMarket(ctx context.Context, r *site.Request) (*market, error) {
	res := record.MarketCategories
	rows, err := r.Site.DB.All(ctx, res, r.Scope(), "")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b record.Row) int {
		return cmp.Compare(strings.ToLower(res.TitleOf(a)), strings.ToLower(res.TitleOf(b)))
	})
	m := &market{map[string]*marketCategory{}, map[string]*marketCategory{}}
	for _, row := range rows {
		document, err := expansion.Parse(string(res.FileOf(row)))
		if err != nil {
			return nil, err
		}
		m.add(res.TitleOf(row), documents.URL(r)+"/market-categories/"+res.SID(row), document)
	}
	return m, nil
}

func (m *market) add(name, url string, document *jsontree.Object) {
	c := &marketCategory{
		name: name, url: url, ofItem: map[string]priceRange{},
		exchange: isExchange(document) || strings.HasPrefix(strings.ToLower(name), "exchange"),
	}
	for _, item := range itemsOf(document) {
		prices := pricesOf(item)
		c.prices.add(prices)
		variants, _ := item.Get("Variants")
		for _, class := range append(ui.MemberTexts(variants), classNameOf(item)) {
			class = strings.ToLower(class)
			c.ofItem[class] = prices
			if m.ofClass[class] == nil {
				m.ofClass[class] = c
			}
		}
	}
	m.byName[strings.ToLower(name)] = c
}

// isExchange reports whether a category says that its items are money.
func isExchange(document *jsontree.Object) bool {
	return docform.Text(expansion.Category.Field("IsExchange"), document) == "1"
}

func pricesOf(item *jsontree.Object) priceRange {
	low, high := wholeOf(item, "MinPriceThreshold"), wholeOf(item, "MaxPriceThreshold")
	return priceRange{low, max(low, high), 1}
}

func wholeOf(object *jsontree.Object, key string) int64 {
	value, _ := object.Get(key)
	n, _ := strconv.ParseFloat(ui.TextOf(value), 64)
	return int64(n)
}

// names returns the names of the categories in order.
func (m *market) names() []string {
	var names []string
	for _, c := range m.byName {
		names = append(names, c.name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return names
}
