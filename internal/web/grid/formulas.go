package grid

import "quartermaster/internal/record"

// formula is a column whose values follow from others of the row. The scripts of the page work them out, also while the others are edited,
// by what is declared here alone.
type formula struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Help   string `json:"help"`
	Kind   string `json:"kind"`   // int: decimals are cut off, as the game does; decimal: with two; or text
	Behind string `json:"behind"` // the column that it follows
	Is     term   `json:"is"`

	of *record.Resource
}

// term is a number, a text, or a list of an operator and the terms that it works on. It comes to nothing where one of these does.
type term any

// value is that of another column of the row; nothing where that is empty.
func value(column string) term { return []term{"value", column} }

// given is a number that the source of the grid knows; see Source.
func given(name string) term { return []term{"given", name} }

func minus(a, b term) term   { return []term{"-", a, b} }
func times(a, b term) term   { return []term{"*", a, b} }
func over(a, b term) term    { return []term{"/", a, b} }
func atLeast(a, b term) term { return []term{">=", a, b} }
func both(a, b term) term    { return []term{"and", a, b} }

// when is one of two terms, the second where the condition is not met or comes to nothing.
func when(condition, then, otherwise term) term { return []term{"if", condition, then, otherwise} }

// UsualShare names the share of the market settings for items without one.
const UsualShare = "usual_share"

// sold is what the mod pays for an item that costs that much.
func sold(price string) term {
	share := when(atLeast(value("sell_percent"), 0), value("sell_percent"), given(UsualShare))
	return over(times(value(price), share), 100)
}

const shareHelp = "What a player gets for the item, unless the trader zone has a share of its own: the selling price in percent of the " +
	"price "

// In the trader's files a price of -1 means that nothing is sold, or bought.
var bought, taken = atLeast(value("buy"), 0), atLeast(value("sell"), 0)

// formulas are the formulas of all grids.
var formulas = []formula{
	{
		of: record.TraderItems, Key: "trade", Label: "Trade", Kind: "text", Behind: "sell",
		Help: "What players can do: a price of -1 means not for sale, or not bought by the trader.",
		Is:   when(bought, when(taken, "buy and sell", "only buy"), when(taken, "only sell", "neither")),
	},
	{
		of: record.TraderItems, Key: "margin", Label: "Margin", Kind: "decimal", Behind: "sell",
		Help: "What a player loses by buying and selling again. Below 0, players earn by it.",
		Is:   when(both(bought, taken), minus(value("buy"), value("sell")), nil),
	},
	{
		of: record.MarketItems, Key: "sold_lowest", Label: "Sold, full stock", Kind: "int", Behind: "sell_percent",
		Help: shareHelp + "while the stock is full.", Is: sold("lowest_price"),
	},
	{
		of: record.MarketItems, Key: "sold_highest", Label: "Sold, low stock", Kind: "int", Behind: "sell_percent",
		Help: shareHelp + "while the stock is at its lowest.", Is: sold("highest_price"),
	},
}

// formulasOf returns those of the grid of a resource.
func formulasOf(r *record.Resource) []formula {
	list := []formula{}
	for _, f := range formulas {
		if f.of == r {
			list = append(list, f)
		}
	}
	return list
}
