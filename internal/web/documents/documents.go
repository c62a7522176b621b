// Package documents holds the pages of records that each are a file of the Expansion mod: lists, forms, imports and downloads. Each
// sort of documents declares its Pages; the AI loadouts are here, those of the market and the settings have packages of their own.
package documents

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
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

// Add adds the AI loadouts, and the class names that forms suggest.
func Add(s *site.Site) {
	aiLoadoutPages().Add(s)
	s.ForInstances(Base).Get("/"+docform.ClassNamesList, suggestClassNames)
}

// Collection is what the rest of the site knows of the pages.
func (p *Pages) collection() *site.Collection {
	return &site.Collection{Resource: p.Resource, Group: ExpansionGroup, Title: p.title(), One: p.One, Many: p.Many, URL: p.url}
}

// Segment is the part of an address that names the resource.
func (p *Pages) Segment() string { return strings.TrimPrefix(p.Resource.Path, "expansion/") }

// Add adds the pages to a site.
func (p *Pages) Add(s *site.Site) {
	s.Collect(p.collection())
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

// Fresh is the row of a record that is yet to be made: it holds the mod's defaults.
func (p *Pages) fresh() record.Row {
	row := p.Resource.EmptyRow()
	row[p.Resource.Index(p.Resource.Title.Name)] = ""
	document := p.Resource.DocumentOf("").NewDocument()
	for name, value := range p.Resource.Describe(document.Text, document.Tree) {
		row[p.Resource.Index(name)] = value
	}
	return row
}

func (p *Pages) showCreate(ctx context.Context, r *site.Request) (site.Response, error) {
	return p.draw(ctx, r, p.Edit, p.fresh())
}

func (p *Pages) showOne(ctx context.Context, r *site.Request) (site.Response, error) {
	return p.drawFound(ctx, r, p.Show)
}

func (p *Pages) showEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	return p.drawFound(ctx, r, p.Edit)
}

func (p *Pages) drawFound(ctx context.Context, r *site.Request, view documentView) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return p.draw(ctx, r, view, row)
}

func (p *Pages) draw(ctx context.Context, r *site.Request, view documentView, row record.Row) (site.Response, error) {
	page, drawn, err := view(ctx, r, p, row)
	return site.Response{Page: page, View: drawn}, err
}

func (p *Pages) create(ctx context.Context, r *site.Request) (site.Response, error) {
	saved, err := p.StoreDocument(ctx, r, nil, p.Resource.DocumentOf("").NewDocument())
	if problems, invalid := p.Problems(err); invalid {
		return p.showAgain(ctx, r, p.createURL(r), p.fresh(), problems)
	}
	if err != nil {
		return site.Response{}, err
	}
	return p.done(r, saved, " was created."), nil
}

func (p *Pages) update(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	saved, err := p.replace(ctx, r, row)
	if problems, invalid := p.Problems(err); invalid {
		return p.showAgain(ctx, r, p.RecordURL(r, row)+"/edit", row, problems)
	}
	if err != nil {
		return site.Response{}, err
	}
	return p.done(r, saved, " was saved."), nil
}

// Saving is a record as it was stored, and the document that was sent for it.
type Saving struct {
	Row   record.Row
	Draft *expansion.Draft
}

// Done leads to the form of a record that was stored, with a notice that says so.
func (p *Pages) done(r *site.Request, saved Saving, done string) site.Response {
	title := p.Resource.TitleOf(saved.Row)
	notices := Unusual(p.Resource.DocumentOf(title), saved.Draft)
	return r.Tell(p.RecordURL(r, saved.Row)+"/edit", append([]ui.Notice{{Tone: ui.Good, Text: title + done}}, notices...)...)
}

// replace stores what was sent in the place of a record, unless somebody has saved it since the form was drawn.
func (p *Pages) replace(ctx context.Context, r *site.Request, row record.Row) (Saving, error) {
	if IsStale(r, p.textOf(row)) {
		return Saving{}, validate.Refusal(p.Resource.Title.Name, StaleText)
	}
	base, err := p.Read(row)
	if err != nil {
		return Saving{}, err
	}
	return p.StoreDocument(ctx, r, row, base)
}

// showAgain shows the form of a record again, which is at path, with what is wrong and what was entered.
func (p *Pages) showAgain(ctx context.Context, r *site.Request, path string, row record.Row, problems validate.Errors) (site.Response, error) {
	if !p.oneDocument || r.ExpectsJSON() {
		return r.Invalid(p.formID(), path, problems), nil
	}
	left := r.Entered(p.formID(), problems)
	r.Flashed = &left
	answer, err := p.draw(ctx, r, p.Edit, row)
	answer.Status = http.StatusUnprocessableEntity
	return answer, err
}

