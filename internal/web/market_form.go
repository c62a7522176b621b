package web

import (
	"context"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
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
	l := layer{object: document, problems: &problems}
	for _, set := range f.sets {
		for _, key := range set.fields {
			if sent, ok := r.input.Get(f.nameOf(key)); ok {
				l.lay(f.document.Field(key), f.nameOf(key), sent)
			}
		}
	}
	return problems
}

// fieldsets draws the name of a record and the keys of its document.
func (f marketForm) fieldsets(p *documentPages, row record.Row, document *jsontree.Object) []ui.Fieldset {
	sets := make([]ui.Fieldset, len(f.sets))
	for i, set := range f.sets {
		sets[i] = ui.Fieldset{Title: set.title, Help: set.help}
		for _, key := range set.fields {
			value, _ := document.Get(key)
			sets[i].Fields = append(sets[i].Fields, documentField(f.document.Field(key), f.nameOf(key), value))
		}
	}
	sets[0].Fields = slices.Insert(sets[0].Fields, 0, p.nameField(row))
	return sets
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

// documentField draws the control of a key with its value.
func documentField(f *expansion.Field, name string, value any) ui.Field {
	drawn := ui.Field{Name: name, Label: f.Label, Help: f.Help, Unit: f.Unit, Kind: ui.Text, Value: shownValue(f, value)}
	switch {
	case f.Shape == expansion.List:
		drawn.Kind, drawn.Code = ui.Lines, true
	case f.Type == expansion.Vector:
		drawn.Kind, drawn.Parts, drawn.Wide = ui.Triple, []ui.Part{{Label: "x"}, {Label: "y"}, {Label: "z"}}, true
		ui.EnterParts(drawn.Parts, jsontree.Members(value))
	case f.Type == expansion.Bool:
		drawn.Kind = ui.Switch
	case f.Format == expansion.ColorFormat:
		drawn.Kind, drawn.Code, drawn.MaxLength = ui.Color, true, longText
	case f.Type == expansion.String:
		drawn.MaxLength = longText
	default:
		drawn.Kind = ui.Number
		if f.Firm {
			drawn.Min, drawn.Max = ui.Bound(f.Min), ui.Bound(f.Max)
		}
		if f.Type == expansion.Float {
			drawn.Step = "any"
		}
	}
	drawn.List = suggestionLists[f.Format]
	drawn.Code = drawn.Code || f.Format == expansion.ClassFormat
	return drawn
}

// suggestionLists are the lists of suggestions for texts of a format.
var suggestionLists = map[expansion.Format]string{
	expansion.ClassFormat: classNamesList, expansion.IconFormat: "icons", expansion.FactionFormat: "factions", expansion.CategoryFormat: "market-categories",
}
