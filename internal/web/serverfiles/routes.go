// Package serverfiles holds the pages of the game's files that are one document each: what there is of them, and the form of one.
package serverfiles

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	s.AddToMenu(menuGroup, title, listURL)
	s.AddToMenu(menuGroup, "Quests", questsURL)
	s.AddToMenu(menuGroup, modsTitle, modsURL)
	quests := s.ForInstances(site.InstanceBase, access.Read)
	quests.Get("/quests", showQuests)
	quests.Needing(access.Edit).Get(newQuestPath, showNewQuest)
	quests.Needing(access.Edit).Post(newQuestPath, makeQuest)
	in := s.ForInstances(site.InstanceBase+listPath, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("", listDocuments)
	in.Get(modsPath, listModFiles)
	in.Get(modsPath+"/{document}", showDocument)
	edit.Get(modsPath+"/{document}"+draftPagePath, showDraftPack)
	edit.Get(modsPath+"/{document}"+draftPath, draftPack)
	edit.Put(modsPath+"/{document}", saveDocument)
	in.Get(zonesPath, showZones)
	edit.Post(zonesPath, changeZones)
	in.Get("/value", showValue)
	in.Get("/{document}", showDocument)
	edit.Put("/{document}", saveDocument)
	edit.Get(modsPath+"/{document}"+rowsPath, showRows)
	edit.Post(modsPath+"/{document}"+rowsPath, changeRows)
	edit.Get("/{document}"+rowsPath, showRows)
	edit.Post("/{document}"+rowsPath, changeRows)
	edit.Get("/{document}/presets/{preset}", showPreset)
	edit.Post("/{document}/presets/{preset}", applyPreset)
}

const (
	menuGroup = "Server files"
	title     = "Game files"
	zonesPath = "/territories/zones"
	listPath  = "/documents"
	draftPath = "/pack.json"

	draftPagePath = "/pack"
)

func listURL(r *site.Request) string { return r.Instance.URL + listPath }
