package records

import (
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func traderSellerPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TraderSellers,
			Sets: []recordform.Set{
				{Fields: []string{"name", "object_class", "safezone_radius"}},
				{
					Title: "Position", Help: "Where the seller stands, and which way it faces. Leave all three empty for “not set”.",
					Fields: []string{"position", "orientation"},
				},
				{Title: "Vehicles", Help: "Where the vehicles that players buy appear.", Fields: []string{"vehicle_spawn", "vehicle_orientation"}},
				{Title: "Clothes", Fields: []string{"attachments"}},
			},
			Code: []string{"object_class"},
		},
		group: "Traders", one: "trader seller", many: "trader sellers",
		columns:  []string{"name", "object_class", "safezone_radius", "categories_count", "items_count"},
		empty:    "A seller stands on the map and trades the items of its categories.",
		deletion: "This deletes the seller, its categories and their items.",
		also:     func(r *site.Request) ui.Link { return r.ConvertTraders(tradermod.Jones) },
		actions:  sellerLinks,
	}
}

// sellerLinks lead to the categories and items of a seller.
func sellerLinks(r *site.Request, row record.Row) []ui.Link {
	query := "?seller_id=" + strconv.FormatInt(record.TraderSellers.ID(row), 10)
	return []ui.Link{
		{Label: "Categories", URL: r.Instance.URL + "/" + record.TraderCategories.Path + query, Quiet: true},
		{Label: "Items", URL: r.Instance.URL + "/" + record.TraderItems.Path + query, Quiet: true},
		{Label: "Grid of items", URL: r.Instance.URL + "/" + record.TraderItems.Path + "/grid" + query, Quiet: true},
	}
}
