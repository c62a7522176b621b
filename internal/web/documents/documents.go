// Package documents holds what the pages of all documents of the Expansion mod have in common: lists, forms, imports and downloads, as
// Pages declares them for a resource. Of the pages themselves it holds those of the AI loadouts; packages market and settings hold the
// others.
package documents

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Base is the base address of the pages of the Expansion mod.
const Base = "/instance/{instance}/expansion/gui"

// URL returns Base for the instance of the request.
func URL(r *site.Request) string {
	return "/instance/" + record.Instances.SID(r.Instance.Row) + "/expansion/gui"
}

// ExpansionGroup is the group of the Expansion mod in the navigation.
const ExpansionGroup = "Expansion mod"

// Pages declares the pages of a resource whose records are documents.
type Pages struct {
	Resource  *record.Resource
	Param     string // of the route
	One, Many string // what a record and several are called, in small letters
	Lead      string // what the list is about
	Columns   []string
	Hint      string // what the search looks at; empty for the name
	Empty     string // what to do when there is no record yet
	Deletion  string // what a deletion means

	// the detail page; nil if there is only the form
	Show documentView
	// the form of a record as it is stored, or of a new one
	Draw func(ctx context.Context, r *site.Request, p *Pages, row record.Row) (ui.Form, error)
	// the page of the form
	Edit   func(ctx context.Context, r *site.Request, p *Pages, row record.Row, form ui.Form) (*ui.Page, ui.View, error)
	Accept AcceptFunc
	Doubt  DoubtFunc                // what is asked about the input before it is stored; nil for nothing
	Naming func(path string) string // the name of a value of the document in the form; nil if it is the same

	More func(r *site.Request) []ui.Link // links beside the list; nil for none

	CreateOnIndex bool // the list holds the form of a new record
	oneDocument   bool // the form sends the document as JSON; errors are answered with 422 and the form, instead of a redirect
}

// documentView draws a page of a record. The row of a new record has no id.
type documentView func(ctx context.Context, r *site.Request, p *Pages, row record.Row) (*ui.Page, ui.View, error)

// AcceptFunc lays the input over a document, and keeps what the form does not show.
type AcceptFunc func(ctx context.Context, r *site.Request, document *jsontree.Object) validate.Errors

// DoubtFunc returns what is asked about the input for a record; old is nil for a new one, and before the document that it has.
type DoubtFunc func(ctx context.Context, r *site.Request, old record.Row, before *jsontree.Object) (site.Doubts, error)

// collection describes the pages to the rest of the site.
func (p *Pages) collection() *site.Collection {
	return &site.Collection{
		Resource: p.Resource, Group: ExpansionGroup, Title: p.title(), One: p.One, Many: p.Many, URL: p.url, Sort: p.Resource.Title.Name,
	}
}

// Segment returns the part of an address that names the resource.
func (p *Pages) Segment() string { return strings.TrimPrefix(p.Resource.Path, "expansion/") }

func (p *Pages) url(r *site.Request) string { return URL(r) + "/" + p.Segment() }

// RecordURL returns the address of a record.
func (p *Pages) RecordURL(r *site.Request, row record.Row) string {
	return p.url(r) + "/" + p.Resource.SID(row)
}

func (p *Pages) title() string { return ui.Capital(p.Many) }

func (p *Pages) formID() string { return strings.ReplaceAll(p.One, " ", "-") }

// createURL returns the address of the form of a new record.
func (p *Pages) createURL(r *site.Request) string {
	if p.CreateOnIndex {
		return p.url(r)
	}
	return p.url(r) + "/create"
}

// Find returns the record of the route, or store.ErrNotFound.
func (p *Pages) Find(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, p.Resource, r.Scope(), r.Param(p.Param))
}

// DocumentIn returns the tree of a record's document, to show it. Its errors are those of expansion.Parse.
func (p *Pages) DocumentIn(row record.Row) (*jsontree.Object, error) {
	return expansion.Parse(p.textOf(row))
}

// Read returns the document of a record, to change it. Its errors are those of expansion.Parse.
func (p *Pages) Read(row record.Row) (*expansion.Document, error) {
	return expansion.Read(p.textOf(row))
}

func (p *Pages) textOf(row record.Row) string {
	text, _ := row[p.Resource.Index("document")].(string)
	return text
}

// fresh returns the row of a new record, with the mod's defaults.
func (p *Pages) fresh() record.Row {
	row := p.Resource.EmptyRow()
	row[p.Resource.Index(p.Resource.Title.Name)] = ""
	document := p.Resource.DocumentOf("").NewDocument()
	for name, value := range p.Resource.Describe(document.Text, document.Tree) {
		row[p.Resource.Index(name)] = value
	}
	return row
}
