package operation

import (
	"context"
	"errors"

	"quartermaster/internal/economy"
	"quartermaster/internal/validate"
)

// getPrices answers what all markets of an instance ask and pay.
func getPrices(ctx context.Context, call *Call, _ none) (*economy.Prices, error) {
	prices, _, err := call.Economy.Prices(ctx, call.Scope)
	return prices, err
}

type takePricesInput struct {
	SIDs   []string `field:"sids" help:"Of offers; all of them if it is left out."`
	Market string   `field:"market" in:"jones,expansion" help:"Only items of this one." example:"jones"`
	DryRun bool     `field:"dry_run" example:"true"`
}

// chooses returns which items are named.
func (in takePricesInput) chooses() func(string, economy.Offer) bool {
	among := economy.Named(in.SIDs)
	return func(class string, o economy.Offer) bool {
		return (in.SIDs == nil || among(class, o)) && (in.Market == "" || (in.Market == "expansion") == o.Expansion)
	}
}

type pricesTaken struct {
	Changed  int                   `field:"changed" example:"1"`
	Revision int64                 `field:"revision,null" help:"Null where nothing was changed."`
	Rows     []economy.PriceChange `field:"rows"`
}

// takePrices sets prices to the proposals by rarity, or answers what that would change.
func takePrices(ctx context.Context, call *Call, in takePricesInput) (pricesTaken, error) {
	if in.DryRun {
		prices, _, err := call.Economy.Prices(ctx, call.Scope)
		if err != nil {
			return pricesTaken{}, err
		}
		changes := prices.Changes(in.chooses())
		return pricesTaken{Changed: len(changes), Rows: changes}, nil
	}
	changes, revision, err := call.Economy.TakePrices(ctx, call.Scope, 0, in.chooses())
	if errors.Is(err, economy.ErrChanged) {
		err = validate.Refusal("sids", "The instance has changed in the meantime. Try again.")
	}
	return pricesTaken{len(changes), revision, changes}, BatchError(err, "sids", func(_ int, field string) string { return field })
}
