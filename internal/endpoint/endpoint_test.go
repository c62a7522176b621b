package endpoint_test

import (
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
)

// TestCounts holds the figures that the interface states, group by group.
func TestCounts(t *testing.T) {
	t.Parallel()
	table := endpoint.Table()
	all := endpoint.Count(table)
	if got, want := all, (endpoint.Counts{Resources: 29, Endpoints: 141, Writable: 22, Forms: 42, Extensions: all.Extensions}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	want := map[string]endpoint.Counts{
		"Operational":        {Resources: 1, Endpoints: 1},
		"Core":               {Resources: 1, Endpoints: 2},
		"Reference data":     {Resources: 8, Endpoints: 25, Writable: 3, Extensions: 11},
		"Instance resources": {Resources: 14, Endpoints: 71, Writable: 14, Extensions: 56},
		"Expansion GUI":      {Resources: 5, Endpoints: 42, Writable: 5, Forms: 42},
		"Extensions":         {Extensions: all.Extensions - 67 - 45},
		"Expansion mod":      {Extensions: 45},
		"Earlier API":        {},
	}
	for _, g := range table {
		if got := endpoint.Count([]endpoint.Group{g}); got != want[g.Name] {
			t.Errorf("%s: %+v, want %+v", g.Name, got, want[g.Name])
		}
	}
}

// TestNamesAreUnique: a name is an address of the documentation, a method with a path is one endpoint.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	unique := func(key string) {
		if seen[key] {
			t.Errorf("%s appears twice", key)
		}
		seen[key] = true
	}
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			unique(r.Name)
			if strings.Contains(r.Name, "/") {
				t.Errorf("%s is no segment of an address", r.Name)
			}
			for _, e := range r.Endpoints {
				unique(e.Method + " " + e.Path)
			}
		}
	}
}

func TestParams(t *testing.T) {
	t.Parallel()
	e := endpoint.Endpoint{Path: "/api/v1/instances/{instance}/event-spawns/{eventSpawn}"}
	if got := e.Params(); len(got) != 2 || got[0] != "instance" || got[1] != "eventSpawn" {
		t.Errorf("%q", got)
	}
}
