package economy

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// ErrChanged says that the instance has changed since somebody has seen it.
var ErrChanged = errors.New("economy: the instance has changed meanwhile")

// PriceChange is a proposal by rarity for one item: its prices, and those that it would have. Nil prices stay as they are.
type PriceChange struct {
	SID       string      `json:"sid"` // of the item among the offers
	Class     string      `json:"class"`
	Trader    string      `json:"trader"`
	Expansion bool        `json:"expansion"`
	Buy       *[2]float64 `json:"buy"`
	MostBuy   *[2]float64 `json:"most_buy"`
	Sell      *[2]float64 `json:"sell"` // in proportion to the price, so that the trader keeps as much of it
}

// Changes returns the proposals by rarity that differ from the prices, of the items that choose names.
func (p *Prices) Changes(choose func(class string, o Offer) bool) []PriceChange {
	list := []PriceChange{}
	for _, t := range p.Traded {
		for _, o := range t.Offers {
			if c := o.change(t.Class); c != nil && choose(t.Class, o) {
				list = append(list, *c)
			}
		}
	}
	return list
}

// change returns the change to what is proposed; nil where nothing is, or nothing differs.
func (o Offer) change(class string) *PriceChange {
	if o.ByRarity == nil {
		return nil
	}
	c := PriceChange{SID: o.SID, Class: class, Trader: o.Trader, Expansion: o.Expansion, Buy: differing(o.Buy, o.ByRarity), MostBuy: differing(o.MostBuy, o.MostByRarity)}
	if c.Buy != nil && !o.Expansion && o.Sell != nil && *o.Sell > 0 {
		sell := math.Floor(*o.Sell * *o.ByRarity / *o.Buy)
		c.Sell = differing(o.Sell, &sell)
	}
	if c.Buy == nil && c.MostBuy == nil {
		return nil
	}
	return &c
}

func differing(now, then *float64) *[2]float64 {
	if now == nil || then == nil || *now == *then {
		return nil
	}
	return &[2]float64{*now, *then}
}

// TakePrices sets the proposals by rarity of the items that choose names, as one revision, whose number it returns; 0 where nothing
// differs. It returns ErrChanged where the instance is no longer at the revision that was seen, if one is given.
func (s *Service) TakePrices(ctx context.Context, scope store.Scope, seen int64, choose func(class string, o Offer) bool) (changes []PriceChange, revision int64, err error) {
	f, now, err := s.Figures(ctx, scope)
	if err != nil {
		return nil, 0, err
	}
	prices, err := s.Prices(ctx, scope, f)
	if err != nil {
		return nil, 0, err
	}
	changes = prices.Changes(choose)
	err = s.db.Edit(ctx, scope, "bulk", func(e *store.Edit) error {
		e.Summary = "prices by rarity"
		if base, err := e.View().Revision(ctx); err != nil || base != now || seen != 0 && base != seen {
			return errors.Join(err, ErrChanged)
		}
		operations, err := operationsOf(ctx, e, changes)
		if err == nil {
			_, err = e.Batch(ctx, operations)
		}
		revision = e.Number
		return err
	})
	return changes, revision, err
}

// operationsOf returns the changes as operations on the items of Dr. Jones' traders, and on the categories of the Expansion market.
func operationsOf(ctx context.Context, e *store.Edit, changes []PriceChange) (list []store.Operation, err error) {
	categories := map[string][]PriceChange{}
	var order []string
	for _, c := range changes {
		if !c.Expansion {
			list = append(list, store.Operation{Op: store.OpUpdate, Resource: record.TraderItems, SID: c.SID, Data: c.ofItem()})
			continue
		}
		sid, _, _ := strings.Cut(c.SID, offerSeparator)
		if categories[sid] == nil {
			order = append(order, sid)
		}
		categories[sid] = append(categories[sid], c)
	}
	for _, sid := range order {
		o, err := categoryOperation(ctx, e, sid, categories[sid])
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// ofItem returns the new prices of an item of Dr. Jones' traders.
func (c PriceChange) ofItem() *jsontree.Object {
	data := new(jsontree.Object)
	setPrice(data, "buy", c.Buy)
	setPrice(data, "sell", c.Sell)
	return data
}

// setPrice sets a key, in the letter case in which it is there.
func setPrice(o *jsontree.Object, key string, price *[2]float64) {
	if price == nil {
		return
	}
	for name := range o.All() {
		if strings.EqualFold(name, key) {
			key = name
		}
	}
	o.Set(key, jsontree.Number(strconv.FormatFloat(price[1], 'f', -1, 64)))
}

// categoryOperation sets the new prices of items in the document of a market category.
func categoryOperation(ctx context.Context, e *store.Edit, sid string, changes []PriceChange) (store.Operation, error) {
	r := record.MarketCategories
	rows, err := e.All(ctx, r, "r.sid = $", sid)
	if err != nil {
		return store.Operation{}, err
	}
	if len(rows) == 0 {
		return store.Operation{}, ErrChanged
	}
	tree, err := expansion.Parse(string(r.FileOf(rows[0])))
	if err != nil {
		return store.Operation{}, err
	}
	list, _ := tree.Get("Items")
	items := jsontree.Members(list)
	for _, c := range changes {
		_, index, _ := strings.Cut(c.SID, offerSeparator)
		i, _ := strconv.Atoi(index) // written by addExpansion
		if item, ok := items[min(i, len(items)-1)].(*jsontree.Object); ok {
			setPrice(item, "MinPriceThreshold", c.Buy)
			setPrice(item, "MaxPriceThreshold", c.MostBuy)
		}
	}
	data := new(jsontree.Object)
	data.Set("document", tree)
	return store.Operation{Op: store.OpUpdate, Resource: r, SID: sid, Data: data}, nil
}

// Named chooses the items with the sids.
func Named(sids []string) func(string, Offer) bool {
	return func(_ string, o Offer) bool { return slices.Contains(sids, o.SID) }
}
