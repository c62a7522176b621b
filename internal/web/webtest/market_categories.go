package webtest

import (
	"net/url"
)

// Categories is where market categories are, below MarketOf.
const Categories = "/market-categories"

// AmmoForm is the form of the category of categoryJSON as the browser sends it unchanged.
func AmmoForm() url.Values {
	return url.Values{
		"name": {"Ammo"}, "display_name": {"Ammo"}, "icon": {"Gun Bullets"}, "color": {"8A3DC1FF"}, "IsExchange": {"0"},
		"InitStockPercent":    {"100.00"},
		"items[0][ClassName]": {"ammo_12gaslug"}, "items[0][MinPriceThreshold]": {"25"}, "items[0][MaxPriceThreshold]": {"45"},
		"items[0][SellPricePercent]":  {"-1.0"},
		"items[0][MinStockThreshold]": {"300"}, "items[0][MaxStockThreshold]": {"1000"}, "items[0][QuantityPercent]": {"100"},
		"items[0][Variants]": {"ammo_red\r\nammo_blue"}, "items[0][SpawnAttachments]": {""},
		"items[1][ClassName]": {"ammo_45acp"}, "items[1][MinPriceThreshold]": {"40"}, "items[1][MaxPriceThreshold]": {"90"},
		"items[1][SellPricePercent]":  {"50.00"},
		"items[1][MinStockThreshold]": {"1"}, "items[1][MaxStockThreshold]": {"1"}, "items[1][QuantityPercent]": {"-1"},
		"items[1][Variants]": {""}, "items[1][SpawnAttachments]": {"box"},
		"items[2][ClassName]": {""}, "items[2][MinPriceThreshold]": {""}, "items[2][Variants]": {""},
	}
}
