package web

import (
	"quartermaster/internal/aipreset"
	"quartermaster/internal/web/accounts"
	"quartermaster/internal/web/bulk"
	"quartermaster/internal/web/calendar"
	"quartermaster/internal/web/delivery"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/drafts"
	"quartermaster/internal/web/economy"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/gameserver"
	"quartermaster/internal/web/grid"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/instances"
	"quartermaster/internal/web/lab"
	"quartermaster/internal/web/market"
	"quartermaster/internal/web/palette"
	"quartermaster/internal/web/problems"
	"quartermaster/internal/web/records"
	"quartermaster/internal/web/serverfiles"
	"quartermaster/internal/web/settings"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/texts"
	"quartermaster/internal/web/worldmap"
)

// New builds the site with all of its pages. They stand in the navigation and in the counts of an instance in this order.
func New(c site.Config) *site.Site {
	if c.Presets == nil {
		c.Presets = aipreset.New(aipreset.NewBuiltIn())
	}
	s := site.New(c)
	addDocs(s)
	accounts.Add(s)
	instances.Add(s)
	records.Add(s)
	economy.Add(s)
	bulk.Add(s)
	grid.Add(s)
	serverfiles.Add(s)
	settings.Add(s)
	market.Add(s)
	documents.Add(s)
	worldmap.Add(s)
	lab.Add(s)
	problems.Add(s)
	texts.Add(s)
	delivery.Add(s)
	gameserver.Add(s)
	calendar.Add(s)
	drafts.Add(s)
	history.Add(s)
	finder.Add(s)
	palette.Add(s)
	return s
}
