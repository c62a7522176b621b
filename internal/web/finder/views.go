package finder

import (
	"context"
	"net/http"
	"net/url"

	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// viewsURL returns the address of the saved views of the instance.
func viewsURL(r *site.Request) string { return r.Instance.URL + "/views" }

// textOf returns a text field of a view, or "".
func textOf(row record.Row, field string) string {
	text, _ := row[record.Views.Index(field)].(string)
	return text
}

func isSet(row record.Row, field string) bool { return row[record.Views.Index(field)] == int64(1) }

// saved are the parameters of a list that a view keeps.
var saved = []string{"q", "sort", "columns"}

// viewAddress returns the address of the list as a view has it.
func viewAddress(c *site.Collection, r *site.Request, row record.Row) string {
	return addressOf(c, r, row, isSet(row, "grid"))
}

func addressOf(c *site.Collection, r *site.Request, row record.Row, grid bool) string {
	q := ui.Query{Path: c.URL(r), Values: url.Values{"view": {record.Views.SID(row)}}}
	for _, name := range saved {
		q.Values.Set(name, textOf(row, name))
	}
	if grid && !c.Resource.HoldsDocuments() {
		q.Path += GridPath
	}
	return q.With("", "")
}

// collectionAt returns the collection of a resource by its path, or nil.
func collectionAt(r *site.Request, path string) *site.Collection {
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if c.Resource.Path == path {
			return c
		}
	}
	return nil
}

// views returns the saved views of the list, and the forms that save what it shows.
func (s *Search) views(ctx context.Context) (*ui.Views, error) {
	if s.Resource.Scope != record.InInstance {
		return nil, nil
	}
	views, err := viewsOf(ctx, s.r, s.Collection, s.Query().Values)
	if err != nil {
		return nil, err
	}
	for _, h := range views.Hidden {
		views.Differs = views.Differs || views.Current != "" && h.Value != h.Saved
	}
	return views, nil
}

// GridViews returns the saved views of a collection for its grid, whose columns and sorting scripts put into the forms.
func GridViews(ctx context.Context, r *site.Request, c *site.Collection) (*ui.Views, error) {
	shown := url.Values{gridParam: {"1"}}
	for _, name := range saved {
		shown.Set(name, r.Text(name))
	}
	views, err := viewsOf(ctx, r, c, shown)
	if err != nil {
		return nil, err
	}
	views.Hidden = append(views.Hidden, ui.Hidden{Name: gridParam, Value: "1", Saved: "1"})
	views.Live = true
	return views, nil
}

// viewsOf returns the saved views of a list that shows what is given.
func viewsOf(ctx context.Context, r *site.Request, c *site.Collection, shown url.Values) (*ui.Views, error) {
	rows, err := r.Site.DB.All(ctx, record.Views, r.Scope(), "r.resource = $", c.Resource.Path)
	if err != nil {
		return nil, err
	}
	views := &ui.Views{All: viewsURL(r), Resource: c.Resource.Path}
	for _, name := range saved {
		views.Hidden = append(views.Hidden, ui.Hidden{Name: name, Value: shown.Get(name)})
	}
	for _, row := range rows {
		grid := isSet(row, "grid") || shown.Has(gridParam)
		link := ui.ViewLink{Label: record.Views.TitleOf(row), URL: addressOf(c, r, row, grid), Shared: isSet(row, "shared")}
		if record.Views.SID(row) == r.Text("view") {
			link.Current = true
			views.Current, views.Edit = link.Label, viewsURL(r)+"/"+record.Views.SID(row)
			for i, name := range saved {
				views.Hidden[i].Saved = textOf(row, name)
			}
		}
		views.Links = append(views.Links, link)
	}
	return views, nil
}

// listViews shows all views that the user sees.
func listViews(ctx context.Context, r *site.Request) (site.Response, error) {
	res := record.Views
	ask := res.ParseQuery(r.Input)
	ask.PerPage = site.RowsPerPage
	found, err := r.Site.DB.List(ctx, res, r.Scope(), ask)
	if err != nil {
		return site.Response{}, err
	}
	q := r.Query()
	table := ui.Table{
		Label: "Views", Hint: "Search by name", Query: q,
		Pager: ui.Pager{Query: q, Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Columns: []ui.Column{
			{Key: "name", Label: "Name"},
			{Key: "resource", Label: "List"},
			{Label: "Filter"},
			{Key: "shared", Label: "For everybody"},
			{Label: "Change"},
		},
		Empty: ui.Empty{Title: "No views yet", Text: "Filter and sort a list, open “Views” above it, and save what it shows under a name."},
	}
	for _, row := range found.Rows {
		address := viewsURL(r) + "/" + res.SID(row)
		list := ui.Cell{Text: textOf(row, "resource")}
		if c := collectionAt(r, textOf(row, "resource")); c != nil {
			list.Text = c.Title
		}
		shared := map[bool]string{true: "yes", false: "no"}[isSet(row, "shared")]
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: res.TitleOf(row), URL: address},
			list,
			{Kind: ui.CodeCell, Text: textOf(row, "q")},
			{Text: shared},
			{Text: "Rename or delete", URL: address + "/edit"},
		}})
	}
	return site.Response{
		Page: r.Inside("Views"), View: ui.ListView{Lead: "Your filters and sorting, saved under a name.", Table: table},
	}, nil
}

// viewOf returns the view of the route.
func viewOf(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, record.Views, r.Scope(), r.Param("view"))
}

// toView redirects from the address of a view to its list.
func toView(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := viewOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	c := collectionAt(r, textOf(row, "resource"))
	if c == nil {
		return site.Response{}, site.ErrNotFound
	}
	return site.Redirect(viewAddress(c, r, row)), nil
}

// showView shows the form with the name of a view, and who sees it.
func showView(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := viewOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	name, address := record.Views.TitleOf(row), viewsURL(r)+"/"+record.Views.SID(row)
	shared := map[bool]string{true: "1", false: "0"}[isSet(row, "shared")]
	form := ui.PlainForm("view", address, "Save",
		ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255, Value: name},
		ui.Field{Name: "shared", Label: "For everyone who works on the instance", Kind: ui.Switch, Value: shared})
	form.Method, form.Cancel = http.MethodPut, viewsURL(r)
	deletion := &ui.Confirm{
		Label: "Delete view", Title: "Delete " + name + "?", Text: "Its records stay.",
		Form: ui.Form{ID: "delete", Action: address, Method: http.MethodDelete, Submit: "Delete view", Danger: true},
	}
	page := r.Inside(name, ui.Link{Label: "Views", URL: viewsURL(r)})
	page.Actions = []ui.Link{{Label: "Open the list", URL: address, Quiet: true}}
	return site.Response{Page: page, View: ui.FormView{Form: r.Restore(form), Delete: deletion}}, nil
}
