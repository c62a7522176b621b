package documents

import (
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// NameField draws the control for the name of a record, which is that of its file.
func (p *Pages) NameField(row record.Row) ui.Field {
	field := recordform.Form{Resource: p.Resource}.Control(p.Resource.Title)
	field.Label, field.Value = "File name", p.Resource.TitleOf(row)
	return field
}

// Form returns the form of a record, or of a new one.
func (p *Pages) Form(r *site.Request, row record.Row, sets []ui.Fieldset) ui.Form {
	form := ui.Form{ID: p.formID(), One: "file", Action: p.url(r), Submit: "Create " + p.One, Sets: sets, Asks: p.Doubt != nil}
	if p.IsNew(row) {
		if !p.CreateOnIndex {
			form.Cancel = p.url(r)
		}
		return form
	}
	form.Action, form.Method, form.Submit, form.Cancel = p.RecordURL(r, row)+finder.From(r), "PUT", "Save", p.url(r)
	return form
}

// IsNew reports whether a row is that of a new record.
func (p *Pages) IsNew(row record.Row) bool { return row[p.Resource.Index("id")] == nil }

// FormPage returns the page with the form of a record, or of a new one.
func (p *Pages) FormPage(r *site.Request, row record.Row) *ui.Page {
	list := ui.Link{Label: p.title(), URL: p.url(r)}
	if p.IsNew(row) {
		return r.Inside("New "+p.One, list)
	}
	if p.Show == nil {
		page := r.Inside(p.Resource.TitleOf(row), list)
		page.Actions = []ui.Link{p.download(r, row), r.RecordHistoryLink(p.Resource, row)}
		page.Actions = append(page.Actions, r.RecordTextLinks(p.Resource, row)...)
		page.About = site.AboutRecord(p.Resource, row)
		return page
	}
	page := r.Inside("Edit "+p.Resource.TitleOf(row), list, ui.Link{Label: p.Resource.TitleOf(row), URL: p.RecordURL(r, row) + finder.From(r)})
	page.Actions = []ui.Link{p.download(r, row), r.RecordHistoryLink(p.Resource, row)}
	page.Actions = append(page.Actions, r.RecordTextLinks(p.Resource, row)...)
	page.About = site.AboutRecord(p.Resource, row)
	return page
}

// ShowPage returns the detail page of a record.
func (p *Pages) ShowPage(r *site.Request, row record.Row) *ui.Page {
	page := r.Inside(p.Resource.TitleOf(row), ui.Link{Label: p.title(), URL: p.url(r)})
	page.Actions = []ui.Link{
		{Label: "Edit", URL: p.RecordURL(r, row) + "/edit" + finder.From(r)}, p.download(r, row), r.RecordHistoryLink(p.Resource, row),
	}
	page.Actions = append(page.Actions, r.RecordTextLinks(p.Resource, row)...)
	page.About = site.AboutRecord(p.Resource, row)
	return page
}

func (p *Pages) download(r *site.Request, row record.Row) ui.Link {
	return ui.Link{Label: "Download", URL: p.RecordURL(r, row) + "/generate", Download: true, Quiet: true}
}

// DeletionOf returns the question before a record is deleted, nil for a new one.
func (p *Pages) DeletionOf(r *site.Request, row record.Row) *ui.Confirm {
	if p.IsNew(row) {
		return nil
	}
	return p.ConfirmDeletion(r, row)
}

// ConfirmDeletion asks before a record is deleted.
func (p *Pages) ConfirmDeletion(r *site.Request, row record.Row) *ui.Confirm {
	return &ui.Confirm{
		Label: "Delete " + p.One, Title: "Delete " + p.Resource.TitleOf(row) + "?", Text: p.Deletion,
		Form: ui.Form{
			ID: "delete", Action: p.RecordURL(r, row) + finder.From(r), Method: http.MethodDelete, Submit: "Delete " + p.One, Danger: true,
		},
	}
}
