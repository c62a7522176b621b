package web

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// collection says where the records of a resource are on the site, and what people call them.
type collection struct {
	resource  *record.Resource
	group     string   // of the navigation; empty for a list that is not in it
	title     string   // of the list
	one, many string   // what a record and several are called, in small letters
	omitted   []string // fields that the form leaves out because others say the same

	url     func(r *request) string                    // of the list
	editURL func(r *request, title, sid string) string // of the form of a record
	titleOf func(row record.Row) string
}

// collect makes the records of a resource known to the navigation, the history and the counts of an instance, in this order.
func (web *Web) collect(c *collection) {
	if c.editURL == nil {
		c.editURL = func(r *request, _, sid string) string { return c.url(r) + "/" + sid + "/edit" }
	}
	if c.titleOf == nil {
		c.titleOf = c.resource.TitleOf
	}
	web.collections = append(web.collections, c)
	if c.group != "" {
		web.addToMenu(c.group, c.title, c.url)
	}
}

// collectionOf returns the collection of a resource, or nil where its records have no pages.
func (web *Web) collectionOf(resource string) *collection {
	i := slices.IndexFunc(web.collections, func(c *collection) bool { return c.resource.Name == resource })
	if i < 0 {
		return nil
	}
	return web.collections[i]
}

// collectionsIn returns the collections of a scope: those of an instance, or the reference data.
func (web *Web) collectionsIn(scope record.Scope) []*collection {
	return slices.DeleteFunc(slices.Clone(web.collections), func(c *collection) bool { return c.resource.Scope != scope })
}

// holding is how many records an instance has in a collection.
type holding struct {
	*collection
	count int64
}

// holdings counts the records of the instance.
func (r *request) holdings(ctx context.Context) ([]holding, error) {
	collections := r.web.collectionsIn(record.InInstance)
	resources := make([]*record.Resource, len(collections))
	for i, c := range collections {
		resources[i] = c.resource
	}
	counts, err := r.web.DB.CountAll(ctx, r.scope(), resources)
	if err != nil {
		return nil, err
	}
	holds := make([]holding, len(counts))
	for i, c := range collections {
		holds[i] = holding{c, counts[i]}
	}
	return holds, nil
}

// editURL leads to the form of a record, or is empty where there is none.
func (r *request) editURL(res *record.Resource, title, sid string) string {
	c := r.web.collectionOf(res.Name)
	switch {
	case res == record.Instances:
		return r.instance.url + "/edit"
	case sid == "" || c == nil:
		return ""
	}
	return c.editURL(r, title, sid)
}

// recordHistoryURL is where the history of a record is.
func (r *request) recordHistoryURL(res *record.Resource, sid string) string {
	return r.instance.url + "/" + res.Path + "/" + sid + "/history"
}

// recordHistoryLink leads from a record to its history.
func (r *request) recordHistoryLink(res *record.Resource, row record.Row) ui.Link {
	return ui.Link{Label: "History", URL: r.recordHistoryURL(res, res.SID(row)), Quiet: true}
}

// nouns name the records that have no list of their own.
var nouns = map[string]string{"instances": "instance", "economy_cores": "economy core", "instance_files": "file", "lint_settings": "lint settings"}

// nounOf returns what people call a record of a resource.
func (r *request) nounOf(resource string) string {
	if c := r.web.collectionOf(resource); c != nil {
		return c.one
	}
	if noun, special := nouns[resource]; special {
		return noun
	}
	if res := record.Named(resource); res != nil {
		return res.One
	}
	return resource
}

// nounsOf returns the names of one record and of several of a resource.
func (r *request) nounsOf(res *record.Resource) (one, many string) {
	if c := r.web.collectionOf(res.Name); c != nil {
		return c.one, c.many
	}
	return res.One, res.Plural()
}
