package grid

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/economy"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// Add adds a grid to a site for every collection of records without a document that it has so far.
func Add(s *site.Site) {
	for _, c := range s.CollectionsIn(record.InInstance) {
		if !c.Resource.HoldsDocuments() {
			Of(c).Add(s)
		}
	}
}

// Of returns the grid of the records of a collection.
func Of(c *site.Collection) *Grid { return New(c, newRecords(c)) }

// Source is where the rows of a grid come from and where its changes go: the records of a resource, or what stands in documents. The
// rows have the fields of the grid's resource.
type Source interface {
	// Find returns the rows that the filter of the request finds. The error is a FilterError for one that is not understood.
	Find(ctx context.Context, r *site.Request) (Rows, error)
	// Named returns the rows whose first column is one of the names, in any letter case, whatever the filter is.
	Named(ctx context.Context, r *site.Request, names []string) ([]record.Row, error)
	// Given returns the numbers that formulas need besides the fields, by their names.
	Given(ctx context.Context, r *site.Request) (map[string]float64, error)
	// Computed returns what the grid shows besides the fields.
	Computed(ctx context.Context, r *site.Request) (Computed, error)
	// Current returns rows as they are stored, by their sids, without those that are gone.
	Current(ctx context.Context, e *store.Edit, sids []string) (map[string]record.Row, error)
	// Others returns for each of some rows another one with the same key, nil where there is none.
	Others(ctx context.Context, e *store.Edit, rows []record.Row) ([]record.Row, error)
	// Authors returns who made the last change of each row, by its sid.
	Authors(ctx context.Context, r *site.Request, sids []string) (map[string]string, error)
	// Write carries a save out, of which Current has found every row. It returns the rows whose values or sids it has set, those that
	// were asked to be changed and added among them. The error is Problems for values that are refused.
	Write(ctx context.Context, r *site.Request, e *store.Edit, asked Asked) ([]Written, error)
}

// Rows are rows in their order.
type Rows interface {
	Len() int
	// First returns the first rows, at most n.
	First(ctx context.Context, n int) ([]record.Row, error)
	// Each calls fn with the rows, part by part.
	Each(ctx context.Context, fn func([]record.Row) error) error
}

// FilterError is a sentence about a filter that is not understood.
type FilterError string

// Error returns the sentence.
func (e FilterError) Error() string { return string(e) }

// Grid is the grid of a collection.
type Grid struct {
	*site.Collection
	source   Source
	columns  []column
	computed []computedColumn
}

// New returns a grid with a column for each field of the collection's resource, and with those that are computed.
func New(c *site.Collection, from Source) *Grid {
	return &Grid{Collection: c, source: from, columns: columnsOf(c), computed: computedOf(c.Resource)}
}

// Add adds the grid to a site.
func (g *Grid) Add(s *site.Site) {
	on := s.ForInstances(site.InstanceBase, access.Read).Below("/" + g.Resource.Path + finder.GridPath)
	change := on.Needing(g.Resource.Needs)
	change.Get("", g.show)
	change.ForPrograms().Post("", g.save)
	program := on.ForPrograms()
	program.Get("/rows", g.rows)
	program.Get("/computed", g.showComputed)
	program.Post("/names", g.names)
	on.Needing(access.Edit).ForPrograms().Post("/undo", site.Undo)
	if g.Resource == record.Types {
		economy.AddProposed(on, g.propose)
		economy.AddTried(on)
	}
}
