package lint

import (
	"math"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// marketItem is an item of a category of the Expansion market.
type marketItem struct {
	*jsontree.Object
	category *document
	class    string
}

// items returns the items of the market in the order in which the mod reads them. Those without a class it leaves out.
func (m *modFiles) items() (list []marketItem) {
	for _, category := range m.Market {
		for _, item := range category.Tree.Objects("Items") {
			if class := strings.TrimSpace(item.Text("ClassName")); class != "" {
				list = append(list, marketItem{item, category, class})
			}
		}
	}
	return list
}

// classes returns the class of the item and those of its variants.
func (g marketItem) classes() []string {
	return append([]string{g.class}, textsAt(g.Object, "Variants")...)
}

// sold are the classes that the market knows: its items and their variants.
func (m *modFiles) sold() names {
	known := names{}
	for _, g := range m.items() {
		known.add(g.classes()...)
	}
	return known
}

// categoryNames are the names by which traders call categories.
func (m *modFiles) categoryNames() names {
	known := names{}
	for _, category := range m.Market {
		known.add(category.Name)
	}
	return known
}

// Trade modes of the market. Source: formats, B.3.
const (
	onlyBought = iota
	boughtAndSold
	onlySold
	onlyAttached
	modes // how many there are
)

// categoryEntry takes an entry of a trader's categories apart: a name, or a name and a mode. A mode that is no number counts as
// 0, as the mod reads it.
func categoryEntry(entry string) (name string, mode float64) {
	name, text, found := strings.Cut(entry, ":")
	if !found {
		return entry, boughtAndSold
	}
	if strings.Contains(text, ":") {
		return entry, boughtAndSold // the mod takes the whole text for a name
	}
	mode, _ = numeric(text)
	return name, mode
}

// shares are the parts of a price, in percent, that players pay and get.
type shares struct {
	buy, sell float64
	zone      *document // which says so for sell; nil where the market settings do
}

// usualSell is the share of the market settings, in percent. Without these, nothing is known.
func (m *modFiles) usualSell() (share float64, known bool) {
	settings := m.Settings["market"]
	if settings == nil {
		return 0, false
	}
	return numberAt(settings.Tree, "SellPricePercent")
}

// zoneShares returns what holds in each zone. A zone that inherits from settings that are not known has a sell of -1.
func (m *modFiles) zoneShares() (list []shares) {
	usual, known := m.usualSell()
	for _, zone := range m.Zones {
		s := shares{zone: zone}
		buy, ok := numberAt(zone.Tree, "BuyPricePercent")
		if !ok {
			continue
		}
		s.buy = max(buy, 0) // a lower share is none that sales could be brought down to: those below 0 inherit
		if s.sell, ok = numberAt(zone.Tree, "SellPricePercent"); !ok || s.sell < 0 {
			s.sell, s.zone = usual, nil
			if !known {
				s.sell = -1
			}
		}
		list = append(list, s)
	}
	return list
}

// cheapest is the lowest share at which players buy, and whether there is a zone.
func cheapest(list []shares) (buy float64, ok bool) {
	for i, s := range list {
		if i == 0 || s.buy < buy {
			buy = s.buy
		}
	}
	return buy, len(list) > 0
}

// traded are the classes that players can both buy and sell, at one trader or at several.
func (m *modFiles) traded() names {
	bought, sold := names{}, names{}
	for _, trader := range m.Traders {
		for class, mode := range m.stockOf(trader) {
			if mode == onlyBought || mode == boughtAndSold {
				bought.add(class)
			}
			if mode == onlySold || mode == boughtAndSold {
				sold.add(class)
			}
		}
	}
	both := names{}
	for class := range bought {
		both[class] = sold[class]
	}
	return both
}

// stockOf returns what a trader trades with the mode. What it names by itself wins over its categories.
func (m *modFiles) stockOf(trader *document) map[string]float64 {
	modeOf := map[string]float64{}
	for _, entry := range textsAt(trader.Tree, "Categories") {
		name, mode := categoryEntry(entry)
		modeOf[strings.ToLower(name)] = mode
	}
	stock := map[string]float64{}
	for _, category := range m.Market {
		mode, named := modeOf[strings.ToLower(category.Name)]
		if !named {
			continue
		}
		for _, item := range category.Tree.Objects("Items") {
			stock[strings.ToLower(item.Text("ClassName"))] = mode
		}
	}
	for class, value := range trader.Tree.Object("Items").All() {
		stock[strings.ToLower(class)], _ = numeric(value)
	}
	return stock
}

// percent writes a share.
func percent(n float64) string { return amount(n) + " %" }

// amount writes a number of a file as people would: the float 0.8999999761581421 is 0.9.
func amount(n float64) string {
	if n == math.Trunc(n) {
		return number(n)
	}
	return strconv.FormatFloat(n, 'f', -1, 32)
}

// fewNames is how many names a sentence lists.
const fewNames = 10

// someOf lists names, and of many the first.
func someOf(list []string) string {
	if len(list) <= fewNames {
		return listed(list)
	}
	return listed(list[:fewNames]) + " and " + number(float64(len(list)-fewNames)) + " more"
}
