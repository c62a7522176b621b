package records

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// resourcePages are the list and the forms of a resource: of an instance, or of the reference data.
type resourcePages struct {
	recordform.Form
	group     string   // of the navigation
	heading   string   // of the list, where it is not the plural
	one, many string   // what a record and several are called, in small letters
	lead      string   // what the list is about
	columns   []string // fields of the list, the one that names a record first
	status    flagWords
	empty     string // what to do when there is no record yet
	deletion  string // what a deletion means

	// firstFields come before all others in the form of a new record, and store keeps it, where a body alone does not
	// say everything.
	firstFields []ui.Field
	store       func(ctx context.Context, r *site.Request, p *resourcePages) (record.Row, error)

	complete func(ctx context.Context, r *site.Request) error // adds to what was sent what follows from it
	actions  func(r *site.Request, row record.Row) []ui.Link  // where one can go from a record
}

// flagWords are the field that says whether a record is in use, and the words for both states.
type flagWords struct{ field, on, off string }

// allPages are the pages of the resources in instances, in the order of the navigation.
func allPages() []*resourcePages {
	return []*resourcePages{
		typePages(), classnamePages(), presetPages(), spawnableTypePages(), randomPresetPages(),
		eventPages(), eventSpawnPages(),
		traderSellerPages(), traderCategoryPages(), traderItemPages(), traderCurrencyPages(),
		playerListPages(), playerSpawnPages(),
		effectAreaPages(), messagePages(),
	}
}

// register adds the routes of the resource.
func (p *resourcePages) register(on site.Routes) {
	on = on.Below("/" + p.Resource.Path)
	on.Get("", p.list)
	on.Post("", p.create)
	on.Get("/create", p.showCreate)
	on.Get("/{record}", p.toEdit)
	on.Get("/{record}/edit", p.showEdit)
	on.Put("/{record}", p.update)
	on.Patch("/{record}", p.update)
	on.Delete("/{record}", p.delete)
}

