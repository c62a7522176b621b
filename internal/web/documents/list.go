package documents

import (
	"cmp"
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// index lists the records, with the import and perhaps the form of a new one.
func (p *Pages) index(ctx context.Context, r *site.Request) (site.Response, error) {
	return p.indexWith(ctx, r, nil)
}

// indexWith shows the list with what is wrong with files of an import.
func (p *Pages) indexWith(ctx context.Context, r *site.Request, problems []string) (site.Response, error) {
	table, err := p.table(ctx, r)
	if err != nil || r.URL.Path == table.Finder.Rows {
		return site.Response{View: ui.RowsPart{Table: table}}, err
	}
	view := pages.Documents{
		Lead: p.Lead, Table: table, Many: p.Many, Import: p.url(r) + "/import", Limit: ui.HumanSize(r.Site.UploadLimit), Problems: problems,
	}
	page := r.Inside(p.title())
	if !p.CreateOnIndex {
		page.Actions = append([]ui.Link{p.createLink(r)}, p.actions(r)...)
		return site.Response{Page: page, View: view}, nil
	}
	form, err := p.Draw(ctx, r, p, p.fresh())
	form = r.Restore(form)
	view.Create = &form
	return site.Response{Page: page, View: view}, err
}

func (p *Pages) actions(r *site.Request) []ui.Link {
	if p.More == nil {
		return nil
	}
	return p.More(r)
}

func (p *Pages) createLink(r *site.Request) ui.Link {
	return ui.Link{Label: "New " + p.One, URL: p.createURL(r)}
}

func (p *Pages) table(ctx context.Context, r *site.Request) (ui.Table, error) {
	search, err := finder.Read(ctx, r, r.Site.CollectionOf(p.Resource.Name))
	if err != nil {
		return ui.Table{}, err
	}
	found, err := search.Page(ctx)
	if err != nil {
		return ui.Table{}, err
	}
	table := ui.Table{
		Label: p.title(), Hint: cmp.Or(p.Hint, "Search by name") + " or filter",
		Empty: ui.Empty{Title: "No " + p.Many + " yet", Text: p.Empty},
	}
	if err := search.Draw(ctx, &table, found, p.Resource.Title.Label); err != nil {
		return table, err
	}
	for _, name := range p.Columns {
		f := p.Resource.Field(name)
		table.Columns = append(table.Columns, ui.Column{Key: name, Label: recordform.ColumnLabel(f), Numeric: recordform.Numeric(f)})
	}
	table.Columns = append(table.Columns, ui.Column{Label: "File"})
	for _, row := range found.Rows {
		drawn := p.row(r, row)
		drawn.Cells[0].URL += search.From()
		table.Rows = append(table.Rows, drawn)
	}
	return table, nil
}

// row draws a record; its name links to it.
func (p *Pages) row(r *site.Request, row record.Row) ui.Row {
	drawn := ui.Row{Cells: make([]ui.Cell, len(p.Columns)), SID: p.Resource.SID(row)}
	for i, name := range p.Columns {
		stored := row[p.Resource.Index(name)]
		if n, ok := stored.(int64); ok {
			drawn.Cells[i] = ui.NumberCell(&n)
			continue
		}
		drawn.Cells[i] = ui.Cell{Text: recordform.Shown(p.Resource.Field(name), stored)}
	}
	drawn.Cells[0].URL = p.RecordURL(r, row)
	if p.Show == nil {
		drawn.Cells[0].URL += "/edit"
	}
	drawn.Cells = append(drawn.Cells, ui.Cell{Text: "Download", URL: p.RecordURL(r, row) + "/generate"})
	return drawn
}
