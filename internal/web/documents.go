package web

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
	"quartermaster/internal/web/ui"
)

// guiBase is where the forms of the Expansion mod are.
const guiBase = "/instance/{instance}/expansion/gui"

func (r *request) guiURL() string {
	return "/instance/" + record.Instances.SID(r.instance.row) + "/expansion/gui"
}

// expansionGroup is the part of the navigation with the pages of the Expansion mod.
const expansionGroup = "Expansion mod"

// documentPages are the list and the forms of records that each are a file of the Expansion mod.
type documentPages struct {
	resource  *record.Resource
	param     string // of the route
	one, many string // what a record and several are called, in small letters
	lead      string // what the list is about
	columns   []string
	hint      string // what the search looks at; empty for the name alone
	empty     string // what to do when there is no record yet
	deletion  string // what a deletion means

	show   documentView // the detail page; nil where the form is all there is
	edit   documentView // the form of a record, or of a new one
	accept acceptDocument
	naming func(path string) string // what the form calls a value of the document; nil for the same name

	more func(r *request) []ui.Link // what else can be done with all records; nil for nothing

	createOnIndex bool // the list holds the form of a new record
	oneDocument   bool // the form sends one JSON document: what is wrong with it is answered with 422 by the form itself
}

// documentView draws a record; one that is yet to be made has no sid.
type documentView func(ctx context.Context, r *request, p *documentPages, row record.Row) (*ui.Page, ui.View, error)

// acceptDocument lays what was sent over a document: what the form does not show stays.
type acceptDocument func(ctx context.Context, r *request, document *jsontree.Object) validate.Errors

// addDocuments adds the AI loadouts, and the class names that forms suggest.
func addDocuments(web *Web) {
	aiLoadoutPages().add(web)
	web.forInstances(guiBase).get("/"+classNamesList, suggestClassNames)
}

// collection is what the rest of the site knows of the pages.
func (p *documentPages) collection() *collection {
	return &collection{resource: p.resource, group: expansionGroup, title: p.title(), one: p.one, many: p.many, url: p.url}
}

func (p *documentPages) segment() string { return strings.TrimPrefix(p.resource.Path, "expansion/") }

// add adds the pages to a site.
func (p *documentPages) add(web *Web) {
	web.collect(p.collection())
	on := web.forInstances(guiBase + "/" + p.segment())
	one := "/{" + p.param + "}"
	on.get("", p.index)
	on.post("", p.create)
	on.post("/import", p.importFiles)
	on.get(one+"/edit", p.showEdit)
	on.put(one, p.update)
	on.delete(one, p.delete)
	on.get(one+"/generate", p.generate)
	if !p.createOnIndex {
		on.get("/create", p.showCreate)
		on.get(one, p.showOne)
	}
}

func (p *documentPages) url(r *request) string { return r.guiURL() + "/" + p.segment() }

func (p *documentPages) recordURL(r *request, row record.Row) string {
	return p.url(r) + "/" + p.resource.SID(row)
}

func (p *documentPages) title() string { return ui.Capital(p.many) }

func (p *documentPages) formID() string { return strings.ReplaceAll(p.one, " ", "-") }

// createURL is the page with the form of a new record.
func (p *documentPages) createURL(r *request) string {
	if p.createOnIndex {
		return p.url(r)
	}
	return p.url(r) + "/create"
}

// find returns the record of the route.
func (p *documentPages) find(ctx context.Context, r *request) (record.Row, error) {
	return r.web.DB.Get(ctx, p.resource, r.scope(), r.param(p.param))
}

// documentIn returns the tree of a record's document.
func (p *documentPages) documentIn(row record.Row) (*jsontree.Object, error) {
	return expansion.Parse(p.textOf(row))
}

// read returns the document of a record that may be changed.
func (p *documentPages) read(row record.Row) (*expansion.Document, error) {
	return expansion.Read(p.textOf(row))
}

func (p *documentPages) textOf(row record.Row) string {
	text, _ := row[p.resource.Index("document")].(string)
	return text
}

// fresh is the row of a record that is yet to be made: it holds the mod's defaults.
func (p *documentPages) fresh() record.Row {
	row := p.resource.EmptyRow()
	row[p.resource.Index(p.resource.Title.Name)] = ""
	document := p.resource.DocumentOf("").NewDocument()
	for name, value := range p.resource.Describe(document.Text, document.Tree) {
		row[p.resource.Index(name)] = value
	}
	return row
}

func (p *documentPages) showCreate(ctx context.Context, r *request) (response, error) {
	return p.draw(ctx, r, p.edit, p.fresh())
}

func (p *documentPages) showOne(ctx context.Context, r *request) (response, error) {
	return p.drawFound(ctx, r, p.show)
}

func (p *documentPages) showEdit(ctx context.Context, r *request) (response, error) {
	return p.drawFound(ctx, r, p.edit)
}

func (p *documentPages) drawFound(ctx context.Context, r *request, view documentView) (response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return response{}, err
	}
	return p.draw(ctx, r, view, row)
}

func (p *documentPages) draw(ctx context.Context, r *request, view documentView, row record.Row) (response, error) {
	page, drawn, err := view(ctx, r, p, row)
	return response{Page: page, View: drawn}, err
}

func (p *documentPages) create(ctx context.Context, r *request) (response, error) {
	saved, err := p.storeDocument(ctx, r, nil, p.resource.DocumentOf("").NewDocument())
	if problems, invalid := p.problems(err); invalid {
		return p.showAgain(ctx, r, p.createURL(r), p.fresh(), problems)
	}
	if err != nil {
		return response{}, err
	}
	return p.done(r, saved, " was created."), nil
}