// Collection is what the rest of the site knows of the pages.
func (p *resourcePages) collection() *site.Collection {
	return &site.Collection{
		Resource: p.Resource, Group: p.group, Title: p.title(), One: p.one, Many: p.many, Omitted: p.Omit, URL: p.url, TitleOf: p.nameOf,
	}
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

// page is the frame of one of the pages; crumbs lead to it.
func (p *resourcePages) page(r *site.Request, title string, crumbs ...ui.Link) *ui.Page {
	if p.Resource.Scope == record.InInstance {
		return r.Inside(title, crumbs...)
	}
	return r.AmongReferences(title, crumbs...)
}

// Title returns the heading of the list and its name in the menu.
func (p *resourcePages) title() string { return cmp.Or(p.heading, ui.Capital(p.many)) }

// nameOf is what people call a record: by its title, or else by the fields of its key.
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

func (p *resourcePages) showCreate(ctx context.Context, r *site.Request) (site.Response, error) {
	sets, err := p.Fieldsets(ctx, r, p.Fresh(), true)
	if err != nil {
		return site.Response{}, err
	}
	sets[0].Fields = append(append([]ui.Field{}, p.firstFields...), sets[0].Fields...)
	form := ui.Form{ID: p.formID(), Action: p.url(r), Submit: "Create " + p.one, Cancel: p.url(r), Sets: sets}
	form.Fill(r.Input)
	page := p.page(r, "New "+p.one, ui.Link{Label: p.title(), URL: p.url(r)})
	return site.Response{Page: page, View: ui.FormView{Form: r.Restore(form)}}, nil
}

// formID names the form for the browser and for what a failed request leaves; the form of a deletion has another.
func (p *resourcePages) formID() string { return strings.ReplaceAll(p.one, " ", "-") }

func (p *resourcePages) create(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.save(ctx, r)
	if problems, invalid := p.problems(err); invalid {
		return r.Invalid(p.formID(), p.url(r)+"/create", problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(p.recordURL(r, row)+"/edit", p.nameOf(row)+" was created."), nil
}

// Save stores the record that was sent.
func (p *resourcePages) save(ctx context.Context, r *site.Request) (record.Row, error) {
	if err := p.completed(ctx, r); err != nil {
		return nil, err
	}
	if p.store != nil {
		return p.store(ctx, r, p)
	}
	return createRecord(ctx, r, p)
}

func (p *resourcePages) completed(ctx context.Context, r *site.Request) error {
	if p.complete == nil {
		return nil
	}
	return p.complete(ctx, r)
}

func createRecord(ctx context.Context, r *site.Request, p *resourcePages) (record.Row, error) {
	values, problems, err := p.Accept(ctx, r.Input, p.Fresh(), store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	return r.Site.DB.Create(ctx, p.Resource, r.Scope(), values)
}

// Problems returns what an error says about the input. A change that lost a race against another one is such an error too.
func (p *resourcePages) problems(err error) (validate.Errors, bool) {
	var problems validate.Errors
	switch {
	case errors.As(err, &problems):
	case errors.Is(err, store.ErrTaken) && p.Resource.Title != nil:
		problems.AddFailure(p.Resource.Title.Name, validate.IsTaken)
	case errors.Is(err, store.ErrReference):
		problems.AddSentence(p.columns[0], "A record that this one refers to has been deleted.")
	}
	return problems, len(problems) > 0
}

// Find returns the record of the route.
func (p *resourcePages) find(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, p.Resource, r.Scope(), r.Param("record"))
}

// toEdit leads who opens a record's address to its form.
func (p *resourcePages) toEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return site.Redirect(p.recordURL(r, row) + "/edit"), nil
}

func (p *resourcePages) showEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err == nil && p.Resource.BuiltIn(row) {
		err = store.ErrReadOnly
	}
	if err != nil {
		return site.Response{}, err
	}
	sets, err := p.Fieldsets(ctx, r, row, false)
	if err != nil {
		return site.Response{}, err
	}
	form := ui.Form{
		ID: p.formID(), Action: p.recordURL(r, row), Method: http.MethodPut, Submit: "Save", Cancel: p.url(r), Sets: sets,
	}
	page := p.page(r, p.nameOf(row), ui.Link{Label: p.title(), URL: p.url(r)})
	if p.actions != nil {
		page.Actions = p.actions(r, row)
	}
	if p.Resource.Scope == record.InInstance {
		page.Actions = append(page.Actions, r.RecordHistoryLink(p.Resource, row))
	}
	return site.Response{Page: page, View: ui.FormView{Form: r.Restore(form), Delete: p.confirm(r, row)}}, nil
}

func (p *resourcePages) confirm(r *site.Request, row record.Row) *ui.Confirm {
	name := p.nameOf(row)
	return &ui.Confirm{
		Label: "Delete " + p.one, Title: "Delete " + name + "?", Text: p.deletion,
		Form: ui.Form{ID: "delete", Action: p.recordURL(r, row), Method: http.MethodDelete, Submit: "Delete " + p.one, Danger: true},
	}
}

func (p *resourcePages) update(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err == nil {
		err = p.completed(ctx, r)
	}
	if err != nil {
		return site.Response{}, err
	}
	refs := store.References{DB: r.Site.DB, Scope: r.Scope(), Except: p.Resource.ID(row)}
	values, problems, err := p.Accept(ctx, r.Input, row, refs, true)
	if err == nil && len(problems) == 0 {
		_, err = r.Site.DB.Update(ctx, p.Resource, r.Scope(), p.Resource.SID(row), values)
	}
	if found, invalid := p.problems(errors.Join(err, problems.Err())); invalid {
		return r.Invalid(p.formID(), p.recordURL(r, row)+"/edit", found), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(p.recordURL(r, row)+"/edit", p.nameOf(row)+" was saved."), nil
}

func (p *resourcePages) delete(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	along, err := r.Site.DB.Delete(ctx, p.Resource, r.Scope(), p.Resource.SID(row))
	if errors.Is(err, store.ErrReference) {
		return p.inUse(r, row), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(p.url(r), p.nameOf(row)+" was deleted"+alongText(r, along)+"."), nil
}

// inUse says that a record cannot be deleted, because another one needs it.
func (p *resourcePages) inUse(r *site.Request, row record.Row) site.Response {
	text := "The " + p.one + " is in use and cannot be deleted."
	if r.ExpectsJSON() {
		return r.Invalid("delete", p.url(r), validate.Refusal(p.one, text))
	}
	return r.Tell(p.recordURL(r, row)+"/edit", ui.Notice{Tone: ui.Bad, Text: text})
}

// alongText counts what was deleted with a record.
func alongText(r *site.Request, along []store.Count) string {
	var parts []string
	for _, c := range r.Site.Collections {
		for _, count := range along {
			if count.Resource == c.Resource.Path {
				parts = append(parts, ui.Plural(int(count.N), c.One, c.Many))
			}
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ", and with it " + strings.Join(parts, " and ")
}
