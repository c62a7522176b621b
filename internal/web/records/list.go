package records

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func (p *resourcePages) list(ctx context.Context, r *site.Request) (site.Response, error) {
	ask, err := mission.InReadingOrder(ctx, r.Site.DB, p.Resource, r.Scope(), p.Resource.ParseQuery(r.Input))
	if err != nil {
		return site.Response{}, err
	}
	ask.PerPage = record.ClampPerPage(r.Text("per_page"), site.RowsPerPage)
	ask.Include = p.nestedColumns()
	found, wrong, err := p.search(ctx, r, ask)
	if err != nil {
		return site.Response{}, err
	}
	finder, err := p.finder(ctx, r, wrong)
	if err != nil {
		return site.Response{}, err
	}
	filters, err := p.filters(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	q := r.Query()
	create := ui.Link{Label: "New " + p.one, URL: p.createURL(r, q)}
	table := ui.Table{
		Label: p.title(), Hint: "Search by " + lower(p.Resource.Field(p.columns[0]).Label) + " or filter", Query: q, Filters: filters, Columns: p.tableColumns(),
		Pager:  ui.Pager{Query: q, Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Finder: finder, Many: p.changeMany(r, found.Total),
		Empty: ui.Empty{Title: "No " + p.many + " yet", Text: p.empty, Action: &create},
	}
	for _, row := range found.Rows {
		drawn, err := p.row(ctx, r, row)
		if err != nil {
			return site.Response{}, err
		}
		table.Rows = append(table.Rows, drawn)
	}
	if p.Resource.Scope == record.InInstance {
		table.Marks = r.Instance.URL + "/lint/marks/" + p.Resource.Path
	}
	page := p.page(r, p.title())
	page.Actions = []ui.Link{create}
	return site.Response{Page: page, View: ui.ListView{Lead: p.lead, Table: table}}, nil
}

// createURL returns the address of the form of a new record, with the filters of the list as its first values.
func (p *resourcePages) createURL(r *site.Request, q ui.Query) string {
	create := ui.Query{Path: p.url(r) + "/create", Values: url.Values{}}
	for _, filter := range p.Resource.Filters {
		if value := q.Get(filter.Param); value != "" && p.Resource.Has(filter.Param) {
			create.Values.Set(filter.Param, value)
		}
	}
	return create.With("", "")
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
		if f.Flat() && f.Ref == "" {
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
		return ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(n)}, nil
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

// filters draws the filters that the resource declares.
func (p *resourcePages) filters(ctx context.Context, r *site.Request) ([]ui.Field, error) {
	var fields []ui.Field
	for _, filter := range p.Resource.Filters {
		field := ui.Filter(filter.Param, p.filterLabel(filter))
		options, err := p.filterOptions(ctx, r, filter)
		if err != nil {
			return nil, err
		}
		if len(options) > 0 {
			field.Options = append(field.Options, options...)
			fields = append(fields, field)
		}
	}
	return fields, nil
}

func (p *resourcePages) filterLabel(filter record.Filter) string {
	switch {
	case filter.Label != "":
		return filter.Label
	case p.Resource.Has(filter.Param):
		return p.Resource.Field(filter.Param).Label
	}
	return ui.Capital(strings.ReplaceAll(filter.Param, "_", " "))
}

func (p *resourcePages) filterOptions(ctx context.Context, r *site.Request, filter record.Filter) ([]ui.Option, error) {
	switch {
	case filter.Ref != "":
		return r.References(ctx, record.Named(filter.Ref))
	case filter.Cases != nil:
		return p.caseOptions(filter), nil
	case len(p.Resource.Field(filter.Param).In) > 0:
		return recordform.TextOptions(p.Resource.Field(filter.Param).In), nil
	}
	return p.storedTexts(ctx, r, filter.Param)
}

// caseOptions returns the texts that a filter takes. 1 and 0 get the words of their flag.
func (p *resourcePages) caseOptions(filter record.Filter) []ui.Option {
	words := map[string]string{"1": "yes", "0": "no"}
	if filter.Param == p.status.field {
		words = map[string]string{"1": p.status.on, "0": p.status.off}
	}
	var options []ui.Option
	for text := range filter.Cases {
		label, known := words[text]
		if !known {
			label = text
		}
		options = append(options, ui.Option{Value: text, Label: label})
	}
	slices.SortFunc(options, func(a, b ui.Option) int { return strings.Compare(a.Label, b.Label) })
	return options
}

// maxTexts is the most values that a filter offers.
const maxTexts = 200

// storedTexts returns the different texts in a column.
func (p *resourcePages) storedTexts(ctx context.Context, r *site.Request, name string) ([]ui.Option, error) {
	texts, err := r.Site.DB.ValuesOf(ctx, p.Resource, r.Scope(), name, maxTexts)
	return recordform.TextOptions(texts), err
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// ownerCell shows whose a record of the reference data is.
func (p *resourcePages) ownerCell(row record.Row) ui.Cell {
	if p.Resource.BuiltIn(row) {
		return ui.Cell{Kind: ui.BadgeCell, Text: "built in"}
	}
	return ui.Cell{Kind: ui.BadgeCell, Text: "yours", Tone: ui.Good}
}
