package record

import (
	"context"
	"fmt"
	"strconv"

	"quartermaster/internal/validate"
)

// TraderItem is a class that a trader buys and sells. Source: the item lines of TraderConfig.txt.
type TraderItem struct {
	Meta
	SellerID            int64      `field:"seller_id,required" ref:"trader_sellers"`
	CategoryID          int64      `field:"category_id,required" ref:"trader_categories" help:"A category of the same trader."`
	InstanceClassnameID int64      `field:"instance_classname_id,required" ref:"instance_classnames" label:"Class name"`
	Name                string     `field:"name" sql:"ic.name" example:"AKM" label:"Class name"`
	Quantity            *int64     `field:"quantity" example:"-1" help:"How much one gets at once; -1: a full stack."`
	QuantityCode        *string    `field:"quantity_code,max=20,quantity" example:"*" help:"As in TraderConfig.txt: * full stack, W weapon, M magazine, V vehicle, VNK vehicle without key, S meat, K key, or a number."`
	Buy                 Hundredths `field:"buy" default:"-1" example:"25.00" label:"Price to buy" help:"What a player pays; -1: not for sale."`
	Sell                Hundredths `field:"sell" default:"-1" example:"10.00" label:"Price to sell" help:"What a player gets; -1: not taken."`
	Stamps
}

// TraderItems are the items of an instance's traders. A class may stand in several categories, also twice in one.
var TraderItems = Define[TraderItem]("trader_items", InInstance,
	At("trader-items"),
	Called("trader item", "Items available for trade with buy and sell prices."),
	Keyed("category_id", "instance_classname_id"),
	Joining("JOIN instance_classnames ic ON ic.id = r.instance_classname_id"),
	Searching("ic.name"),
	Filtering(ByID("seller_id", "trader_sellers", "seller_id"), ByID("category_id", "trader_categories", "category_id")),
	Preparing(prepareTraderItem))

// fullStack is the quantity, and its code, of as much as the class holds.
const (
	fullStack     = -1
	fullStackCode = "*"
)

func prepareTraderItem(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	keepQuantity(old, values)
	if err := sameSeller(ctx, r, in, old, values); err != nil {
		return err
	}
	return takeClassName(ctx, r, in, old, values)
}

// keepQuantity keeps quantity and quantity_code in step; the code counts where both are sent. A code of letters stands for
// one full piece.
func keepQuantity(old Row, values Values) {
	code, sentCode := values["quantity_code"].(string)
	number, sent := values["quantity"].(int64)
	switch {
	case sentCode:
		values["quantity"] = quantityOf(code)
	case sent && number != fullStack:
		values["quantity_code"] = strconv.FormatInt(number, 10)
	case sent || old == nil:
		values["quantity"], values["quantity_code"] = int64(fullStack), fullStackCode
	}
}

func quantityOf(code string) int64 {
	if n, err := strconv.ParseInt(code, 10, 32); err == nil {
		return n
	}
	return fullStack
}

// sameSeller refuses a category of another trader than the item's.
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
		var problems validate.Errors
		problems.Add("category_id", "The selected category id is invalid.")
		return problems
	}
	return nil
}

// final is the value that a field has after the change.
func final(r *Resource, old Row, values Values, name string) any {
	if value, sent := values[name]; sent {
		return value
	}
	return old[r.Index(name)]
}

// noneYet sets counts of what refers to a record, when it is new.
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
