package web

import (
	"context"
	"strconv"

	"quartermaster/internal/record"
)

func traderItemPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.TraderItems,
			sets: []fieldSet{
				{"", "", []string{"name", "category_id", "quantity_code"}},
				{"Prices", "", []string{"buy", "sell"}},
			},
			// The seller follows from the category, and the quantity from its code.
			omit: []string{classNameID, "seller_id", "quantity"},
			code: []string{"name", "quantity_code"},
		},
		group: "Traders", one: "trader item", many: "trader items",
		columns:     []string{"name", "category_id", "quantity_code", "buy", "sell"},
		empty:       "Items are what players buy and sell. Add a seller and a category first, then the category's items.",
		deletion:    "This deletes the item. Its class name is kept.",
		firstFields: classNameFields("Apple"),
		store:       createOnClass,
		complete:    sellerOfCategory,
	}
}

// sellerOfCategory adds the seller to a form that names a category.
func sellerOfCategory(ctx context.Context, r *request) error {
	id, err := strconv.ParseInt(r.text("category_id"), 10, 64)
	if err != nil {
		return nil // the checks of the record say so
	}
	res := record.TraderCategories
	rows, err := r.web.DB.All(ctx, res, r.scope(), "r.id = $", id)
	if err == nil && len(rows) == 1 {
		r.input.Set("seller_id", shown(res.Field("seller_id"), rows[0][res.Index("seller_id")]))
	}
	return err
}
