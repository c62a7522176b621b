package grid

import (
	"context"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// traderFormulas are what the grid works out of the prices of a trader's items.
var traderFormulas = []Formula{
	{Key: "trade", Label: "Trade", Kind: "trade", Of: "buy", By: "sell", Help: "What players can do: a price of -1 means not for sale, or not bought by the trader."},
	{Key: "margin", Label: "Margin", Kind: "margin", Of: "buy", By: "sell", Help: "What a player loses by buying and selling again. Below 0, players earn by it."},
}

// setSellers gives each new item the seller of its category.
func setSellers(ctx context.Context, e *store.Edit, added []Row) error {
	categories := record.TraderCategories
	rows, err := e.View().Flat(ctx, categories, nil)
	sellers := map[string]any{}
	for _, row := range rows {
		seller := row[categories.Index("seller_id")].(int64)
		sellers[strconv.FormatInt(categories.ID(row), 10)] = jsontree.Number(strconv.FormatInt(seller, 10))
	}
	for _, row := range added {
		category, _ := row.Now.Get("category_id")
		if seller := sellers[validate.Text(category)]; seller != nil {
			row.Now.Set("seller_id", seller)
		}
	}
	return err
}
