package web

import (
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// docsSamples are the pages of the API's documentation: the first one, and one with everything that a resource can have.
func docsSamples() []sample {
	d := newDocs(deprecatedTable())
	return []sample{
		{"docs", 200, &ui.Page{Title: "The API", Path: docsURL, Place: d.place}, DocsView{
			DocsGuide: d.guide, Variables: docsVariables("http://qm.test", d.guide.Params), Upload: "32 MB", Counts: d.counts, Groups: d.groups,
		}},
		{
			"docs-resource", 200, &ui.Page{Title: "Spawnable Types", Path: docsURL + "/spawnable-types", Place: d.place},
			DocsResourceView{docsVariables("http://qm.test", d.byName["spawnable-types"].Params), d.byName["spawnable-types"]},
		},
		{
			"docs-forms", 200, &ui.Page{Title: "Settings", Path: docsURL + "/settings", Place: d.place},
			DocsResourceView{docsVariables("http://qm.test", nil), d.byName["settings"]},
		},
	}
}

// deprecatedTable is the table with an endpoint that will go.
func deprecatedTable() []endpoint.Group {
	table := endpoint.Table()
	for _, g := range table {
		for _, r := range g.Resources {
			if r.Record == record.SpawnableTypes {
				r.Endpoints[0].Deprecated = &endpoint.Deprecation{
					Cutoff: time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), Replacement: "/api/v2/instances/{instance}/spawnable-types",
				}
			}
		}
	}
	return table
}
