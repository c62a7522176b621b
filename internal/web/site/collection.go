package site

import (
	"slices"

	"quartermaster/internal/record"
)

// Collect adds a collection. The order of the calls is that of the navigation and of an instance's counts.
func (s *Site) Collect(c *Collection) {
	if c.EditURL == nil {
		c.EditURL = func(r *Request, _, sid string) string { return c.URL(r) + "/" + sid + "/edit" }
	}
	if c.TitleOf == nil {
		c.TitleOf = c.Resource.TitleOf
	}
	s.Collections = append(s.Collections, c)
	if c.Group != "" {
		s.menu = append(s.menu, menuEntry{c.Group, c.Title, c.URL, c.Resource})
	}
}

// CollectionOf returns the collection of a resource, by its name; nil if its records have no pages.
func (s *Site) CollectionOf(resource string) *Collection {
	i := slices.IndexFunc(s.Collections, func(c *Collection) bool { return c.Resource.Name == resource })
	if i < 0 {
		return nil
	}
	return s.Collections[i]
}

// CollectionsIn returns the collections of a scope: of an instance, or of the reference data.
func (s *Site) CollectionsIn(scope record.Scope) []*Collection {
	return slices.DeleteFunc(slices.Clone(s.Collections), func(c *Collection) bool { return c.Resource.Scope != scope })
}

// AddToMenu adds a page to the navigation of an instance, in a new group unless the last one has that title.
func (s *Site) AddToMenu(group, label string, url func(r *Request) string) {
	s.menu = append(s.menu, menuEntry{group: group, label: label, url: url})
}
