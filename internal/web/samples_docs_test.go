package web_test

import (
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/market"
	"quartermaster/internal/web/ui"
)

// guideGroups is how many groups of endpoints the first page lists: the others look the same, and a scan of all takes as long as twenty
// pages do.
const guideGroups = 3

// docsSamples are the pages of the API's documentation: the first one, and one with everything that a resource can have.
func docsSamples() []sample {
	table := deprecatedTable()
	d := apidocs.New(table, market.FormKeys())
	short := apidocs.New(table[:guideGroups], nil)
	return []sample{
		docsSample("docs")(short.Guide("http://qm.test", 32<<20)),
		docsSample("docs-resource")(d.Resource("spawnable-types", "http://qm.test")),
		docsSample("docs-forms")(d.Resource("settings", "http://qm.test")),
		docsSample("docs-lint")(d.Rules()),
		docsSample("docs-lint-rule")(d.Rule("min-over-nominal")),
		docsSample("docs-errors")(d.Errors()),
		docsSample("docs-error")(d.Error("invalid-fields")),
	}
}

// docsSample makes a sample of what draws a page of the documentation.
func docsSample(name string) func(*ui.Page, ui.View) sample {
	return func(page *ui.Page, view ui.View) sample { return sample{name, 200, page, view} }
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
