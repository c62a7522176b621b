package economy

import (
	"encoding/json"
	"math"
	"slices"

	"quartermaster/internal/record"
)

// marketZone is an area of the Expansion market with percentages of its own.
type marketZone struct {
	name string
	buy  float64 // of a price, in percent
	sell float64 // below 0 for that of the market's settings

	traders []*marketTrader // who stand in it
	known   bool            // whether that is known
}

// sells and buys report whether somebody in the zone may do so with a class of a category.
func (z *marketZone) sells(class, category string) bool {
	return !z.known || slices.ContainsFunc(z.traders, func(t *marketTrader) bool { return t.mode(class, category).sells() })
}

func (z *marketZone) buys(class, category string) bool {
	return !z.known || slices.ContainsFunc(z.traders, func(t *marketTrader) bool { return t.mode(class, category).buys() })
}

// usualBuyPercent is what a zone of the Expansion market asks where it does not say, in percent.
const usualBuyPercent = 100

// marketZones returns the zones of the market, ordered by id.
func (l *loader) marketZones() (zones []marketZone) {
	standing := l.marketTraders()
	for _, z := range all[record.TraderZone](l, record.TraderZones) {
		read := struct {
			Name             string `json:"m_DisplayName"`
			Position         []float64
			Radius           float64
			BuyPricePercent  float64
			SellPricePercent float64
		}{Name: z.Name, BuyPricePercent: usualBuyPercent, SellPricePercent: -1}
		_ = json.Unmarshal([]byte(z.Document), &read) // what is read before a mistake counts
		zone := marketZone{name: read.Name, buy: read.BuyPricePercent, sell: read.SellPricePercent, known: len(standing) > 0}
		for _, at := range standing {
			if len(read.Position) == 3 && math.Hypot(at.x-read.Position[0], at.z-read.Position[2]) <= read.Radius {
				zone.traders = append(zone.traders, at.trader)
			}
		}
		zones = append(zones, zone)
	}
	return zones
}

// percents are what players get of the price of an item, by what says so first: the item, the zone, the settings.
type percents struct {
	item   *float64
	market float64
}

// in returns the percentage in a zone; zone is that of one below 0 where there is none.
func (p percents) in(zone float64) float64 {
	switch {
	case p.item != nil && *p.item >= 0:
		return *p.item
	case zone >= 0:
		return zone
	}
	return p.market
}

// layZones notes where an offer of the Expansion market asks least and pays most, if that is in a zone with a trader who deals in the
// class.
func (o *Offer) layZones(zones []marketZone, class string, of percents) {
	if o.Buy == nil || o.Sell == nil {
		return
	}
	least, most := *o.Buy, *o.Sell
	for _, z := range zones {
		if asks := *o.Buy * z.buy / 100; asks >= 0 && asks < least && z.sells(class, o.Trader) {
			least, o.LeastBuy, o.leastIn = asks, &asks, z.name
		}
		if pays := *o.Buy * of.in(z.sell) / 100; pays > most && z.buys(class, o.Trader) {
			most, o.MostSell, o.mostIn = pays, &pays, z.name
		}
	}
}

// bestBuy returns the lowest price and where it is asked; nil if the trader does not sell.
func (o *Offer) bestBuy() (price *float64, at string) {
	if o.LeastBuy != nil {
		return o.LeastBuy, o.Trader + ", " + o.leastIn
	}
	return o.Buy, o.Trader
}

// bestSell returns the most that is paid and where; nil if the trader does not buy.
func (o *Offer) bestSell() (price *float64, at string) {
	if o.MostSell != nil {
		return o.MostSell, o.Trader + ", " + o.mostIn
	}
	return o.Sell, o.Trader
}
