package record

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// MarketTrader is a trader of the Expansion market: its items and currencies. Source: profiles/ExpansionMod/Traders.
type MarketTrader struct {
	Meta
	Name            string `field:"name,required,max=200,unique,filename" example:"Weapons" help:"The name of its file without .json."`
	DisplayName     string `field:"display_name,readonly" help:"The name that players see: the document's DisplayName."`
	CategoriesCount int64  `field:"categories_count,readonly" label:"Categories" default:"0" help:"Number of categories that it names."`
	ItemsCount      int64  `field:"items_count,readonly" label:"Items" default:"0" help:"Number of single items that the trader names."`
	Documented
	Stamps
}

// MarketTraders are the traders of the Expansion market in an instance.
var MarketTraders = Define[MarketTrader]("expansion_market_traders", InInstance,
	at("expansion/market-traders"),
	called("expansion market trader", "The traders of the Expansion market."),
	keyed("name"),
	searching("r.name"),
	documenting(each(expansion.Trader),
		`{"m_Version":13,"DisplayName":"Weapons","TraderIcon":"Trader","Currencies":["expansionbanknotehryvnia"],"Categories":["Ammo"],`+
			`"Items":{"AKM":1}}`,
		func(document *jsontree.Object, values map[string]any) {
			values["display_name"] = text(document, "DisplayName")
			values["categories_count"], values["items_count"] = count(document, "Categories"), count(document, "Items")
		}))
