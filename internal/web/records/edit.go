package records

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"quartermaster/internal/clash"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// problems returns what an error says about the input, if it does. So does one of a change that has lost a race.
func (p *resourcePages) problems(err error) (validate.Errors, bool) {
	var problems validate.Errors
	switch {
	case errors.As(err, &problems):
	case errors.Is(err, store.ErrTaken) && p.Resource.Title != nil:
		problems.AddFailure(p.Resource.Title.Name, validate.IsTaken)
	case errors.Is(err, store.ErrReference):
		problems.AddSentence(p.columns[0], clash.Sentence(err, clash.Change))
	}
	return problems, len(problems) > 0
}

// find returns the record of the route.
func (p *resourcePages) find(ctx context.Context, r *site.Request) (record.Row, error) {
	return r.Site.DB.Get(ctx, p.Resource, r.Scope(), r.Param("record"))
}

// toEdit redirects from the address of a record to its form.
func (p *resourcePages) toEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return site.Redirect(p.recordURL(r, row) + "/edit"), nil
}

func (p *resourcePages) showEdit(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err == nil && p.Resource.BuiltIn(row) {
		err = store.ErrReadOnly
	}
	if err != nil {
		return site.Response{}, err
	}
	place, err := p.placeOf(ctx, r, row)
	if err != nil {
		return site.Response{}, err
	}
	form, err := p.editForm(ctx, r, row)
	if err == nil {
		form, err = r.RestoreRecord(ctx, form, p.Resource, row)
	}
	if err != nil {
		return site.Response{}, err
	}
	form.Cancel = place.List
	page := p.page(r, p.nameOf(row), ui.Link{Label: p.title(), URL: place.List})
	page.Place, page.Actions = place, p.actionsOf(r, row)
	if p.Resource.Scope == record.InInstance && p.Resource.Beside == "" {
		page.About = site.AboutRecord(p.Resource, row)
	}
	return site.Response{Page: page, View: p.editView(r, row, form)}, nil
}

// actionsOf returns the links beside the title of a record.
func (p *resourcePages) actionsOf(r *site.Request, row record.Row) (links []ui.Link) {
	if p.actions != nil {
		links = ui.Quietly(p.actions(r, row)...)
	}
	links = append(links, ui.Link{Label: "Duplicate", URL: p.url(r) + "/create?copy=" + p.Resource.SID(row), Quiet: true})
	if p.Resource.Scope == record.InInstance {
		links = append(links, r.RecordTextLinks(p.Resource, row)...)
		links = append(links, r.RecordHistoryLink(p.Resource, row))
	}
	return links
}

// editView shows the form of a record, with what its resource has beside it.
func (p *resourcePages) editView(r *site.Request, row record.Row, form ui.Form) ui.FormView {
	view := ui.FormView{Form: form, Delete: p.confirm(r, row)}
	if p.loaded != nil {
		view.Also = p.loaded(r, row)
	}
	if p.economic {
		view.Effect = &ui.Effect{
			Title: "What your changes would do", Text: "The effect on the whole economy, before you save.",
			Submit: "Show the effect on the economy", URL: p.recordURL(r, row) + "/economy",
			Tried: p.url(r) + "/grid/economy/tried", Row: p.Resource.SID(row),
		}
	}
	return view
}

// placeOf returns where a record stands in the list that its form was opened from.
func (p *resourcePages) placeOf(ctx context.Context, r *site.Request, row record.Row) (*ui.Place, error) {
	return finder.PlaceOf(ctx, r, p.listed(r), row, func(other record.Row) string { return p.recordURL(r, other) + "/edit" })
}

// editForm draws the form of a record as it is stored.
func (p *resourcePages) editForm(ctx context.Context, r *site.Request, row record.Row) (ui.Form, error) {
	sets, err := p.Fieldsets(ctx, r, row, false)
	if err == nil && p.parts != nil {
		var more []ui.Fieldset
		more, err = p.parts(ctx, r, row)
		sets = slices.Insert(sets, len(sets)-1, more...) // before the file
	}
	if err == nil {
		err = p.showGameValues(ctx, r, row, sets)
	}
	return ui.Form{
		ID: p.formID(), One: p.one, Action: p.recordURL(r, row) + finder.From(r), Method: http.MethodPut, Submit: "Save", Cancel: p.url(r),
		Sets: sets, Asks: true,
	}, err
}

func (p *resourcePages) update(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return p.updateOnce(ctx, r) })
}

func (p *resourcePages) updateOnce(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	form, err := p.editForm(ctx, r, row)
	if err != nil {
		return site.Response{}, err
	}
	path := p.recordURL(r, row) + "/edit" + finder.From(r)
	answer, kept, conflict := r.Conflicts(form, path)
	if conflict {
		return answer, nil
	}
	err = p.change(ctx, r, row)
	var doubts site.Doubts
	if errors.As(err, &doubts) {
		return r.AskAgain(p.formID(), path, doubts), nil
	}
	if found, invalid := p.problems(err); invalid {
		return r.Invalid(p.formID(), path, found), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	if finder.From(r) != "" {
		place, err := p.placeOf(ctx, r, row)
		if err != nil {
			return site.Response{}, err
		}
		path = place.List
	}
	return r.Done(path, p.nameOf(row)+" was saved."+site.AlsoChanged(kept)), nil
}

// change stores the input in a record. It returns validate.Errors for what is wrong with it.
func (p *resourcePages) change(ctx context.Context, r *site.Request, row record.Row) error {
	if err := p.completed(ctx, r); err != nil {
		return err
	}
	refs := store.References{DB: r.Site.DB, Scope: r.Scope(), Except: p.Resource.ID(row)}
	values, problems, err := p.Accept(ctx, r.Input, row, refs, true)
	if err == nil && len(problems) == 0 {
		err = p.doubt(ctx, r, row, values)
	}
	if err == nil && len(problems) == 0 {
		err = p.changeWith(ctx, r, row, values)
	}
	return errors.Join(err, problems.Err())
}

// propose lays the input over a record within an edit of which nothing is kept.
func (p *resourcePages) propose(ctx context.Context, r *site.Request, e *store.Edit) (refused string, err error) {
	sid := r.Param("record")
	rows, err := e.All(ctx, p.Resource, "r.sid = $", sid)
	if err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", site.ErrNotFound
	}
	values, problems, err := p.Accept(ctx, r.Input, rows[0], e.View().References(p.Resource.ID(rows[0])), true)
	if err == nil && len(problems) == 0 {
		_, err = e.Update(ctx, p.Resource, sid, values)
	}
	if found, invalid := p.problems(errors.Join(err, problems.Err())); invalid {
		return found.First(), nil
	}
	return "", err
}
