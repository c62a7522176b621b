package economy

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Offer is what a trader asks and pays for a class; nil where he does not sell or buy it.
type Offer struct {
	SID          string   `field:"sid" help:"Of the item; empty for a variant, which has the prices of another item." example:"aB3dE5fG7h"`
	Trader       string   `field:"trader" help:"A trader of Dr. Jones' mod or TraderPlus, or a category of the market." example:"Boris"`
	Expansion    bool     `field:"expansion"`
	TraderPlus   bool     `field:"trader_plus"`
	Buy          *float64 `field:"buy" help:"Null where it is not for sale." example:"100"` // of the Expansion market, when its stock is full
	MostBuy      *float64 `field:"most_buy" help:"Of the Expansion market, when its stock is empty."`
	Sell         *float64 `field:"sell" help:"Null where the trader does not buy it." example:"50"`
	LeastBuy     *float64 `field:"least_buy" help:"The lowest price in a zone of the Expansion market; null where none asks less than buy."`
	MostSell     *float64 `field:"most_sell" help:"The most that a zone of the Expansion market pays; null where none pays more than sell."`
	Margin       *float64 `field:"margin" help:"Share of the price that the trader keeps; null unless he sells and buys." example:"0.5"`
	ByRarity     *float64 `field:"by_rarity" help:"A proposal for buy; null for none." example:"200"`
	MostByRarity *float64 `field:"most_by_rarity" help:"A proposal for most_buy."`

	leastIn, mostIn string // the zones of LeastBuy and MostSell
}

// margin returns the share of the price that the trader keeps.
func (o Offer) margin() *float64 {
	if o.Buy == nil || o.Sell == nil || *o.Buy == 0 {
		return nil
	}
	share := (*o.Buy - *o.Sell) / *o.Buy
	return &share
}

// Traded is a class with its offers.
type Traded struct {
	Class    string  `field:"class" example:"AKM"`
	Category string  `field:"category" help:"In the loot economy; empty if it has none." example:"weapons"`
	Wanted   int64   `field:"wanted" example:"3"`
	Offers   []Offer `field:"offers"`
	ByRarity float64 `field:"by_rarity" help:"A proposal for the price of Dr. Jones' traders; 0 for none." example:"200"`
}

// Gain is what there is to be made of a class: bought at one trader, sold at another, or the same, of one mod.
type Gain struct {
	Class      string  `field:"class" example:"Hammer"`
	Buy        float64 `field:"buy" example:"10"`
	Sell       float64 `field:"sell" example:"50"`
	From       string  `field:"from" example:"Boris"`
	To         string  `field:"to" example:"Denis"`
	Difference float64 `field:"gain" example:"40"`
}

// Prices is what all markets of an instance ask and pay.
type Prices struct {
	Traded []Traded `field:"classes"` // ordered by class
	Gains  []Gain   `field:"gains" help:"The largest first."`
	Absent []string `field:"absent" help:"Classes that are wanted as loot, and that no market has." example:"[\"Oar\"]"`
}

// Prices puts the markets of an instance side by side with its loot. It also returns the revision of the loot. It returns store.ErrNotFound
// if there is no such instance.
func (s *Service) Prices(ctx context.Context, scope store.Scope) (prices *Prices, revision int64, err error) {
	f, revision, err := s.Figures(ctx, scope)
	if err != nil {
		return nil, 0, err
	}
	l := newLoader(ctx, s.db, scope)
	m := market{figures: f, byName: map[string]*Traded{}}
	m.addJones(l)
	m.addExpansion(l)
	m.addPlus(l)
	if l.err != nil {
		return nil, 0, l.err
	}
	return m.prices(), revision, nil
}

// market collects offers by class names in lower case.
type market struct {
	figures *Figures
	byName  map[string]*Traded
}

func (m *market) add(class string, o Offer) {
	key := strings.ToLower(class)
	t := m.byName[key]
	if t == nil {
		t = &Traded{Class: class}
		if figure := m.figures.Type(class); figure != nil {
			t.Class, t.Category, t.Wanted = figure.Name, figure.Category, figure.Wanted
		}
		m.byName[key] = t
	}
	o.Margin = o.margin()
	t.Offers = append(t.Offers, o)
}

func (m *market) addJones(l *loader) {
	sellers := map[int64]string{}
	for _, s := range all[record.TraderSeller](l, record.TraderSellers) {
		sellers[s.ID] = s.Name
	}
	for _, i := range all[record.TraderItem](l, record.TraderItems) {
		m.add(i.Name, Offer{SID: i.SID, Trader: sellers[i.SellerID], Buy: price(float64(i.Buy) / 100), Sell: price(float64(i.Sell) / 100)})
	}
}

