package records

import (
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func traderCategoryPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TraderCategories,
			Sets:     []recordform.Set{{Fields: []string{"name", "seller_id"}}},
		},
		group: "Traders", one: "trader category", many: "trader categories",
		columns:  []string{"name", "seller_id", "items_count"},
		empty:    "Trader categories group the items of a seller. Add a seller first, then its categories.",
		deletion: "This deletes the category and its items.",
		actions:  categoryLinks,
	}
}

// categoryLinks lead to the items of a category, as a list and as a grid, which takes rows of a spreadsheet.
func categoryLinks(r *site.Request, row record.Row) []ui.Link {
	query := "?category_id=" + strconv.FormatInt(record.TraderCategories.ID(row), 10)
	items := r.Instance.URL + "/" + record.TraderItems.Path
	return []ui.Link{
		{Label: "Items", URL: items + query, Quiet: true}, {Label: "Grid of items", URL: items + "/grid" + query, Quiet: true},
	}
}
