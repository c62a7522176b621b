package tradermod

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// asked returns what the market asks for an item, and the percentage of it that it pays.
func (e *expansionWriter) asked(i Item) (price int64, percent float64) {
	switch {
	case i.Buy == never:
		return max(i.Sell, 0), 100
	case i.Sell == never:
		return i.Buy, -1
	case i.Buy == 0:
		if i.Sell > 0 {
			e.note("no-percent", i.Class)
		}
		return 0, 0
	}
	return i.Buy, percentOf(i.Buy, i.Sell)
}

func (e *expansionWriter) setPrice(item *jsontree.Object, i Item) {
	price, percent := e.asked(i)
	item.Set("MaxPriceThreshold", jsontree.Number(intText(price)))
	item.Set("MinPriceThreshold", jsontree.Number(intText(price)))
	item.Set("SellPricePercent", jsontree.Decimal(percent))
}

func (e *expansionWriter) quantity(i Item) string {
	switch i.Amount.Kind {
	case Count:
		e.note("count", i.Class)
	case Share:
		return intText(partOf(100, i.Amount.Share*100))
	}
	return "-1"
}

// reprice gives an item that is there the prices of another one, if that is wanted.
func (e *expansionWriter) reprice(i Item) {
	item, tally := e.items[strings.ToLower(i.Class)], e.tallies["items"]
	price, percent := e.asked(i)
	own := numberIn(item, "SellPricePercent")
	pays := partOf(price, percent)
	if own < 0 {
		own = e.sellPercent()
	}
	same := int64(numberIn(item, "MinPriceThreshold")) == price && (percent < 0 || partOf(price, own) == pays)
	if !e.wish.Replace || same || !strings.EqualFold(item.Text("ClassName"), i.Class) {
		tally.Kept++
		return
	}
	e.setPrice(item, i)
	tally.Changed++
}

// leaveUntraded leaves out what players can neither buy nor sell.
func (e *expansionWriter) leaveUntraded() {
	for _, c := range e.from.Categories {
		c.Items = slices.DeleteFunc(c.Items, func(i Item) bool {
			none := i.Buy == never && i.Sell == never
			if none {
				e.note("untraded", i.Class)
			}
			return none
		})
	}
}

// countVehicles counts those that were there, and tells of those that nobody sells.
func (e *expansionWriter) countVehicles() {
	tally := e.tallies["vehicles"]
	tally.Kept -= tally.Added
	for _, class := range e.from.Vehicles {
		if e.home[strings.ToLower(class)] == nil {
			e.note("unsold-vehicle", class)
			continue
		}
		tally.Kept++
	}
}

// attachedParts is the category of parts that come with vehicles and that nobody sells.
const attachedParts = "Attached Parts"

// addParts adds the parts of vehicles that no category has, for nothing: the market takes the prices of parts from their categories, adds
// them to that of the vehicle, and leaves out parts without a category.
func (e *expansionWriter) addParts() {
	o := named(e.categories, attachedParts)
	for _, class := range e.from.Vehicles {
		if e.home[strings.ToLower(class)] == nil {
			continue
		}
		isDearer := false
		for _, part := range e.from.Parts[strings.ToLower(class)] {
			if item := e.items[strings.ToLower(part)]; item != nil {
				isDearer = isDearer || numberIn(item, "MinPriceThreshold") > 0
				continue
			}
			if o == nil {
				o = e.newFile(expansionCategories, attachedParts, expansion.Category)
				e.categories = append(e.categories, o)
			}
			e.addItem(o, Item{Class: part, Sell: never})
		}
		if isDearer {
			e.note("part-price", class)
		}
	}
}
