package web

import (
	"cmp"
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// index lists the records, and takes files and, where it holds that form, new records.
func (p *documentPages) index(ctx context.Context, r *request) (response, error) {
	return p.indexWith(ctx, r, nil)
}

// indexWith is the list with what is wrong with files that were just to be imported.
func (p *documentPages) indexWith(ctx context.Context, r *request, problems []string) (response, error) {
	table, err := p.table(ctx, r)
	if err != nil {
		return response{}, err
	}
	view := documentsView{
		Lead: p.lead, Table: table, Many: p.many, Import: p.url(r) + "/import", Limit: ui.HumanSize(r.web.UploadLimit), Problems: problems,
	}
	page := r.inside(p.title())
	if !p.createOnIndex {
		page.Actions = append([]ui.Link{p.createLink(r)}, p.actions(r)...)
		return response{Page: page, View: view}, nil
	}
	_, form, err := p.edit(ctx, r, p, p.fresh())
	if made, ok := form.(ui.FormView); ok {
		view.Create = &made.Form
	}
	return response{Page: page, View: view}, err
}

func (p *documentPages) actions(r *request) []ui.Link {
	if p.more == nil {
		return nil
	}
	return p.more(r)
}

func (p *documentPages) createLink(r *request) ui.Link {
	return ui.Link{Label: "New " + p.one, URL: p.createURL(r)}
}

func (p *documentPages) table(ctx context.Context, r *request) (ui.Table, error) {
	ask := p.resource.ParseQuery(r.input)
	ask.PerPage = record.ClampPerPage(r.text("per_page"), rowsPerPage)
	if ask.Sort == nil {
		ask.Sort = p.resource.Title
	}
	found, err := r.web.DB.List(ctx, p.resource, r.scope(), ask)
	if err != nil {
		return ui.Table{}, err
	}
	q := r.query()
	table := ui.Table{
		Label: p.title(), Hint: cmp.Or(p.hint, "Search by name"), Query: q, Pager: ui.Pager{Query: q, Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Empty: ui.Empty{Title: "No " + p.many + " yet", Text: p.empty},
	}
	for _, name := range p.columns {
		f := p.resource.Field(name)
		table.Columns = append(table.Columns, ui.Column{Key: name, Label: columnLabel(f), Numeric: numeric(f)})
	}
	table.Columns = append(table.Columns, ui.Column{Label: "File"})
	for _, row := range found.Rows {
		table.Rows = append(table.Rows, p.row(r, row))
	}
	return table, nil
}

// row shows a record; its name leads to it.
func (p *documentPages) row(r *request, row record.Row) ui.Row {
	drawn := ui.Row{Cells: make([]ui.Cell, len(p.columns))}
	for i, name := range p.columns {
		stored := row[p.resource.Index(name)]
		if n, ok := stored.(int64); ok {
			drawn.Cells[i] = ui.NumberCell(&n)
			continue
		}
		drawn.Cells[i] = ui.Cell{Text: shown(p.resource.Field(name), stored)}
	}
	drawn.Cells[0].URL = p.recordURL(r, row)
	if p.show == nil {
		drawn.Cells[0].URL += "/edit"
	}
	drawn.Cells = append(drawn.Cells, ui.Cell{Text: "Download", URL: p.recordURL(r, row) + "/generate"})
	return drawn
}
