package record

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quartermaster/internal/validate"
)

// TraderItem is a class that a trader buys and sells. Source: the item lines of TraderConfig.txt.
type TraderItem struct {
	Meta
	SellerID            int64 `field:"seller_id,required" ref:"trader_sellers" help:"The trader that trades it."`
	CategoryID          int64 `field:"category_id,required" ref:"trader_categories" help:"A category of the same trader."`
	InstanceClassnameID int64 `field:"instance_classname_id,required" ref:"instance_classnames" label:"Class name" help:"The traded class."`

	Name         string     `field:"name,max=255" sql:"ic.name" example:"AKM" label:"Class name" help:"The name of that class."`
	Quantity     *int64     `field:"quantity" example:"-1" help:"How much you get at once. -1: a full stack, or see the quantity code."`
	QuantityCode *string    `field:"quantity_code,max=20,quantity" example:"*" help:"* stack, W weapon, M magazine, V/VNK car, S meat, K key."`
	Buy          Hundredths `field:"buy" usual:"-1.." default:"-1" example:"25.00" label:"Price to buy" help:"-1: not for sale."`
	Sell         Hundredths `field:"sell" usual:"-1.." default:"-1" example:"10.00" label:"Price to sell" help:"What you get. -1: not bought."`
	HiddenOrigin
	Stamps
}

// TraderItems are the items of an instance's traders. A class may be in several categories, and in one more than once.
var TraderItems = Define[TraderItem]("trader_items", InInstance,
	at("trader-items"),
	called("trader item", "The items that traders buy and sell, with their prices."),
	keyed("category_id", "instance_classname_id"),
	ofClassName(),
	filtering(byID("seller_id", "trader_sellers", "seller_id"), byID("category_id", "trader_categories", "category_id")),
	preparing(prepareTraderItem),
	looking("trader_categories", "seller_id"))

// The quantity of a full stack, and its code.
const (
	fullStack     = -1
	fullStackCode = "*"
)

func prepareTraderItem(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	keepQuantity(r, old, values)
	if err := sameSeller(ctx, r, in, old, values); err != nil {
		return err
	}
	return takeClassName(ctx, r, in, old, values)
}

// keepQuantity keeps quantity and quantity_code in step: the changed one counts, the code if both have changed, and null clears both. A
// new item without either is a full stack.
func keepQuantity(r *Resource, old Row, values Values) {
	code, newCode := changed(r, old, values, "quantity_code")
	number, newNumber := changed(r, old, values, "quantity")
	switch {
	case newCode && (code != nil || !newNumber):
		values["quantity"] = quantityOf(code)
	case newNumber:
		values["quantity_code"] = codeOf(number)
	}
	if old == nil && values["quantity"] == nil {
		values["quantity"], values["quantity_code"] = int64(fullStack), fullStackCode
	}
}

// changed returns the sent value of a field, and whether it differs from the stored one.
func changed(r *Resource, old Row, values Values, name string) (any, bool) {
	value, sent := values[name]
	return value, sent && (old == nil || value != old[r.Index(name)])
}

func quantityOf(code any) any {
	text, ok := code.(string)
	if !ok {
		return nil
	}
	return QuantityOf(text)
}

// QuantityOf returns the quantity for a code of TraderConfig.txt: a full stack if it is not a number. Numbers are limited to 32 bits.
func QuantityOf(code string) int64 {
	n, err := strconv.ParseInt(code, 10, 32)
	if errors.Is(err, strconv.ErrSyntax) {
		return fullStack
	}
	return n
}

func codeOf(number any) any {
	n, ok := number.(int64)
	switch {
	case !ok:
		return nil
	case n == fullStack:
		return fullStackCode
	}
	return strconv.FormatInt(n, 10)
}

// sameSeller returns validate.Errors for a category of another trader than the item's.
func sameSeller(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	_, newSeller := values["seller_id"]
	_, newCategory := values["category_id"]
	if !newSeller && !newCategory {
		return nil
	}
	category := final(r, old, values, "category_id").(int64)
	found, err := in.Fields(ctx, "trader_categories", category, "seller_id")
	if err != nil {
		return fmt.Errorf("category of the item: %w", err)
	}
	if found[0] != final(r, old, values, "seller_id") {
		return validate.Wrong("category_id", validate.SelectionIsInvalid)
	}
	return nil
}

// final returns the value of a field after the change; nil if a new record has none.
func final(r *Resource, old Row, values Values, name string) any {
	if value, sent := values[name]; sent || old == nil {
		return value
	}
	return old[r.Index(name)]
}

// noneYet sets the counts of a new record to 0.
func noneYet(counts ...string) PrepareFunc {
	return func(_ context.Context, _ *Resource, _ Lookup, old Row, values Values) error {
		for _, name := range counts {
			if old == nil {
				values[name] = int64(0)
			}
		}
		return nil
	}
}
