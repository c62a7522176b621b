package web

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// nameField draws the control for the name of a record, which is that of its file.
func (p *documentPages) nameField(row record.Row) ui.Field {
	field := recordForm{resource: p.resource}.control(p.resource.Title)
	field.Label, field.Value = "File name", p.resource.TitleOf(row)
	return field
}

// form returns the form of a record, or of a new one.
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

// formPage returns the page with the form of a record, or of a new one.
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

// showPage returns the detail page of a record.
func (p *documentPages) showPage(r *request, row record.Row) *ui.Page {
	page := r.inside(p.resource.TitleOf(row), ui.Link{Label: p.title(), URL: p.url(r)})
	page.Actions = []ui.Link{{Label: "Edit", URL: p.recordURL(r, row) + "/edit"}, p.download(r, row), r.recordHistoryLink(p.resource, row)}
	return page
}

func (p *documentPages) download(r *request, row record.Row) ui.Link {
	return ui.Link{Label: "Download", URL: p.recordURL(r, row) + "/generate", Download: true, Quiet: true}
}

// deletionOf returns the question before a record is deleted, nil for a new one.
func (p *documentPages) deletionOf(r *request, row record.Row) *ui.Confirm {
	if p.isNew(row) {
		return nil
	}
	return p.confirmDeletion(r, row)
}
