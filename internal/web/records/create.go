package records

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func (p *resourcePages) showCreate(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.pattern(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	sets, err := p.Fieldsets(ctx, r, row, true)
	if err != nil {
		return site.Response{}, err
	}
	sets[0].Fields = append(append([]ui.Field{}, p.firstFields...), sets[0].Fields...)
	list, err := finder.ListURL(ctx, r, p.listed(r))
	if err != nil {
		return site.Response{}, err
	}
	form := ui.Form{ID: p.formID(), Action: p.url(r) + finder.From(r), Submit: "Create " + p.one, Cancel: list, Sets: sets, Asks: true}
	form.Fill(r.Input)
	page := p.page(r, "New "+p.one, ui.Link{Label: p.title(), URL: list})
	return site.Response{Page: page, View: ui.FormView{Form: r.Restore(form)}}, nil
}

// pasteLink leads to the page that takes a part of a file.
func pasteLink(r *site.Request) ui.Link {
	return ui.Link{Label: "Paste", URL: r.Instance.URL + "/paste"}
}

// pattern returns the row that a new record begins with: the defaults, or a copy of the record that copy names.
func (p *resourcePages) pattern(ctx context.Context, r *site.Request) (record.Row, error) {
	sid := r.Text("copy")
	if sid == "" {
		return p.Fresh(), nil
	}
	row, err := r.Site.DB.Get(ctx, p.Resource, r.Scope(), sid)
	if err != nil {
		return nil, err
	}
	row = slices.Clone(row)
	if title := p.Resource.Title; title != nil && title.Unique {
		row[p.Resource.Index(title.Name)] = p.Resource.TitleOf(row) + " copy"
	}
	return row, nil
}

func (p *resourcePages) create(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.save(ctx, r)
	var doubts site.Doubts
	if errors.As(err, &doubts) {
		return r.AskAgain(p.formID(), p.url(r)+"/create"+finder.From(r), doubts), nil
	}
	if problems, invalid := p.problems(err); invalid {
		return r.Invalid(p.formID(), p.url(r)+"/create"+finder.From(r), problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(p.recordURL(r, row)+"/edit"+finder.From(r), p.nameOf(row)+" was created."), nil
}

// save stores the record that was sent.
func (p *resourcePages) save(ctx context.Context, r *site.Request) (record.Row, error) {
	if err := p.completed(ctx, r); err != nil {
		return nil, err
	}
	if p.store != nil {
		return p.store(ctx, r, p)
	}
	return createRecord(ctx, r, p)
}

func (p *resourcePages) completed(ctx context.Context, r *site.Request) error {
	if p.complete == nil {
		return nil
	}
	return p.complete(ctx, r)
}

func createRecord(ctx context.Context, r *site.Request, p *resourcePages) (record.Row, error) {
	values, problems, err := p.Accept(ctx, r.Input, p.Fresh(), store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	if err := p.doubt(ctx, r, p.Fresh(), values); err != nil {
		return nil, err
	}
	return r.Site.DB.Create(ctx, p.Resource, r.Scope(), values)
}
