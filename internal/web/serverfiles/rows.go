package serverfiles

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	rowsPath = "/rows"

	// rowsShown is how many of the rows that a change makes different its preview lists.
	rowsShown = 100
)

// rowsURL returns the address of the page that changes many rows of a list in the document; without lists it asks which.
func (s *shownFile) rowsURL(list ...string) string {
	address, query, _ := strings.Cut(s.part.URL(), "?")
	values, _ := url.ParseQuery(query)
	if len(list) > 0 {
		values["list"] = list
	}
	return strings.TrimSuffix(address+rowsPath+"?"+values.Encode(), "?")
}

// showRows asks how many rows of a list are to change, and shows what that would do.
func showRows(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	tables := s.Tables()
	if len(tables) == 0 {
		return site.Response{}, site.ErrNotFound
	}
	view := pages.ManyRows{Lead: "Choose rows and change one value in all of them. Whole numbers round half up. You can undo it."}
	table := tables[0]
	if len(tables) > 1 || r.Input.Has("list") {
		table = s.Table(r.Text("list"))
	}
	if table == nil {
		view.Lead = "Which list? A list inside another one stands for all of its kind in the file."
		for _, t := range tables {
			view.Lists = append(view.Lists, ui.Link{Label: t.Label + ", " + ui.Plural(t.Rows(), "row", "rows"), URL: s.rowsURL(t.At)})
		}
	} else {
		view.Path, _, _ = strings.Cut(s.rowsURL(), "?")
		view.File, view.List, view.Fields = s.Name, table.At, rowFields(r, table)
		if r.Text("op") != "" {
			err = previewRows(ctx, r, s, table, &view)
		}
	}
	page := s.page("Change many rows", ui.Link{Label: s.title(), URL: s.part.URL()})
	page.Actions = nil
	return site.Response{Page: page, View: view}, err
}

// rowOps are the changes that the page offers, in plain words.
var rowOps = []ui.Option{
	{Value: "set", Label: "Set to"},
	{Value: "clear", Label: "Clear"},
	{Value: "add", Label: "Add"},
	{Value: "multiply", Label: "Multiply by"},
	{Value: "divide", Label: "Divide by"},
	{Value: "min", Label: "Raise to at least"},
	{Value: "max", Label: "Lower to at most"},
	{Value: "round", Label: "Round to a multiple of"},
	{Value: "replace", Label: "Replace the text below by"},
}

// rowFields are the controls of the form, with what was entered.
func rowFields(r *site.Request, t *docset.Table) []ui.Field {
	column := ui.Field{Name: "column", Label: "Value", Kind: ui.Select}
	for _, c := range t.Columns() {
		column.Options = append(column.Options, ui.Option{Value: c.Name, Label: c.Label, Selected: c.Name == r.Text("column")})
	}
	op := ui.Field{Name: "op", Label: "Change", Kind: ui.Select}
	for _, o := range rowOps {
		o.Selected = o.Value == r.Text("op")
		op.Options = append(op.Options, o)
	}
	return []ui.Field{
		{
			Name: "q", Label: "Rows", Kind: ui.Text, Value: r.Text("q"), Code: true, MaxLength: 2000,
			Help: fmt.Sprintf("All %d if empty. Words find texts; Key:text, Key>5 and Key:1..9 compare, a minus before excludes.", t.Rows()),
		},
		column, op,
		{Name: "value", Label: "New value, or by how much", Kind: ui.Text, Value: r.Text("value"), Code: true},
		{Name: "find", Label: "Text to replace", Kind: ui.Text, Value: r.Text("find"), Code: true},
	}
}

// rowsChange returns the change that a form asks for.
func rowsChange(r *site.Request, s *shownFile, t *docset.Table) docset.RowsChange {
	sent := new(jsontree.Object)
	op, value := r.Text("op"), any(r.Text("value"))
	if op == "clear" {
		op, value = "set", nil
	}
	for _, c := range t.Columns() {
		if op == "set" && c.Name == r.Text("column") && value != nil && c.Type != record.Text {
			value = jsontree.Number(strings.Replace(strings.TrimSpace(r.Text("value")), ",", ".", 1))
		}
	}
	sent.Set("op", op)
	sent.Set("field", r.Text("column"))
	sent.Set("value", value)
	if find := r.Text("find"); find != "" {
		sent.Set("find", find)
	}
	return docset.RowsChange{Slug: s.Slug, File: s.Name, At: t.At, Q: r.Text("q"), Operations: []*jsontree.Object{sent}}
}

// previewRows adds what a change would do, or what is wrong with it.
func previewRows(ctx context.Context, r *site.Request, s *shownFile, t *docset.Table, view *pages.ManyRows) error {
	would, err := documentsOf(r).PreviewRows(ctx, r.Scope(), rowsChange(r, s, t))
	if view.Error = wrongWithRows(err); view.Error != "" || err != nil {
		if view.Error != "" {
			err = nil
		}
		return err
	}
	view.Summary = ui.Plural(len(would.Rows), "row changes", "rows change") + " of " + ui.HumanCount(int64(would.Matched)) + " chosen."
	if would.Clamped > 0 {
		view.Summary += " " + ui.Plural(would.Clamped, "value stays", "values stay") + " within the game’s limits."
	}
	if len(would.Rows) == 0 {
		return nil
	}
	view.Form = &ui.Form{
		ID: "carry-out", Action: r.URL.Path + "?" + r.URL.RawQuery, Base: documents.BaseOf(s.Text),
		Submit: "Change " + ui.Plural(len(would.Rows), "row", "rows"), Cancel: s.part.URL(),
	}
	table := ui.Table{Label: "The first rows that change", Columns: []ui.Column{{Label: "Row"}, {Label: "Before"}, {Label: "After"}}}
	for _, row := range would.Rows[:min(len(would.Rows), rowsShown)] {
		for _, c := range row.Changes {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
				{Kind: ui.CodeCell, Text: row.Path}, {Text: jsontree.ScalarText(c.Old)}, {Text: jsontree.ScalarText(c.New)},
			}})
		}
	}
	table.Pager = ui.Pager{Page: 1, PerPage: max(len(table.Rows), 1), Total: len(table.Rows)}
	view.Table = &table
	return nil
}

// wrongWithRows says what keeps rows from being changed; nothing of a failure of the service.
func wrongWithRows(err error) string {
	var rejected docset.Rejection
	var problems validate.Errors
	switch {
	case errors.As(err, &rejected):
		return rejected.Error()
	case errors.As(err, &problems):
		return problems.First()
	}
	return ""
}

// changeRows changes the rows as the preview has shown.
func changeRows(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	table := s.Table(r.Text("list"))
	if table == nil {
		return site.Response{}, site.ErrNotFound
	}
	change, again := rowsChange(r, s, table), r.URL.Path+"?"+r.URL.RawQuery
	change.Check = func(f *docset.File) error {
		if documents.IsStale(r, f.Text) {
			return errMoved
		}
		return nil
	}
	done, err := documentsOf(r).ChangeRows(ctx, r.Scope(), change)
	switch text := wrongWithRows(err); {
	case errors.Is(err, errMoved):
		return r.Tell(again, ui.Notice{Tone: ui.Warn, Text: "The file has been changed in the meantime. This is what would change now."}), nil
	case text != "":
		return r.Tell(again, ui.Notice{Tone: ui.Bad, Text: text}), nil
	case err != nil:
		return site.Response{}, err
	}
	return r.Done(s.part.URL(), ui.Plural(len(done.Rows), "row was changed.", "rows were changed.")), nil
}
