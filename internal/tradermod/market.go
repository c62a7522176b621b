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

// trader returns the trader of a name in any letter case, or nil.
func (m *Market) trader(name string) *Trader {
	i := slices.IndexFunc(m.Traders, func(t *Trader) bool { return strings.EqualFold(t.Name, name) })
	if i < 0 {
		return nil
	}
	return m.Traders[i]
}

func (m *Market) category(name string) *Category {
	i := slices.IndexFunc(m.Categories, func(c *Category) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return nil
	}
	return m.Categories[i]
}

// addCategory adds a category for a trader and returns its name: that of an equal one, or one that says whose it is if another list has the
// wanted name already.
func (m *Market) addCategory(name, of string, items []Item) string {
	name = cmp.Or(name, of)
	for i, tried := 0, name; ; i++ {
		same := m.category(tried)
		switch {
		case same == nil:
			m.Categories = append(m.Categories, &Category{tried, items})
			return tried
		case slices.Equal(same.Items, items):
			return same.Name
		}
		tried = numbered(name+" ("+of+")", i)
	}
}

// addTrader adds a trader under a name that no other one has.
func (m *Market) addTrader(t *Trader) {
	name := t.Name
	for i := 1; m.trader(t.Name) != nil; i++ {
		t.Name = numbered(name, i)
	}
	m.Traders = append(m.Traders, t)
}

// numbered returns a name with the number of a try behind the first.
func numbered(name string, i int) string {
	if i == 0 {
		return name
	}
	return name + " " + intText(int64(i+1))
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