func (p *documentPages) update(ctx context.Context, r *request) (response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return response{}, err
	}
	saved, err := p.replace(ctx, r, row)
	if problems, invalid := p.problems(err); invalid {
		return p.showAgain(ctx, r, p.recordURL(r, row)+"/edit", row, problems)
	}
	if err != nil {
		return response{}, err
	}
	return p.done(r, saved, " was saved."), nil
}

// saving is a record as it was stored, and the document that was sent for it.
type saving struct {
	row   record.Row
	draft *expansion.Draft
}

// done leads to the form of a record that was stored, with a notice that says so.
func (p *documentPages) done(r *request, saved saving, done string) response {
	title := p.resource.TitleOf(saved.row)
	notices := unusual(p.resource.DocumentOf(title), saved.draft)
	return r.tell(p.recordURL(r, saved.row)+"/edit", append([]ui.Notice{{Tone: ui.Good, Text: title + done}}, notices...)...)
}

// replace stores what was sent in the place of a record, unless somebody has saved it since the form was drawn.
func (p *documentPages) replace(ctx context.Context, r *request, row record.Row) (saving, error) {
	if r.isStale(p.textOf(row)) {
		return saving{}, validate.Errors{{Field: p.resource.Title.Name, Messages: []string{staleText}}}
	}
	base, err := p.read(row)
	if err != nil {
		return saving{}, err
	}
	return p.storeDocument(ctx, r, row, base)
}

// showAgain shows the form of a record again, which is at path, with what is wrong and what was entered.
func (p *documentPages) showAgain(ctx context.Context, r *request, path string, row record.Row, problems validate.Errors) (response, error) {
	if !p.oneDocument || r.expectsJSON() {
		return r.invalid(p.formID(), path, problems), nil
	}
	left := r.entered(p.formID(), problems)
	r.flashed = &left
	answer, err := p.draw(ctx, r, p.edit, row)
	answer.Status = http.StatusUnprocessableEntity
	return answer, err
}

// storeDocument stores a document with what was sent laid over it: as a new record, or in the place of an old one.
func (p *documentPages) storeDocument(ctx context.Context, r *request, old record.Row, base *expansion.Document) (saving, error) {
	tree := base.Tree.Clone()
	wrong := p.accept(ctx, r, tree)
	body := new(jsontree.Object)
	if title := p.resource.Title.Name; title == "name" { // which a form always has
		name, _ := r.input.Get(title)
		body.Set(title, name)
	} else if old == nil {
		body.Set(title, r.param(p.param))
	}
	body.Set("document", tree)
	return p.save(ctx, r, old, base, body, wrong)
}

// save stores a body as a new record, or in the place of an old one, whose document is the base, unless something is wrong with
// it already.
func (p *documentPages) save(ctx context.Context, r *request, old record.Row, base *expansion.Document, body *jsontree.Object, wrong validate.Errors) (saving, error) {
	refs := store.References{DB: r.web.DB, Scope: r.scope()}
	if old != nil {
		refs.Except = p.resource.ID(old)
	}
	values, problems, err := p.resource.Accept(ctx, body, refs, old != nil)
	if problems = append(problems, wrong...); err != nil || len(problems) > 0 {
		return saving{}, errors.Join(err, problems.Err())
	}
	draft := values["document"].(*expansion.Draft)
	if old == nil {
		row, err := r.web.DB.Create(ctx, p.resource, r.scope(), values)
		return saving{row, draft}, err
	}
	draft.Base = base
	row, err := r.web.DB.Update(ctx, p.resource, r.scope(), p.resource.SID(old), values, r.unchangedSince(p.resource, old))
	return saving{row, draft}, err
}

// unchangedSince refuses to write over what somebody else has written in the moment since the document was read.
func (r *request) unchangedSince(res *record.Resource, old record.Row) store.Condition {
	return func(now record.Row) error {
		if place := res.Index("document"); now[place] != old[place] {
			return validate.Errors{{Field: res.Title.Name, Messages: []string{"Somebody else saved this at the same time. Check the current values, and save your changes again."}}}
		}
		return nil
	}
}

// problems returns what an error says about the input, by the names of the form.
func (p *documentPages) problems(err error) (validate.Errors, bool) {
	var problems, named validate.Errors
	if errors.Is(err, store.ErrTaken) {
		problems.Add("name", "The name has already been taken.")
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

func (p *documentPages) nameOf(path string) string {
	if p.naming == nil {
		return path
	}
	return p.naming(path)
}

func (p *documentPages) delete(ctx context.Context, r *request) (response, error) {
	row, err := p.find(ctx, r)
	if err == nil {
		_, err = r.web.DB.Delete(ctx, p.resource, r.scope(), p.resource.SID(row))
	}
	if err != nil {
		return response{}, err
	}
	return r.done(p.url(r), p.resource.TitleOf(row)+" was deleted."), nil
}

// confirmDeletion asks before a record is deleted.
func (p *documentPages) confirmDeletion(r *request, row record.Row) *ui.Confirm {
	return &ui.Confirm{
		Label: "Delete " + p.one, Title: "Delete " + p.resource.TitleOf(row) + "?", Text: p.deletion,
		Form: ui.Form{ID: "delete", Action: p.recordURL(r, row), Method: http.MethodDelete, Submit: "Delete " + p.one, Danger: true},
	}
}

// generate downloads the file of a record.
func (p *documentPages) generate(ctx context.Context, r *request) (response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return response{}, err
	}
	return r.generated(ctx, p.resource.TitleOf(row)+".json", p.resource.FileOf(row))
}

// unusual names the new values of a document that the mod accepts although files usually have others there.
func unusual(schema *expansion.Schema, draft *expansion.Draft) []ui.Notice {
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
		texts[i] = p.Message()
	}
	return []ui.Notice{{Tone: ui.Warn, Text: "Saved as entered, but please check: " + listed(texts)}}
}
