package site

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// Collection says where the records of a resource are on the site, and what people call them.
type Collection struct {
	Resource  *record.Resource
	Group     string   // of the navigation; empty for a list that is not in it
	Title     string   // of the list
	One, Many string   // what a record and several are called, in small letters
	Omitted   []string // fields that the form leaves out because others say the same

	URL     func(r *Request) string                    // of the list
	EditURL func(r *Request, title, sid string) string // of the form of a record
	TitleOf func(row record.Row) string
}

// Collect makes the records of a resource known to the navigation, the history and the counts of an instance, in this order.
func (s *Site) Collect(c *Collection) {
	if c.EditURL == nil {
		c.EditURL = func(r *Request, _, sid string) string { return c.URL(r) + "/" + sid + "/edit" }
	}
	if c.TitleOf == nil {
		c.TitleOf = c.Resource.TitleOf
	}
	s.Collections = append(s.Collections, c)
	if c.Group != "" {
		s.AddToMenu(c.Group, c.Title, c.URL)
	}
}

// CollectionOf returns the collection of a resource, or nil where its records have no pages.
func (s *Site) CollectionOf(resource string) *Collection {
	i := slices.IndexFunc(s.Collections, func(c *Collection) bool { return c.Resource.Name == resource })
	if i < 0 {
		return nil
	}
	return s.Collections[i]
}

// CollectionsIn returns the collections of a scope: those of an instance, or the reference data.
func (s *Site) CollectionsIn(scope record.Scope) []*Collection {
	return slices.DeleteFunc(slices.Clone(s.Collections), func(c *Collection) bool { return c.Resource.Scope != scope })
}

// Holding is how many records an instance has in a collection.
type Holding struct {
	*Collection
	Count int64
}

// Holdings counts the records of the instance.
func (r *Request) Holdings(ctx context.Context) ([]Holding, error) {
	collections := r.Site.CollectionsIn(record.InInstance)
	resources := make([]*record.Resource, len(collections))
	for i, c := range collections {
		resources[i] = c.Resource
	}
	counts, err := r.Site.DB.CountAll(ctx, r.Scope(), resources)
	if err != nil {
		return nil, err
	}
	holds := make([]Holding, len(counts))
	for i, c := range collections {
		holds[i] = Holding{c, counts[i]}
	}
	return holds, nil
}

// EditURL leads to the form of a record, or is empty where there is none.
func (r *Request) EditURL(res *record.Resource, title, sid string) string {
	c := r.Site.CollectionOf(res.Name)
	switch {
	case res == record.Instances:
		return r.Instance.URL + "/edit"
	case sid == "" || c == nil:
		return ""
	}
	return c.EditURL(r, title, sid)
}

// RecordHistoryURL is where the history of a record is.
func (r *Request) RecordHistoryURL(res *record.Resource, sid string) string {
	return r.Instance.URL + "/" + res.Path + "/" + sid + "/history"
}

// RecordHistoryLink leads from a record to its history.
func (r *Request) RecordHistoryLink(res *record.Resource, row record.Row) ui.Link {
	return ui.Link{Label: "History", URL: r.RecordHistoryURL(res, res.SID(row)), Quiet: true}
}

// nouns name the records that have no list of their own.
var nouns = map[string]string{"instances": "instance", "economy_cores": "economy core", "instance_files": "file", "lint_settings": "lint settings"}

// NounOf returns what people call a record of a resource.
func (r *Request) NounOf(resource string) string {
	if c := r.Site.CollectionOf(resource); c != nil {
		return c.One
	}
	if noun, special := nouns[resource]; special {
		return noun
	}
	if res := record.Named(resource); res != nil {
		return res.One
	}
	return resource
}

// NounsOf returns the names of one record and of several of a resource.
func (r *Request) NounsOf(res *record.Resource) (one, many string) {
	if c := r.Site.CollectionOf(res.Name); c != nil {
		return c.One, c.Many
	}
	return res.One, res.Plural()
}
