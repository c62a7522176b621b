package record

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// TraderZone is an area whose traders share their stock. Source: the traderzones folder of the mission.
type TraderZone struct {
	Meta
	Name        string `field:"name,required,max=200,unique,filename" example:"World" help:"The name of its file without .json."`
	DisplayName string `field:"display_name,readonly" help:"The name that players see: the document's m_DisplayName."`
	StockCount  int64  `field:"stock_count,readonly" label:"Classes in stock" default:"0" help:"Only the game server changes it."`
	Documented
	Stamps
}

// TraderZones are the trader zones of an instance.
var TraderZones = Define[TraderZone]("expansion_trader_zones", InInstance,
	at("expansion/trader-zones"),
	called("expansion trader zone", "The zones in which the traders of the Expansion market share their stock."),
	keyed("name"),
	searching("r.name"),
	documenting(each(expansion.Zone),
		`{"m_Version":6,"m_DisplayName":"Green `+
			`Mountain","Position":[3728.5,403.0,6003.5],"Radius":500.0,"BuyPricePercent":100.0,"SellPricePercent":50.0,"Stock":{"akm":4}}`,
		func(document *jsontree.Object, values map[string]any) {
			values["display_name"], values["stock_count"] = text(document, "m_DisplayName"), count(document, "Stock")
		}))
