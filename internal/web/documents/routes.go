package documents

import (
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// Add adds the AI loadouts, and the suggestions of class names, to a site.
func Add(s *site.Site) {
	aiLoadoutPages().Add(s)
	s.ForInstances(Base).Get("/"+docform.ClassNamesList, suggestClassNames)
}

// Add adds the pages to a site.
func (p *Pages) Add(s *site.Site) {
	s.Collect(p.collection())
	s.ForInstances(site.InstanceBase).Get("/"+p.Resource.Path+finder.RowsPath, p.index)
	on := s.ForInstances(Base + "/" + p.Segment())
	one := "/{" + p.Param + "}"
	on.Get("", p.index)
	on.Post("", p.create)
	on.Post("/import", p.importFiles)
	on.Get(one+"/edit", p.showEdit)
	on.Put(one, p.update)
	on.Delete(one, p.delete)
	on.Get(one+"/generate", p.generate)
	if !p.CreateOnIndex {
		on.Get("/create", p.showCreate)
		on.Get(one, p.showOne)
	}
}
