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

// items returns the items of the market in the order in which the mod reads them, without those that have no class.
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

// sold returns the classes that the market knows: its items and their variants.
func (m *modFiles) sold() names {
	known := names{}
	for _, g := range m.items() {
		known.add(g.classes()...)
	}
	return known
}

// categoryNames returns the names by which traders refer to categories.
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

// categoryEntry splits an entry of a trader's categories into its name and its mode, which may be missing. A mode that is not a number
// is 0, as for the mod.
func categoryEntry(entry string) (name string, mode float64) {
	name, text, found := strings.Cut(entry, ":")
	if !found {
		return entry, boughtAndSold
	}
	if strings.Contains(text, ":") {
		return entry, boughtAndSold // to the mod, all of it is the name
	}
	mode, _ = numeric(text)
	return name, mode
}

// shares holds the shares of a price, in percent, that players pay and receive.
type shares struct {
	buy, sell float64
	zone      *document // that sets sell; nil if the market settings do
}

// usualSell returns the sell share of the market settings, in percent; known is false without such settings.
func (m *modFiles) usualSell() (share float64, known bool) {
	settings := m.Settings["market"]
	if settings == nil {
		return 0, false
	}
	return numberAt(settings.Tree, "SellPricePercent")
}

// zoneShares returns the shares of each zone. If a zone inherits from settings that are not known, its sell is -1.
func (m *modFiles) zoneShares() (list []shares) {
	usual, known := m.usualSell()
	for _, zone := range m.Zones {
		s := shares{zone: zone}
		buy, ok := numberAt(zone.Tree, "BuyPricePercent")
		if !ok {
			continue
		}
		s.buy = max(buy, 0) // a negative sell share would be inherited, so 0 is the least that a fix can set
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

// cheapest returns the lowest share at which players buy; ok is false without zones.
func cheapest(list []shares) (buy float64, ok bool) {
	for i, s := range list {
		if i == 0 || s.buy < buy {
			buy = s.buy
		}
	}
	return buy, len(list) > 0
}

// traded returns the classes that players can both buy and sell, at the same trader or at different ones.
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

// stockOf returns the trade modes of the classes that a trader trades. Single items override categories.
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

// percent formats a share.
// amount formats a number of a file for people: 0.8999999761581421, a float of 32 bits, is 0.9.
func amount(n float64) string {
	if n == math.Trunc(n) {
		return number(n)
	}
	return strconv.FormatFloat(n, 'f', -1, 32)
}
