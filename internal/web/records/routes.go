// Package records holds the pages of records that are no documents, and of the reference data. Each resource has a file that declares its
// list and its form.
package records

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/economy"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
)

// Add adds the pages of all resources to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	for _, p := range allPages() {
		s.Collect(p.collection())
		p.register(in)
	}
	players := in.Needing(access.Players)
	players.Get("/player-lists/ban", showBan)
	players.Post("/player-lists/ban", ban)
	s.AddToMenu("World", "Economy core", economyCoreURL)
	in.Get("/economy-core", showEconomyCore)
	in.Needing(access.Edit).Put("/economy-core", saveEconomyCore)
	in.Needing(access.Edit).Delete("/economy-core", resetEconomyCore)

	users := s.ForUsers()
	users.Get(site.ReferenceURL, toReferences)
	for _, p := range referencePages() {
		s.Collect(p.collection())
		p.register(users.Below(site.ReferenceURL))
	}
}

// allPages returns the pages of the resources in instances, in the order of the navigation.
func allPages() []*resourcePages {
	return []*resourcePages{
		typePages(), classnamePages(), presetPages(), spawnableTypePages(), randomPresetPages(),
		eventPages(), eventSpawnPages(),
		traderSellerPages(), traderCategoryPages(), traderItemPages(), traderCurrencyPages(),
		playerListPages(), playerSpawnPages(),
		effectAreaPages(), messagePages(), serverModPages(),
	}
}

// referencePages returns the pages of the reference data: built-in records, and those of the user for all instances.
func referencePages() []*resourcePages {
	return []*resourcePages{categoryPages(), subcategoryPages(), modPages(), mapPages()}
}

// register adds the routes of the resource.
func (p *resourcePages) register(on site.Routes) {
	on = on.Below("/" + p.Resource.Path)
	change := on.Needing(p.Resource.Needs)
	on.Get("", p.list)
	on.Get(finder.RowsPath, p.list)
	change.Post("", p.create)
	change.Get("/create", p.showCreate)
	on.Get("/{record}", p.toEdit)
	on.Get("/{record}/edit", p.showEdit)
	change.Put("/{record}", p.update)
	change.Patch("/{record}", p.update)
	change.Delete("/{record}", p.delete)
	if p.economic {
		economy.AddProposed(on.Below("/{record}"), p.propose)
	}
}
