// Package web is the browser side of the service: it joins the rooms of the site.
package web

import "quartermaster/internal/aipreset"

// New builds the site with all of its pages. They stand in the navigation and in the counts of an instance in this order.
func New(c Config) *Web {
	if c.Presets == nil {
		c.Presets = aipreset.New(aipreset.NewBuiltIn())
	}
	web := newSite(c)
	addDocs(web)
	addAccounts(web)
	addInstances(web)
	addRecords(web)
	addSettings(web)
	addMarket(web)
	addDocuments(web)
	addLint(web)
	addHistory(web)
	return web
}
