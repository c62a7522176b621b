package web

import (
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/web/apidocs"
)

// TestDocsOfForms: each page of surface C tells its fields, and what all forms have in common.
func TestDocsOfForms(t *testing.T) {
	t.Parallel()
	fields := map[string][]string{
		"settings":          {">prompt<", ">preset<", "34 slugs", "general"},
		"market-traders":    {">DisplayName<", ">Currencies<", ">Categories<", ">Items<"},
		"market-categories": {">icon<", ">color<", "Fields of each object in items", ">ClassName<", "0 to 100; default 75.0"},
		"ai-loadouts":       {">name<", ">data<", "a JSON object"},
		"trader-zones":      {">DisplayName<", ">Radius<", "list of 3 numbers"},
	}
	s := openSite(t)
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			if r.Surface == endpoint.C {
				page := s.visitor().get(apidocs.URL+"/"+r.Name).status(200).says("X-CSRF-TOKEN", "_method", "419", "413")
				page.says(fields[r.Name]...)
			}
		}
	}
}
