// Package grid shows the records of a resource as a grid that is edited like a spreadsheet: its page, the records and what is computed
// of them as JSON, and the changes that are saved together. All of it follows from the declaration of the resource.
package grid

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// Add adds a grid to a site for every collection of records without a document that it has so far.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	for _, c := range s.CollectionsIn(record.InInstance) {
		if !c.Resource.HoldsDocuments() {
			newGrid(c).register(in)
		}
	}
}

// grid is the grid of a collection.
type grid struct {
	*site.Collection
	columns []column
	include []*record.Field // the nested fields among the columns
}

func newGrid(c *site.Collection) *grid {
	g := &grid{Collection: c, columns: columnsOf(c)}
	for _, column := range g.columns {
		if column.field.Nested {
			g.include = append(g.include, column.field)
		}
	}
	return g
}

func (g *grid) register(on site.Routes) {
	on = on.Below("/" + g.Resource.Path + finder.GridPath)
	on.Get("", g.show)
	program := on.ForPrograms()
	program.Post("", g.save)
	program.Get("/rows", g.rows)
	program.Get("/computed", g.computed)
	program.Post("/undo", g.undo)
}
