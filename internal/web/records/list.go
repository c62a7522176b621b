package records

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func (p *resourcePages) list(ctx context.Context, r *site.Request) (site.Response, error) {
	search, err := finder.Read(ctx, r, p.listed(r))
	if err != nil {
		return site.Response{}, err
	}
	wanted, err := search.Wanted(ctx)
	if err != nil {
		return site.Response{}, err
	}
	wanted.Set("list", search.Query().Values.Encode())
	create := ui.Link{Label: "New " + p.one, URL: ui.Query{Path: p.url(r) + "/create", Values: wanted}.With("", "")}
	table, err := p.table(ctx, r, search, create)
	if err != nil {
		return site.Response{}, err
	}
	page := p.page(r, p.title())
	page.Actions = []ui.Link{create}
	if p.Resource.Scope == record.InInstance {
		grid := ui.Query{Path: p.url(r) + finder.GridPath, Values: r.Query().Values}
		page.Actions = append(page.Actions, ui.Link{Label: "Grid", URL: grid.With("", ""), Quiet: true})
	}
	if p.also != nil {
		page.Actions = append(page.Actions, p.also(r))
	}
	return search.Answer(page, p.lead, table), nil
}

// table shows a page of what was found; create is offered where there is nothing yet.
func (p *resourcePages) table(ctx context.Context, r *site.Request, search *finder.Search, create ui.Link) (ui.Table, error) {
	name := p.Resource.Field(p.columns[0]).Label
	table := ui.Table{
		Label: p.title(), Hint: "Search by " + lower(name) + " or filter", Columns: p.tableColumns(),
		Empty: ui.Empty{Title: "No " + p.many + " yet", Text: p.empty, Action: &ui.Quietly(create)[0]},
	}
	if p.Resource.Scope == record.InInstance {
		table.Marks = r.Instance.URL + "/lint/marks/" + p.Resource.Path
	}
	found, err := search.Page(ctx, p.nestedColumns()...)
	if err != nil {
		return table, err
	}
	if err := search.Draw(ctx, &table, found, name); err != nil {
		return table, err
	}
	for _, row := range found.Rows {
		drawn, err := p.row(ctx, r, row)
		if err != nil {
			return table, err
		}
		if drawn.Cells[0].URL != "" {
			drawn.Cells[0].URL += search.From()
		}
		table.Rows = append(table.Rows, drawn)
	}
	return table, nil
}

func (p *resourcePages) nestedColumns() []*record.Field {
	var nested []*record.Field
	for _, name := range p.columns {
		if f := p.Resource.Field(name); f.Nested {
			nested = append(nested, f)
		}
	}
	return nested
}

func (p *resourcePages) tableColumns() []ui.Column {
	columns := make([]ui.Column, len(p.columns), len(p.columns)+1)
	for i, name := range p.columns {
		f := p.Resource.Field(name)
		columns[i] = ui.Column{Label: recordform.ColumnLabel(f), Numeric: recordform.Numeric(f)}
		if f.Sortable() {
			columns[i].Key = name
		}
	}
	if p.Resource.Scope == record.Reference {
		columns = append(columns, ui.Column{Label: "Owner"})
	}
	return columns
}

func (p *resourcePages) row(ctx context.Context, r *site.Request, row record.Row) (ui.Row, error) {
	drawn := ui.Row{Cells: make([]ui.Cell, len(p.columns))}
	for i, name := range p.columns {
		cell, err := p.cell(ctx, r, p.Resource.Field(name), row[p.Resource.Index(name)])
		if err != nil {
			return drawn, err
		}
		drawn.Cells[i] = cell
		drawn.Dim = drawn.Dim || name == p.status.field && cell.Text == p.status.off
	}
	drawn.Cells[0].Text, drawn.SID = p.nameOf(row), p.Resource.SID(row)
	if !p.Resource.BuiltIn(row) {
		drawn.Cells[0].URL = p.recordURL(r, row) + "/edit"
	}
	if p.Resource.Scope == record.Reference {
		drawn.Cells = append(drawn.Cells, p.ownerCell(row))
	}
	return drawn, nil
}

// cell shows a stored value.
func (p *resourcePages) cell(ctx context.Context, r *site.Request, f *record.Field, stored any) (ui.Cell, error) {
	switch {
	case f.Ref != "":
		return referenceCell(ctx, r, f, stored)
	case f.Type == record.Flag:
		return p.flagCell(f, stored), nil
	case slices.Contains(p.Code, f.Name):
		return ui.Cell{Kind: ui.CodeCell, Text: recordform.Shown(f, stored)}, nil
	}
	n, isNumber := stored.(int64)
	switch {
	case isNumber && f.Type == record.Time:
		cell := ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(n)}
		if f.Name == "expires_at" && time.Now().After(cell.Time) {
			cell.Note = "expired"
		}
		return cell, nil
	case isNumber && f.Unit == "s":
		return ui.DurationCell(&n), nil
	case isNumber && f.Type != record.Decimal:
		return ui.NumberCell(&n), nil
	}
	return ui.Cell{Text: recordform.Shown(f, stored)}, nil
}

func (p *resourcePages) flagCell(f *record.Field, stored any) ui.Cell {
	on, off := "yes", "no"
	if f.Name == p.status.field {
		on, off = p.status.on, p.status.off
	}
	switch stored {
	case int64(1):
		return ui.Cell{Kind: ui.BadgeCell, Text: on, Tone: ui.Good}
	case int64(0):
		return ui.Cell{Kind: ui.BadgeCell, Text: off}
	}
	return ui.Cell{}
}

// referenceCell shows the names of the records that a value refers to.
func referenceCell(ctx context.Context, r *site.Request, f *record.Field, stored any) (ui.Cell, error) {
	names, err := r.ReferenceNames(ctx, record.Named(f.Ref))
	if err != nil {
		return ui.Cell{}, err
	}
	ids, isList := stored.([]int64)
	if !isList {
		id, _ := stored.(int64)
		return ui.Cell{Text: names[id]}, nil
	}
	cell := ui.Cell{Kind: ui.TagsCell}
	for _, id := range ids {
		cell.Tags = append(cell.Tags, names[id])
	}
	return cell, nil
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// ownerCell shows whose a record of the reference data is.
func (p *resourcePages) ownerCell(row record.Row) ui.Cell {
	if p.Resource.BuiltIn(row) {
		return ui.Cell{Kind: ui.BadgeCell, Text: "built in"}
	}
	return ui.Cell{Kind: ui.BadgeCell, Text: "yours", Tone: ui.Good}
}
