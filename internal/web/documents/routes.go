package documents

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// Add adds the AI loadouts, and the suggestions of class names, to a site.
func Add(s *site.Site) {
	aiLoadoutPages().Add(s)
	s.ForInstances(Base, access.Read).Get("/"+docform.ClassNamesList, suggestClassNames)
}

// Add adds the pages to a site.
func (p *Pages) Add(s *site.Site) {
	s.Collect(p.collection())
	s.ForInstances(site.InstanceBase, access.Read).Get("/"+p.Resource.Path+finder.RowsPath, p.index)
	on := s.ForInstances(Base+"/"+p.Segment(), access.Read)
	change := on.Needing(p.Resource.Needs)
	one := "/{" + p.Param + "}"
	on.Get("", p.index)
	change.Post("", p.create)
	change.Post("/import", p.importFiles)
	on.Get(one+"/edit", p.showEdit)
	change.Put(one, p.update)
	change.Delete(one, p.delete)
	on.Get(one+"/generate", p.generate)
	if !p.CreateOnIndex {
		change.Get("/create", p.showCreate)
		on.Get(one, p.showOne)
	}
}
