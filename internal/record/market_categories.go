package record

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// MarketCategory is a category of the Expansion market with its items. Source: profiles/ExpansionMod/Market.
type MarketCategory struct {
	Meta
	Name        string `field:"name,required,max=200,unique,filename" example:"Ammo" help:"The name of its file without .json."`
	DisplayName string `field:"display_name,readonly" help:"The name that players see: the document's DisplayName."`
	ItemsCount  int64  `field:"items_count,readonly" label:"Items" default:"0" help:"Number of items in the category."`
	Documented
	Stamps
}

// MarketCategories are the categories of the Expansion market in an instance.
var MarketCategories = Define[MarketCategory]("expansion_market_categories", InInstance,
	at("expansion/market-categories"),
	called("expansion market category", "The categories of the Expansion market with their items."),
	keyed("name"),
	searching("r.name", "r.display_name"),
	documenting(each(expansion.Category),
		`{"m_Version":12,"DisplayName":"Ammunition","Items":[{"ClassName":"Ammo_9x39","MaxPriceThreshold":20,"MinPriceThreshold":10,`+
			`"MaxStockThreshold":500,"MinStockThreshold":1}]}`,
		func(document *jsontree.Object, values map[string]any) {
			values["display_name"], values["items_count"] = text(document, "DisplayName"), count(document, "Items")
		}))
