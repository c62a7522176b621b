package records

import (
	"cmp"
	"context"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// resourcePages are the list and the forms of a resource: of an instance, or of the reference data.
type resourcePages struct {
	recordform.Form
	group     string   // of the navigation
	heading   string   // of the list, if it is not the plural
	one, many string   // what a record and several are called, in small letters
	lead      string   // what the list is about
	columns   []string // fields of the list, the one that names a record first
	sort      string   // of the list, unless somebody sorts it; empty for the order of the resource
	status    flagWords
	empty     string // what to do when there is no record yet
	deletion  string // what a deletion means

	// For records whose form says more than a body can: fields before all others in the form of a new record, and how to store it.
	firstFields []ui.Field
	store       func(ctx context.Context, r *site.Request, p *resourcePages) (record.Row, error)

	// For records whose page shows and stores others too: their fields, and what stores those that were sent, nil where none changes.
	parts      func(ctx context.Context, r *site.Request, row record.Row) ([]ui.Fieldset, error)
	storeParts func(ctx context.Context, r *site.Request, row record.Row,
		values record.Values) (func(context.Context, *store.Edit) error, error)

	complete func(ctx context.Context, r *site.Request) error // adds to the input what follows from it
	also     func(r *site.Request) ui.Link                    // another way to make records, beside the list
	actions  func(r *site.Request, row record.Row) []ui.Link  // links from the form of a record
	loaded   func(r *site.Request, row record.Row) *ui.Loaded // what is shown below the form of a record
	economic bool                                             // whether the loot economy follows from the records
}

// flagWords are a flag that says whether a record is in use, and the words for both states.
type flagWords struct{ field, on, off string }

// collection describes the pages to the rest of the site.
func (p *resourcePages) collection() *site.Collection {
	return &site.Collection{
		Resource: p.Resource, Group: p.group, Title: p.title(), One: p.one, Many: p.many, Omitted: p.Omit, Sort: p.sort, URL: p.url,
		TitleOf: p.nameOf,
	}
}

// listed returns the collection as the rest of the site knows it.
func (p *resourcePages) listed(r *site.Request) *site.Collection {
	return r.Site.CollectionOf(p.Resource.Name)
}

func (p *resourcePages) url(r *site.Request) string {
	if p.Resource.Scope == record.InInstance {
		return r.Instance.URL + "/" + p.Resource.Path
	}
	return site.ReferenceURL + "/" + p.Resource.Path
}

func (p *resourcePages) recordURL(r *site.Request, row record.Row) string {
	return p.url(r) + "/" + p.Resource.SID(row)
}

// page returns one of the pages; crumbs lead to it.
func (p *resourcePages) page(r *site.Request, title string, crumbs ...ui.Link) *ui.Page {
	if p.Resource.Scope == record.InInstance {
		return r.Inside(title, crumbs...)
	}
	return r.AmongReferences(title, crumbs...)
}

// title returns the heading of the list and its name in the menu.
func (p *resourcePages) title() string { return cmp.Or(p.heading, ui.Capital(p.many)) }

// nameOf returns the title of a record, or else the fields of its key.
func (p *resourcePages) nameOf(row record.Row) string {
	if title := p.Resource.TitleOf(row); title != "" {
		return title
	}
	var parts []string
	for _, f := range p.Resource.Key {
		if text := recordform.Shown(f, row[p.Resource.Index(f.Name)]); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}

// formID identifies the form for the browser, and for a flash.
func (p *resourcePages) formID() string { return strings.ReplaceAll(p.one, " ", "-") }
