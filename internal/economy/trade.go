package economy

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Offer is what a trader asks and pays for a class; nil where he does not sell or buy it.
type Offer struct {
	Trader    string   `json:"trader"` // a trader of Dr. Jones' mod, or a category of the Expansion market
	Expansion bool     `json:"expansion"`
	Buy       *float64 `json:"buy"`
	MostBuy   *float64 `json:"most_buy"` // of the Expansion market, when its stock is empty; Buy is the price when it is full
	Sell      *float64 `json:"sell"`
}

// Margin returns the share of the price that the trader keeps; false where he does not both sell and buy.
func (o Offer) Margin() (share float64, known bool) {
	if o.Buy == nil || o.Sell == nil || *o.Buy == 0 {
		return 0, false
	}
	return (*o.Buy - *o.Sell) / *o.Buy, true
}

// Traded is a class with its offers.
type Traded struct {
	Class    string  `json:"class"`
	Category string  `json:"category"` // in the loot economy; empty if it has none
	Wanted   int64   `json:"wanted"`
	Offers   []Offer `json:"offers"`
	ByRarity float64 `json:"by_rarity"` // a proposal for the price of Dr. Jones' traders; 0 for none
}

// Gain is what there is to be made of a class: bought at one trader, sold at another, or the same, of one mod.
type Gain struct {
	Class      string  `json:"class"`
	Buy        float64 `json:"buy"`
	Sell       float64 `json:"sell"`
	From       string  `json:"from"`
	To         string  `json:"to"`
	Difference float64 `json:"gain"`
}

// Prices is what all markets of an instance ask and pay.
type Prices struct {
	Traded []Traded `json:"classes"` // ordered by class
	Gains  []Gain   `json:"gains"`   // the largest first
	Absent []string `json:"absent"`  // classes that are wanted as loot, and that no market has
}

// Prices puts the markets of an instance side by side with its loot.
func (s *Service) Prices(ctx context.Context, scope store.Scope, f *Figures) (*Prices, error) {
	l := &loader{ctx: ctx, db: s.db, scope: scope}
	m := market{figures: f, byName: map[string]*Traded{}}
	m.addJones(l)
	m.addExpansion(l)
	if l.err != nil {
		return nil, l.err
	}
	return m.prices(), nil
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
	t.Offers = append(t.Offers, o)
}

func (m *market) addJones(l *loader) {
	sellers := map[int64]string{}
	for _, s := range all[record.TraderSeller](l, record.TraderSellers) {
		sellers[s.ID] = s.Name
	}
	for _, i := range all[record.TraderItem](l, record.TraderItems) {
		m.add(i.Name, Offer{Trader: sellers[i.SellerID], Buy: price(float64(i.Buy) / 100), Sell: price(float64(i.Sell) / 100)})
	}
}

// price returns a price; nil for a negative one, which says that there is none.
func price(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return &x
}

// usualSellPercent is what the Expansion market pays where neither the item nor the settings say, in percent.
const usualSellPercent = 75

// marketItems is what is read of the document of a market category.
type marketItems struct {
	DisplayName string
	Items       []struct {
		ClassName                                              string
		MinPriceThreshold, MaxPriceThreshold, SellPricePercent float64
		Variants                                               []string
	}
}

func (m *market) addExpansion(l *loader) {
	percent, own := l.sellPercent(), map[string]bool{}
	var variants []func()
	for _, c := range all[record.MarketCategory](l, record.MarketCategories) {
		var read marketItems
		_ = json.Unmarshal([]byte(c.Document), &read) // what is read before a mistake counts
		for _, i := range read.Items {
			of := percent
			if i.SellPricePercent >= 0 {
				of = i.SellPricePercent
			}
			offer := Offer{Trader: c.Name, Expansion: true, Buy: price(i.MinPriceThreshold), MostBuy: price(i.MaxPriceThreshold), Sell: price(i.MinPriceThreshold * of / 100)}
			own[strings.ToLower(i.ClassName)] = true
			m.add(i.ClassName, offer)
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
	s.proposePrices()
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

// gain returns the most that there is to be made of a class. Dr. Jones' traders share a currency; the Expansion market has its own.
func (t *Traded) gain() (best Gain, found bool) {
	for _, from := range t.Offers {
		for _, to := range t.Offers {
			if from.Expansion != to.Expansion || from.Buy == nil || to.Sell == nil {
				continue
			}
			if g := (Gain{Class: t.Class, Buy: *from.Buy, Sell: *to.Sell, From: from.Trader, To: to.Trader, Difference: *to.Sell - *from.Buy}); g.Difference > max(best.Difference, 0) {
				best, found = g, true
			}
		}
	}
	return best, found
}

// proposePrices proposes what Dr. Jones' traders may ask: the usual price of the category, more for what is rarer than usual in it and
// less for what is more frequent, by the root of the proportion.
func (s *Prices) proposePrices() {
	prices, numbers := map[string][]float64{}, map[string][]float64{}
	for i := range s.Traded {
		t := &s.Traded[i]
		if asked := t.asked(); asked > 0 && t.Wanted > 0 {
			prices[t.Category] = append(prices[t.Category], asked)
			numbers[t.Category] = append(numbers[t.Category], float64(t.Wanted))
		}
	}
	for i := range s.Traded {
		t := &s.Traded[i]
		if t.asked() > 0 && t.Wanted > 0 {
			t.ByRarity = twoDigits(median(prices[t.Category]) * math.Sqrt(median(numbers[t.Category])/float64(t.Wanted)))
		}
	}
}

// asked returns the lowest price of Dr. Jones' traders; 0 for none.
func (t *Traded) asked() (lowest float64) {
	for _, o := range t.Offers {
		if !o.Expansion && o.Buy != nil && (lowest == 0 || *o.Buy < lowest) {
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
