package records

import (
	"context"
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
)

func traderItemPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TraderItems,
			Sets: []recordform.Set{
				{Fields: []string{"name", "category_id", "quantity_code"}},
				{Title: "Prices", Fields: []string{"buy", "sell"}},
			},
			// The seller follows from the category, and the quantity from its code.
			Omit: []string{classNameID, "seller_id", "quantity"},
			Code: []string{"name", "quantity_code"},
		},
		group: "Traders", one: "trader item", many: "trader items",
		also:        pasteLink,
		columns:     []string{"name", "category_id", "quantity_code", "buy", "sell"},
		empty:       "Items are what players buy and sell. Add a seller and a category first, then the category's items.",
		deletion:    "This deletes the item. Its class name is kept.",
		firstFields: classNameFields("Apple"),
		store:       createOnClass,
		complete:    sellerOfCategory,
	}
}

// sellerOfCategory adds the seller to a form that names a category.
func sellerOfCategory(ctx context.Context, r *site.Request) error {
	id, err := strconv.ParseInt(r.Text("category_id"), 10, 64)
	if err != nil {
		return nil // the checks of the record report it
	}
	res := record.TraderCategories
	rows, err := r.Site.DB.All(ctx, res, r.Scope(), "r.id = $", id)
	if err == nil && len(rows) == 1 {
		r.Input.Set("seller_id", recordform.Shown(res.Field("seller_id"), rows[0][res.Index("seller_id")]))
	}
	return err
}
