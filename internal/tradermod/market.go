package tradermod

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Market is what traders sell, in what the mods have in common.
type Market struct {
	Currencies []Currency
	Categories []*Category
	Traders    []*Trader
	Parts      map[string][]string // what vehicles are sold with, by their classes in lower case
	Vehicles   []string            // the classes of them, in the order of the file

	categories map[string]*Category // by names in lower case
	traders    map[string]*Trader
	numbers    map[string]int // that names in lower case had last
	full       bool           // there are more than are kept
}

// Currency is a class that traders take as money.
type Currency struct {
	Class string
	Value int64
}

// Category is a list of items that any number of traders sell.
type Category struct {
	Name  string // no other one has it, in any letter case
	Items []Item
}

// never is the price of what is not sold, or not bought.
const never = -1

// unlimited is the stock of what never runs out.
const unlimited = 0

// Item is a class with its prices.
type Item struct {
	Class     string
	Buy, Sell int64 // what a player pays and gets for one; never for what he cannot do
	Amount    Amount
	Stock     int64 // the most that a trader has of it
}

// Amount is how much a player gets at once.
type Amount struct {
	Kind  AmountKind
	Count int64   // of a Count
	Share float64 // of a Share, from 0 to 1
}

// AmountKind is how the amount of an item is meant.
type AmountKind int

// The kinds of amounts. All but Count and Share are a whole one.
const (
	Whole AmountKind = iota
	Weapon
	Magazine
	Vehicle
	VehicleWithKey
	KeyCopy
	Count
	Share
)

// Trader is who sells categories, wherever he stands.
type Trader struct {
	Name       string
	Categories []string // by their names
	Currencies []string // classes of money that he takes; none for all
	Places     []Place
}

// Place is where a trader stands, and what he looks like.
type Place struct {
	Figure string // a class
	At     [3]float64
	Turn   [3]float64
	Wears  []string
}

// The most that is converted: what the mods themselves can hold, and more than any server has.
const (
	mostTraders    = 5_000 // and of places, currencies and vehicles
	mostCategories = 5_000
	mostItems      = 10_000  // of a category
	mostOffers     = 100_000 // items by traders
)

// isTooLarge reports whether there is more than is converted.
func (m *Market) isTooLarge() bool {
	offers, places := 0, 0
	for _, c := range m.Categories {
		offers += len(c.Items)
		if len(c.Items) > mostItems {
			return true
		}
	}
	for _, t := range m.Traders {
		places += len(t.Places)
		for _, name := range t.Categories {
			offers += 1 + len(m.category(name).Items)
		}
	}
	return m.full || offers > mostOffers || max(places, len(m.Currencies), len(m.Vehicles)) > mostTraders
}

// trader returns the trader of a name in any letter case, or nil.
func (m *Market) trader(name string) *Trader { return m.traders[strings.ToLower(name)] }

func (m *Market) category(name string) *Category { return m.categories[strings.ToLower(name)] }

// addCategory adds a category for a trader and returns its name: that of an equal one, or one that says whose it is if another list has the
// wanted name already.
func (m *Market) addCategory(name, of string, items []Item) string {
	name = cmp.Or(name, of)
	for _, wanted := range []string{name, name + " (" + of + ")"} {
		if same := m.category(wanted); same == nil {
			return m.newCategory(wanted, items)
		} else if slices.Equal(same.Items, items) {
			return same.Name
		}
		name = wanted
	}
	return m.newCategory(m.freeName(name, func(name string) bool { return m.category(name) == nil }), items)
}

func (m *Market) newCategory(name string, items []Item) string {
	if len(m.Categories) == mostCategories {
		m.full = true
		return m.Categories[0].Name
	}
	c := &Category{name, items}
	m.Categories = append(m.Categories, c)
	m.categories = with(m.categories, name, c)
	return name
}

// addTrader adds a trader under a name that no other one has.
func (m *Market) addTrader(t *Trader) {
	if m.full = m.full || len(m.Traders) == mostTraders; m.full {
		return
	}
	if m.trader(t.Name) != nil {
		t.Name = m.freeName(t.Name, func(name string) bool { return m.trader(name) == nil })
	}
	m.Traders = append(m.Traders, t)
	m.traders = with(m.traders, t.Name, t)
}

// freeName returns a name with the first number behind it that is not taken, from 2 on.
func (m *Market) freeName(name string, isFree func(string) bool) string {
	key := strings.ToLower(name)
	for n := max(m.numbers[key]+1, 2); ; n++ {
		m.numbers = with(m.numbers, name, n)
		if numbered := name + " " + intText(int64(n)); isFree(numbered) {
			return numbered
		}
	}
}

// with returns what is known by names in any letter case with one more.
func with[T any](known map[string]T, name string, one T) map[string]T {
	if known == nil {
		known = map[string]T{}
	}
	known[strings.ToLower(name)] = one
	return known
}

func (m *Market) addParts(vehicle string, parts []string) {
	key := strings.ToLower(vehicle)
	if _, known := m.Parts[key]; known {
		return
	}
	if m.Parts == nil {
		m.Parts = map[string][]string{}
	}
	m.Parts[key] = parts
	m.Vehicles = append(m.Vehicles, vehicle)
}

// Offers returns the items that traders sell or buy, each with the name of the trader.
func (m *Market) Offers() iter.Seq2[string, Item] {
	return func(yield func(string, Item) bool) {
		for _, t := range m.Traders {
			for _, name := range t.Categories {
				for _, i := range m.category(name).Items {
					if !yield(t.Name, i) {
						return
					}
				}
			}
		}
	}
}
