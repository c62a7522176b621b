package web

import (
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

func traderSellerPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.TraderSellers,
			sets: []fieldSet{
				{"", "", []string{"name", "object_class", "safezone_radius"}},
				{"Position", "Where the seller stands, and which way it faces. Leave all three empty for “not set”.", []string{"position", "orientation"}},
				{"Vehicles", "Where the vehicles that players buy appear.", []string{"vehicle_spawn", "vehicle_orientation"}},
				{"Clothes", "", []string{"attachments"}},
			},
			code: []string{"object_class"},
		},
		group: "Traders", one: "trader seller", many: "trader sellers",
		columns:  []string{"name", "object_class", "safezone_radius", "categories_count", "items_count"},
		empty:    "A seller stands on the map and trades the items of its categories.",
		deletion: "This deletes the seller, its categories and their items.",
		actions:  sellerLinks,
	}
}

// sellerLinks lead to what a seller trades in.
func sellerLinks(r *request, row record.Row) []ui.Link {
	query := "?seller_id=" + strconv.FormatInt(record.TraderSellers.ID(row), 10)
	return []ui.Link{
		{Label: "Categories", URL: r.instance.url + "/" + record.TraderCategories.Path + query, Quiet: true},
		{Label: "Items", URL: r.instance.url + "/" + record.TraderItems.Path + query, Quiet: true},
	}
}