// StoreDocument stores a document with what was sent laid over it: as a new record, or in the place of an old one.
func (p *Pages) StoreDocument(ctx context.Context, r *site.Request, old record.Row, base *expansion.Document) (Saving, error) {
	tree := base.Tree.Clone()
	wrong := p.Accept(ctx, r, tree)
	body := new(jsontree.Object)
	if title := p.Resource.Title.Name; title == "name" { // which a form always has
		name, _ := r.Input.Get(title)
		body.Set(title, name)
	} else if old == nil {
		body.Set(title, r.Param(p.Param))
	}
	body.Set("document", tree)
	return p.Save(ctx, r, old, base, body, wrong)
}

// Save stores a body as a new record, or in the place of an old one, whose document is the base, unless something is wrong with
// it already.
func (p *Pages) Save(ctx context.Context, r *site.Request, old record.Row, base *expansion.Document, body *jsontree.Object, wrong validate.Errors) (Saving, error) {
	refs := store.References{DB: r.Site.DB, Scope: r.Scope()}
	if old != nil {
		refs.Except = p.Resource.ID(old)
	}
	values, problems, err := p.Resource.Accept(ctx, body, refs, old != nil)
	if problems = append(problems, wrong...); err != nil || len(problems) > 0 {
		return Saving{}, errors.Join(err, problems.Err())
	}
	draft := values["document"].(*expansion.Draft)
	if old == nil {
		row, err := r.Site.DB.Create(ctx, p.Resource, r.Scope(), values)
		return Saving{row, draft}, err
	}
	draft.Base = base
	row, err := r.Site.DB.Update(ctx, p.Resource, r.Scope(), p.Resource.SID(old), values, unchangedSince(r, p.Resource, old))
	return Saving{row, draft}, err
}

// unchangedSince refuses to write over what somebody else has written in the moment since the document was read.
func unchangedSince(r *site.Request, res *record.Resource, old record.Row) store.Condition {
	return func(now record.Row) error {
		if place := res.Index("document"); now[place] != old[place] {
			return validate.Refusal(res.Title.Name, "Somebody else saved this at the same time. Check the current values, and save your changes again.")
		}
		return nil
	}
}

// Problems returns what an error says about the input, by the names of the form.
func (p *Pages) Problems(err error) (validate.Errors, bool) {
	var problems, named validate.Errors
	if errors.Is(err, store.ErrTaken) {
		problems.AddFailure("name", validate.IsTaken)
	} else if !errors.As(err, &problems) {
		return nil, false
	}
	for _, problem := range problems {
		field := problem.Field
		if path, ok := strings.CutPrefix(field, "document."); ok {
			field = p.nameOf(path)
		}
		for _, message := range problem.Messages {
			named.AddNamed(field, problem.Name, message)
		}
	}
	return named, true
}

func (p *Pages) nameOf(path string) string {
	if p.Naming == nil {
		return path
	}
	return p.Naming(path)
}

func (p *Pages) delete(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err == nil {
		_, err = r.Site.DB.Delete(ctx, p.Resource, r.Scope(), p.Resource.SID(row))
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(p.url(r), p.Resource.TitleOf(row)+" was deleted."), nil
}

// ConfirmDeletion asks before a record is deleted.
func (p *Pages) ConfirmDeletion(r *site.Request, row record.Row) *ui.Confirm {
	return &ui.Confirm{
		Label: "Delete " + p.One, Title: "Delete " + p.Resource.TitleOf(row) + "?", Text: p.Deletion,
		Form: ui.Form{ID: "delete", Action: p.RecordURL(r, row), Method: http.MethodDelete, Submit: "Delete " + p.One, Danger: true},
	}
}

// generate downloads the file of a record.
func (p *Pages) generate(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.Find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return r.Generated(ctx, p.Resource.TitleOf(row)+".json", p.Resource.FileOf(row))
}

// Unusual names the new values of a document that the mod accepts although files usually have others there.
func Unusual(schema *expansion.Schema, draft *expansion.Draft) []ui.Notice {
	var old *jsontree.Object
	if draft.Base != nil {
		old = draft.Base.Tree
	}
	problems := schema.CheckNew(old, draft.Tree)
	if len(problems) == 0 {
		return nil
	}
	texts := make([]string, len(problems))
	for i, p := range problems {
		texts[i] = p.Text()
	}
	return []ui.Notice{{Tone: ui.Warn, Text: "Saved as entered, but please check: " + listed(texts)}}
}
