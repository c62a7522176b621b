package web

import (
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

func traderCategoryPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.TraderCategories,
			sets:     []fieldSet{{"", "", []string{"name", "seller_id"}}},
		},
		group: "Traders", one: "trader category", many: "trader categories",
		columns:  []string{"name", "seller_id", "items_count"},
		empty:    "Trader categories group the items of a seller. Add a seller first, then its categories.",
		deletion: "This deletes the category and its items.",
		actions:  categoryLinks,
	}
}

// categoryLinks lead to what stands in a category.
func categoryLinks(r *request, row record.Row) []ui.Link {
	query := "?category_id=" + strconv.FormatInt(record.TraderCategories.ID(row), 10)
	return []ui.Link{{Label: "Items", URL: r.instance.url + "/" + record.TraderItems.Path + query, Quiet: true}}
}
