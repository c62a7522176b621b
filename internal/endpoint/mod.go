package endpoint

import (
	"strings"

	"quartermaster/internal/record"
)

// documents are the records of the Expansion mod on surface A, each of them a file. Surface C has forms for the same.
func documents() []Resource {
	records := []*record.Resource{
		record.ExpansionSettings, record.MarketTraders, record.MarketCategories, record.AILoadouts, record.TraderZones,
	}
	resources := make([]Resource, len(records))
	for i, r := range records {
		resources[i] = extension(writable(r))
		resources[i].Name = strings.ReplaceAll(r.Path, "/", "-")
	}
	return resources
}
