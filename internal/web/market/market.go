// Package market holds the pages of the Expansion market: traders, categories with their items, and trader zones.
package market

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

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

// onMarket returns the document of a record, and the market that it is part of.
func onMarket(ctx context.Context, r *site.Request, p *documents.Pages, row record.Row) (*jsontree.Object, *market, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return nil, nil, err
	}
	m, err := readMarket(ctx, r)
	return document, m, err
}

// readMarket reads the categories of the instance.
func readMarket(ctx context.Context, r *site.Request) (*market, error) {
	categories, err := readCategories(ctx, r)
	if err != nil {
		return nil, err
	}
	m := &market{map[string]*marketCategory{}, map[string]*marketCategory{}}
	for _, c := range categories {
		m.add(c.name, documents.URL(r)+"/market-categories/"+c.sid, c.tree)
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

func wholeOf(object *jsontree.Object, key string) int64 { return int64(numberOf(object, key)) }

// numberOf returns a number of an object, 0 for none.
func numberOf(object *jsontree.Object, key string) float64 {
	value, _ := object.Get(key)
	n, _ := strconv.ParseFloat(ui.TextOf(value), 64)
	return n
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

// missing returns why an entry of a trader's list has no effect, or "".
func (m *market) missing(key, name string) string {
	name = strings.ToLower(name)
	switch c := m.ofClass[name]; {
	case key == "Categories" && m.byName[name] == nil:
		return "There is no such category."
	case key == "Currencies" && (c == nil || !c.exchange):
		return "It is not in a currency category, so it is not money."
	case key == "Items" && c == nil:
		return "It is not in any category, so it has no price."
	}
	return ""
}
