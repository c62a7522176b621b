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
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// ErrChanged says that the instance has changed since somebody has seen it.
var ErrChanged = errors.New("economy: the instance has changed in the meantime")

// PriceChange is a proposal by rarity for one item: its prices, and those that it would have. Nil prices stay as they are.
type PriceChange struct {
	SID       string      `field:"sid" help:"Of the item among the offers." example:"aB3dE5fG7h"`
	Class     string      `field:"class" example:"AKM"`
	Trader    string      `field:"trader" example:"Boris"`
	Expansion bool        `field:"expansion"`
	Buy       *[2]float64 `field:"buy" help:"Before and after; null where it stays." example:"[100,200]"`
	MostBuy   *[2]float64 `field:"most_buy" help:"Before and after; null where it stays."`
	Sell      *[2]float64 `field:"sell" help:"Before and after, in proportion to the price; null where it stays." example:"[50,100]"`
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
	c := PriceChange{
		SID: o.SID, Class: class, Trader: o.Trader, Expansion: o.Expansion, Buy: differing(o.Buy, o.ByRarity),
		MostBuy: differing(o.MostBuy, o.MostByRarity),
	}
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
func (s *Service) TakePrices(ctx context.Context, scope store.Scope, seen int64,
	choose func(class string, o Offer) bool,
) (changes []PriceChange, revision int64, err error) {
	prices, now, err := s.Prices(ctx, scope)
	if err != nil {
		return nil, 0, err
	}
	changes = prices.Changes(choose)
	var made *store.Edit
	err = s.db.EditOf(ctx, int64(len(changes)), scope, "bulk", func(e *store.Edit) error {
		e.Summary, made = say.New("prices"), e
		if base, err := e.View().Revision(ctx); err != nil || base != now || seen != 0 && base != seen {
			return errors.Join(err, ErrChanged)
		}
		operations, err := operationsOf(ctx, e, changes)
		if err == nil {
			_, err = e.Batch(ctx, operations)
		}
		return err
	})
	if err == nil {
		revision = made.Number
	}
	return changes, revision, err
}

// operationsOf returns the changes as operations on the items of Dr. Jones' traders, and on the categories of the Expansion market.
func operationsOf(ctx context.Context, e *store.Edit, changes []PriceChange) (list []store.Operation, err error) {
	ofCategory := map[string][]PriceChange{}
	for _, c := range changes {
		if c.Expansion {
			sid, _, _ := strings.Cut(c.SID, offerSeparator)
			ofCategory[sid] = append(ofCategory[sid], c)
			continue
		}
		list = append(list, store.Operation{Op: store.OpUpdate, Resource: record.TraderItems, SID: c.SID, Data: c.ofItem()})
	}
	if len(ofCategory) == 0 {
		return list, nil
	}
	categories, err := categoryOperations(ctx, e, ofCategory)
	return append(list, categories...), err
}

// ofItem returns the new prices of an item of Dr. Jones' traders.
func (c PriceChange) ofItem() *jsontree.Object {
	data := new(jsontree.Object)
	setPrice(data, "buy", c.Buy)
	setPrice(data, "sell", c.Sell)
	return data
}

// keyIn returns a key in the letter case in which it is there: offers are read in any.
func keyIn(o *jsontree.Object, key string) string {
	for name := range o.All() {
		if strings.EqualFold(name, key) {
			return name
		}
	}
	return key
}

func setPrice(o *jsontree.Object, key string, price *[2]float64) {
	if price == nil {
		return
	}
	o.Set(keyIn(o, key), jsontree.Number(strconv.FormatFloat(price[1], 'f', -1, 64)))
}

// categoryOperations sets the new prices of items in the documents of market categories, by their sids.
func categoryOperations(ctx context.Context, e *store.Edit, changes map[string][]PriceChange) (list []store.Operation, err error) {
	r := record.MarketCategories
	rows, err := e.All(ctx, r, "")
	for _, row := range rows {
		sid := r.SID(row)
		if changes[sid] == nil {
			continue
		}
		tree, err := expansion.Parse(string(r.FileOf(row)))
		if err != nil {
			return nil, err
		}
		setPrices(tree, changes[sid])
		data := new(jsontree.Object)
		data.Set("document", tree)
		list = append(list, store.Operation{Op: store.OpUpdate, Resource: r, SID: sid, Data: data})
	}
	return list, err
}

// setPrices sets the new prices of items of a market category.
func setPrices(category *jsontree.Object, changes []PriceChange) {
	items := category.List(keyIn(category, "Items"))
	for _, c := range changes {
		_, index, _ := strings.Cut(c.SID, offerSeparator)
		i, _ := strconv.Atoi(index) // written by addExpansion, at the same revision
		if item, ok := items[i].(*jsontree.Object); ok {
			setPrice(item, "MinPriceThreshold", c.Buy)
			setPrice(item, "MaxPriceThreshold", c.MostBuy)
		}
	}
}

// Named chooses the items with the sids.
func Named(sids []string) func(string, Offer) bool {
	return func(_ string, o Offer) bool { return slices.Contains(sids, o.SID) }
}
