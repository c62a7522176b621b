package market

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	categories := marketCategoryPages()
	for _, p := range []*documents.Pages{marketTraderPages(), categories, traderZonePages()} {
		p.Add(s)
	}
	addItemsGrid(s, categories)
	in := s.ForInstances(documents.Base, access.Read)
	in.Get(marketArchiveURL, generateMarket)
	in.Needing(access.Edit).Put("/"+categories.Segment()+"/{"+categoryParam+"}/items/{item}",
		func(ctx context.Context, r *site.Request) (site.Response, error) {
			return updateItem(ctx, categories, r)
		})
}

// FormKeys returns the keys of documents that the forms take, by resource, for the documentation.
func FormKeys() apidocs.FormKeys {
	return apidocs.FormKeys{"market-traders": traderForm.keys(), "market-categories": categoryForm.keys(), "trader-zones": zoneForm.keys()}
}
