// Package documents holds the pages of records that each are a file of the Expansion mod: lists, forms, imports and downloads. Each
// sort of documents declares its Pages; the AI loadouts are here, those of the market and the settings have packages of their own.
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

// Base is where the forms of the Expansion mod are.
const Base = "/instance/{instance}/expansion/gui"

// URL is the address of the pages of the mod, on the instance of the request.
func URL(r *site.Request) string {
	return "/instance/" + record.Instances.SID(r.Instance.Row) + "/expansion/gui"
}

// ExpansionGroup is the part of the navigation with the pages of the Expansion mod.
const ExpansionGroup = "Expansion mod"

// Pages are the list and the forms of records that each are a file of the Expansion mod.
type Pages struct {
	Resource  *record.Resource
	Param     string // of the route
	One, Many string // what a record and several are called, in small letters
	Lead      string // what the list is about
	Columns   []string
	Hint      string // what the search looks at; empty for the name alone
	Empty     string // what to do when there is no record yet
	Deletion  string // what a deletion means

	Show   documentView // the detail page; nil where the form is all there is
	Edit   documentView // the form of a record, or of a new one
	Accept AcceptFunc
	Naming func(path string) string // what the form calls a value of the document; nil for the same name

	More func(r *site.Request) []ui.Link // what else can be done with all records; nil for nothing

	CreateOnIndex bool // the list holds the form of a new record
	oneDocument   bool // the form sends one JSON document: what is wrong with it is answered with 422 by the form itself
}

// documentView draws a record; one that is yet to be made has no sid.
type documentView func(ctx context.Context, r *site.Request, p *Pages, row record.Row) (*ui.Page, ui.View, error)

// AcceptFunc lays what was sent over a document: what the form does not show stays.
type AcceptFunc func(ctx context.Context, r *site.Request, document *jsontree.Object) validate.Errors

// collection is what the rest of the site knows of the pages.
func (p *Pages) collection() *site.Collection {
	return &site.Collection{Resource: p.Resource, Group: ExpansionGroup, Title: p.title(), One: p.One, Many: p.Many, URL: p.url}
}

// Segment is the part of an address that names the resource.
func (p *Pages) Segment() string { return strings.TrimPrefix(p.Resource.Path, "expansion/") }

func (p *Pages) url(r *site.Request) string { return URL(r) + "/" + p.Segment() }

// RecordURL is the address of a record.
func (p *Pages) RecordURL(r *site.Request, row record.Row) string {
	return p.url(r) + "/" + p.Resource.SID(row)
}

func (p *Pages) title() string { return ui.Capital(p.Many) }

func (p *Pages) formID() string { return strings.ReplaceAll(p.One, " ", "-") }

// createURL is the page with the form of a new record.
func (p *Pages) createURL(r *site.Request) string {
	if p.CreateOnIndex {
		return p.url(r)
	}
	return p.url(r) + "/create"
}

// Find returns the record of the route.
func (p *Pages) Find(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, p.Resource, r.Scope(), r.Param(p.Param))
}

// DocumentIn returns the tree of a record's document.
func (p *Pages) DocumentIn(row record.Row) (*jsontree.Object, error) {
	return expansion.Parse(p.textOf(row))
}

// Read returns the document of a record that may be changed.
func (p *Pages) Read(row record.Row) (*expansion.Document, error) {
	return expansion.Read(p.textOf(row))
}

func (p *Pages) textOf(row record.Row) string {
	text, _ := row[p.Resource.Index("document")].(string)
	return text
}

// fresh is the row of a record that is yet to be made: it holds the mod's defaults.
func (p *Pages) fresh() record.Row {
	row := p.Resource.EmptyRow()
	row[p.Resource.Index(p.Resource.Title.Name)] = ""
	document := p.Resource.DocumentOf("").NewDocument()
	for name, value := range p.Resource.Describe(document.Text, document.Tree) {
		row[p.Resource.Index(name)] = value
	}
	return row
}
