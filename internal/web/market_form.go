package web

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/ui"
)

// marketForm says how the keys of a document are laid out in a form. What a key is called, what it takes and what it means
// stands in the schema of the mod's files.
type marketForm struct {
	document *expansion.Schema
	sets     []fieldSet        // with the keys of the document
	names    map[string]string // what the form calls a key that goes by another name than its own
}

func (f marketForm) nameOf(key string) string {
	if name, other := f.names[key]; other {
		return name
	}
	return key
}

// accept lays the sent values over a document.
func (f marketForm) accept(_ context.Context, r *request, document *jsontree.Object) (problems validate.Errors) {
	sent := new(jsontree.Object)
	for _, set := range f.sets {
		for _, key := range set.fields {
			if value, ok := r.input.Get(f.nameOf(key)); ok {
				sent.Set(key, value)
			}
		}
	}
	refill(f.document.Fields, sent, f.document.Default())
	for _, p := range docform.Enter(f.document.Fields, document, sent) {
		addNamed(&problems, f.nameOf(p.Path), p.Rule)
	}
	return problems
}

// refill gives numbers that were emptied the values of a new object.
func refill(fields []*expansion.Field, sent, fresh *jsontree.Object) {
	for _, f := range fields {
		isNumber := f.Shape == expansion.Single && f.Type != expansion.String && f.Type != expansion.Vector
		if value, has := sent.Get(f.Name); has && value == nil && isNumber {
			value, _ = fresh.Get(f.Name)
			sent.Set(f.Name, value)
		}
	}
}

// addNamed notes what is wrong with a field of the page, which goes by its name in words.
func addNamed(problems *validate.Errors, path, message string) {
	name := ""
	if !strings.Contains(path, ".") {
		name = validate.DisplayName(path)
	}
	problems.AddNamed(path, name, message)
}

// fieldsets draws the name of a record and the keys of its document.
func (f marketForm) fieldsets(p *documentPages, row record.Row, document *jsontree.Object) []ui.Fieldset {
	sets := make([]ui.Fieldset, len(f.sets))
	for i, set := range f.sets {
		sets[i] = ui.Fieldset{Title: set.title, Help: set.help}
		for _, key := range set.fields {
			sets[i].Fields = append(sets[i].Fields, marketControl(f.document.Field(key), document, f.nameOf(key)))
		}
	}
	sets[0].Fields = slices.Insert(sets[0].Fields, 0, p.nameField(row))
	return sets
}

// marketControl draws the control of a field of an object.
func marketControl(f *expansion.Field, object *jsontree.Object, name string) ui.Field {
	drawn := docform.Box(f, object, name)
	drawn.List = suggestionLists[f.Format]
	return drawn
}

// suggestionLists are the lists of suggestions for texts of a format.
var suggestionLists = map[expansion.Format]string{
	expansion.ClassFormat: classNamesList, expansion.IconFormat: "icons", expansion.FactionFormat: "factions", expansion.CategoryFormat: "market-categories",
}

// nameField is the name of a record, which is that of its file.
func (p *documentPages) nameField(row record.Row) ui.Field {
	field := recordForm{resource: p.resource}.control(p.resource.Title)
	field.Label, field.Value = "File name", p.resource.TitleOf(row)
	return field
}

// form is the form of a record, or of a new one.
func (p *documentPages) form(r *request, row record.Row, sets []ui.Fieldset) ui.Form {
	form := ui.Form{ID: p.formID(), Action: p.url(r), Submit: "Create " + p.one, Sets: sets}
	if p.isNew(row) {
		if !p.createOnIndex {
			form.Cancel = p.url(r)
		}
		return form
	}
	form.Action, form.Method, form.Submit, form.Cancel = p.recordURL(r, row), "PUT", "Save", p.url(r)
	form.Base = baseOf(p.textOf(row))
	return form
}

func (p *documentPages) isNew(row record.Row) bool { return row[p.resource.Index("id")] == nil }

// formPage is the page of the form.
func (p *documentPages) formPage(r *request, row record.Row) *ui.Page {
	list := ui.Link{Label: p.title(), URL: p.url(r)}
	if p.isNew(row) {
		return r.inside("New "+p.one, list)
	}
	if p.show == nil {
		page := r.inside(p.resource.TitleOf(row), list)
		page.Actions = []ui.Link{p.download(r, row), r.recordHistoryLink(p.resource, row)}
		return page
	}
	page := r.inside("Edit "+p.resource.TitleOf(row), list, ui.Link{Label: p.resource.TitleOf(row), URL: p.recordURL(r, row)})
	page.Actions = []ui.Link{p.download(r, row), r.recordHistoryLink(p.resource, row)}
	return page
}

// showPage is the detail page of a record.
func (p *documentPages) showPage(r *request, row record.Row) *ui.Page {
	page := r.inside(p.resource.TitleOf(row), ui.Link{Label: p.title(), URL: p.url(r)})
	page.Actions = []ui.Link{{Label: "Edit", URL: p.recordURL(r, row) + "/edit"}, p.download(r, row), r.recordHistoryLink(p.resource, row)}
	return page
}

func (p *documentPages) download(r *request, row record.Row) ui.Link {
	return ui.Link{Label: "Download", URL: p.recordURL(r, row) + "/generate", Download: true, Quiet: true}
}

// deletionOf asks before a record is deleted; there is nothing to ask about a new one.
func (p *documentPages) deletionOf(r *request, row record.Row) *ui.Confirm {
	if p.isNew(row) {
		return nil
	}
	return p.confirmDeletion(r, row)
}
