package finder

import (
	"context"
	"errors"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// acceptView checks what was sent of a view.
func acceptView(ctx context.Context, r *site.Request, partial bool) (record.Values, error) {
	body := new(jsontree.Object)
	for _, name := range []string{"name", "resource", "q", "sort", "columns", "grid", "shared"} {
		if value, sent := r.Input.Get(name); sent {
			body.Set(name, value)
		}
	}
	values, problems, err := record.Views.Accept(ctx, body, store.References{DB: r.Site.DB, Scope: r.Scope()}, partial)
	return values, errors.Join(err, problems.Err())
}

// saveView saves the list of a page under a name.
func saveView(ctx context.Context, r *site.Request) (site.Response, error) {
	c := collectionAt(r, r.Text("resource"))
	if c == nil {
		return site.Response{}, site.ErrNotFound
	}
	values, err := acceptView(ctx, r, false)
	var row record.Row
	if err == nil {
		row, err = r.Site.DB.Create(ctx, record.Views, r.Scope(), values)
	}
	var problems validate.Errors
	if errors.As(err, &problems) {
		if r.ExpectsJSON() {
			return r.Invalid("view", c.URL(r), problems), nil
		}
		s := &Search{Collection: c, Q: r.Text("q"), r: r, in: r.Input, grid: r.Text(gridParam) == "1"}
		return r.Tell(s.address(), ui.Notice{Tone: ui.Bad, Text: "The view was not saved: " + problems.First()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(viewAddress(c, r, row), "The view “"+record.Views.TitleOf(row)+"” was saved."), nil
}

// changeView changes the name of a view, who sees it, or what it lists.
func changeView(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := viewOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	values, err := acceptView(ctx, r, true)
	if err == nil {
		row, err = r.Site.DB.Update(ctx, record.Views, r.Scope(), record.Views.SID(row), values)
	}
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid("view", viewsURL(r)+"/"+r.Param("view")+"/edit", problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(viewsURL(r)+"/"+record.Views.SID(row), "The view “"+record.Views.TitleOf(row)+"” was saved."), nil
}

func deleteView(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := viewOf(ctx, r)
	if err == nil {
		_, err = r.Site.DB.Delete(ctx, record.Views, r.Scope(), record.Views.SID(row))
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(viewsURL(r), "The view “"+record.Views.TitleOf(row)+"” was deleted."), nil
}

// addViews adds the pages of views.
func addViews(in site.Routes) {
	edit := in.Needing(record.Views.Needs)
	in.Get("/views", listViews)
	edit.Post("/views", saveView)
	in.Get("/views/{view}", toView)
	edit.Get("/views/{view}/edit", showView)
	edit.Put("/views/{view}", changeView)
	edit.Delete("/views/{view}", deleteView)
}