// price returns a price; nil for a negative one, which says that there is none.
func price(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// offerSeparator is between the sid of a market category and the index of the item in its file.
const offerSeparator = "."

// usualSellPercent is what the Expansion market pays where neither the item nor the settings say, in percent.
const usualSellPercent = 75

// marketItems is what is read of the document of a market category.
type marketItems struct {
	DisplayName string
	Items       []struct {
		ClassName                            string
		MinPriceThreshold, MaxPriceThreshold float64
		SellPricePercent                     *float64
		Variants                             []string
	}
}

func (m *market) addExpansion(l *loader) {
	percent, zones, own := l.sellPercent(), l.marketZones(), map[string]bool{}
	var variants []func()
	for _, c := range all[record.MarketCategory](l, record.MarketCategories) {
		var read marketItems
		_ = json.Unmarshal([]byte(c.Document), &read) // what is read before a mistake counts
		for n, i := range read.Items {
			of := percents{i.SellPricePercent, percent}
			offer := Offer{
				SID: c.SID + offerSeparator + strconv.Itoa(n), Trader: c.Name, Expansion: true, Buy: price(i.MinPriceThreshold),
				MostBuy: price(i.MaxPriceThreshold), Sell: price(i.MinPriceThreshold * of.in(-1) / 100),
			}
			offer.layZones(zones, i.ClassName, of)
			own[strings.ToLower(i.ClassName)] = true
			m.add(i.ClassName, offer)
			offer.SID = ""
			variants = append(variants, func() { m.addVariants(i.Variants, own, offer) })
		}
	}
	for _, add := range variants {
		add()
	}
}

// addVariants adds variants of an item, which have its prices unless they are items of their own.
func (m *market) addVariants(classes []string, own map[string]bool, o Offer) {
	for _, class := range classes {
		if !own[strings.ToLower(class)] {
			m.add(class, o)
		}
	}
}

// sellPercent returns what the market's settings say that players get of a price.
func (l *loader) sellPercent() float64 {
	settings := struct{ SellPricePercent float64 }{usualSellPercent}
	if json.Unmarshal([]byte(l.setting("market")), &settings) != nil {
		return usualSellPercent
	}
	return settings.SellPricePercent
}

func (m *market) prices() *Prices {
	s := &Prices{Traded: []Traded{}, Gains: []Gain{}, Absent: []string{}}
	for _, t := range m.byName {
		s.Traded = append(s.Traded, *t)
	}
	slices.SortFunc(s.Traded, func(a, b Traded) int { return cmp.Compare(strings.ToLower(a.Class), strings.ToLower(b.Class)) })
	s.proposePrices(false)
	s.proposePrices(true)
	for i := range s.Traded {
		if g, gains := s.Traded[i].gain(); gains {
			s.Gains = append(s.Gains, g)
		}
	}
	slices.SortStableFunc(s.Gains, func(a, b Gain) int { return cmp.Compare(b.Difference, a.Difference) })
	for i := range m.figures.Types {
		t := &m.figures.Types[i]
		if t.Wanted > 0 && m.byName[strings.ToLower(t.Name)] == nil {
			s.Absent = append(s.Absent, t.Name)
		}
	}
	return s
}

// gain returns the most that there is to be made of a class. The traders of a mod share their currencies; each mod has its own.
func (t *Traded) gain() (best Gain, found bool) {
	for _, from := range t.Offers {
		for _, to := range t.Offers {
			buy, here := from.bestBuy()
			sell, there := to.bestSell()
			if !from.shares(to) || buy == nil || sell == nil {
				continue
			}
			if g := (Gain{
				Class: t.Class, Buy: *buy, Sell: *sell, From: here, To: there, Difference: *sell - *buy,
			}); g.Difference > max(best.Difference, 0) {
				best, found = g, true
			}
		}
	}
	return best, found
}

// proposePrices proposes what a market may ask: prices in inverse proportion to the root of how many are wanted, at the level of the
// category's prices there. Proposals that are taken for all items stay as they are.
func (p *Prices) proposePrices(ofExpansion bool) {
	levels := map[string][]float64{}
	for i := range p.Traded {
		t := &p.Traded[i]
		if asked := t.asked(ofExpansion); asked > 0 && t.Wanted > 0 {
			levels[t.Category] = append(levels[t.Category], asked*math.Sqrt(float64(t.Wanted)))
		}
	}
	for i := range p.Traded {
		t := &p.Traded[i]
		if t.asked(ofExpansion) > 0 && t.Wanted > 0 {
			t.propose(ofExpansion, median(levels[t.Category])/math.Sqrt(float64(t.Wanted)))
		}
	}
}

// propose proposes a price for the items of a market. The highest price of the Expansion market stays in proportion to the lowest.
func (t *Traded) propose(ofExpansion bool, price float64) {
	price = twoDigits(price)
	if !ofExpansion {
		t.ByRarity = price
	}
	for i := range t.Offers {
		o := &t.Offers[i]
		if !o.isOf(ofExpansion) || o.SID == "" || o.Buy == nil || *o.Buy == 0 {
			continue
		}
		o.ByRarity = &price
		if o.MostBuy != nil {
			most := max(price, twoDigits(price**o.MostBuy / *o.Buy))
			o.MostByRarity = &most
		}
	}
}

// asked returns the lowest price of a market; 0 for none.
func (t *Traded) asked(ofExpansion bool) (lowest float64) {
	for _, o := range t.Offers {
		if o.isOf(ofExpansion) && o.Buy != nil && (lowest == 0 || *o.Buy < lowest) {
			lowest = *o.Buy
		}
	}
	return lowest
}

func median(list []float64) float64 {
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// twoDigits rounds to two digits, and to whole numbers from one on.
func twoDigits(x float64) float64 {
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(math.Max(x, 1)))-1))
	return math.Max(1, math.Round(x/unit)*unit)
}
