package web_test

import (
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/webtest"
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
	s := webtest.Open(t)
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			if r.Surface == endpoint.C {
				page := s.Visitor().Get(apidocs.URL+"/"+r.Name).Status(200).Says("X-CSRF-TOKEN", "_method", "419", "413")
				page.Says(fields[r.Name]...)
			}
		}
	}
}
